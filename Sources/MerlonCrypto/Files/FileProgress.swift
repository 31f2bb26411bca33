/// How far the sealing or opening of a file has come.
public struct FileProgress: Hashable, Sendable {
    /// Bytes of contents done.
    public let doneByteCount: Int
    /// Bytes of contents in all; `nil` when the source is a pipe.
    public let totalByteCount: Int?
}
