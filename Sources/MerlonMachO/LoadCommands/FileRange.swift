/// A range of a slice's file, as a load command states it. Not yet checked against the length of the file.
public struct FileRange: Hashable, Sendable {
    /// From the start of the slice.
    public let offset: UInt64
    /// In bytes.
    public let size: UInt64

    /// Makes it.
    public init(offset: UInt64, size: UInt64) {
        self.offset = offset
        self.size = size
    }
}
