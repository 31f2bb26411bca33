/// A tree of files that is read once, file after file: an archive, a folder, or one file.
///
/// Everything above it is the same for all three.
protocol BundleSource: AnyObject {
    /// The path of the target, for errors.
    var target: String { get }
    /// Whether a file that cannot be read leaves the others as good as they are. In an archive it does not: what follows a damaged entry is
    /// not what was packed.
    var isDividable: Bool { get }
    /// Of the target, in bytes, as far as it is known; for progress.
    var length: UInt64 { get }
    /// How far reading is, on the same scale.
    var position: UInt64 { get }
    /// What was left out until now.
    var notes: NoteList { get }

    /// Steps to the next regular file; `nil` at the end. Folders, links and special files are not given out.
    func next() throws(AuditError) -> SourceEntry?

    /// Throws when reading `size` more bytes would be out of proportion; called before memory is taken for them.
    func claim(_ size: UInt64) throws(AuditError)

    /// The next bytes of the current file; fewer than asked for at its end only.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AuditError) -> Int
}

/// A regular file of a source.
struct SourceEntry: Hashable, Sendable {
    /// Relative to the target.
    var path: String
    /// In bytes, as the source states it; the file may turn out to be of another.
    var size: UInt64
}

extension BundleSource {
    func claim(_ size: UInt64) throws(AuditError) {}

    /// The next bytes of the current file, at most `count`.
    func read(_ count: Int) throws(AuditError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let filled = try unsafe bytes.withUnsafeMutableBufferPointer { (buffer) throws(AuditError) in
            try unsafe read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        bytes.removeLast(count - filled)
        return bytes
    }
}
