/// The reading of one file after the other, of a source that opens each by itself.
struct FileReading {
    /// Bytes of all files that were begun, as they were then; no more than can be counted.
    private(set) var length: UInt64 = 0
    /// Bytes that were read.
    private(set) var position: UInt64 = 0

    private let target: String
    private var file: OpenFile?
    private var path = ""

    /// - Parameter target: The source, for errors.
    init(_ target: String) { self.target = target }

    /// Goes on to a file.
    mutating func begin(_ file: OpenFile, path: String) -> SourceEntry {
        (self.file, self.path) = (file, path)
        // Files with holes have any size, and three of the largest have together more than fits.
        let (sum, overflow) = length.addingReportingOverflow(file.status.size)
        length = overflow ? .max : sum
        return SourceEntry(path: path, size: file.status.size)
    }

    /// No file is being read any more.
    mutating func end() { file = nil }

    /// The next bytes of the file; fewer than asked for at its end only.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(AuditError) -> Int {
        guard let file else { return 0 }
        do throws(SystemFailure) {
            let count = try unsafe file.read(into: buffer)
            position += UInt64(count)
            return count
        } catch {
            throw AuditError(.unreadable, at: "\(target): \(path)", "cannot be read: \(error.text)", status: error.status)
        }
    }
}
