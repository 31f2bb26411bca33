package import MerlonMachO

/// The files of an archive, a bundle or a folder, one after the other, for tools that want their bytes: with the audit's limits and refusals.
package struct ShippedFiles {
    /// What was left out, and why.
    package private(set) var notes: [String] = []
    private let limits: ReaderLimits
    /// Files that are larger are not read; nothing that an app ships is.
    private static let maximumFile: UInt64 = 2 << 30

    /// Makes a reader.
    package init(limits: ReaderLimits = ReaderLimits()) { self.limits = limits }

    /// Calls `body` with the path and the bytes of each file that is wanted by its path and its first bytes.
    /// - Throws: ``AuditError`` when the target, or a file of it, cannot be read.
    package mutating func read(
        _ target: String, wanted: (_ path: String, _ head: [UInt8]) -> Bool, body: (_ path: String, _ bytes: ByteView) throws -> Void
    ) throws {
        let place = SourcePath.printable(target.utf8)
        let reader = FileTargetReader(limits: limits)
        let source = try reader.source(try reader.open(target, place), place)
        defer { notes = source.notes.all }
        while let entry = try source.next() {
            let head = try source.read(16)
            guard wanted(entry.path, head) else { continue }
            guard entry.size <= Self.maximumFile else {
                throw AuditError(.limitExceeded, at: "\(place): \(entry.path)", "is larger than any program")
            }
            try source.claim(entry.size)
            var bytes = head
            bytes.reserveCapacity(Int(entry.size))
            while true {
                let more = try source.read(1 << 20)
                if more.isEmpty { break }
                bytes += more
                guard UInt64(bytes.count) <= Self.maximumFile else {
                    throw AuditError(.limitExceeded, at: "\(place): \(entry.path)", "is larger than any program")
                }
            }
            try body(entry.path, ByteView(copying: bytes))
        }
    }
}
