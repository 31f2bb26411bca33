/// One file by itself.
final class SingleFileSource: BundleSource {
    let isDividable = false
    let length: UInt64
    private(set) var position: UInt64 = 0
    let notes: NoteList

    private let file: OpenFile
    let target: String
    private var entry: SourceEntry?

    /// - Parameters:
    ///   - file: The open file.
    ///   - target: Its path as given; the last component is the file's path as an entry.
    init(_ file: OpenFile, target: String, limits: ReaderLimits) {
        self.file = file
        self.target = target
        length = file.status.size
        notes = NoteList(limit: limits.notes)
        entry = SourceEntry(path: SourcePath.printable(target.utf8.split(separator: UInt8(ascii: "/")).last ?? "-".utf8[...]), size: length)
    }

    func next() throws(AuditError) -> SourceEntry? {
        defer { entry = nil }
        return entry
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AuditError) -> Int {
        do throws(SystemFailure) {
            let count = try unsafe file.read(into: buffer)
            position += UInt64(count)
            return count
        } catch {
            throw AuditError(.unreadable, at: target, "cannot be read: \(error.text)", status: error.status)
        }
    }
}
