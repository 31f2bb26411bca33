/// The record at the end of a zip archive, looked at before libarchive reads the directory that it points to.
///
/// libarchive indexes the whole directory in memory, whatever the record says of its size, so its room in the file is bounded here.
struct ZipEnd: Hashable, Sendable {
    /// Entries that the record promises.
    var entries: UInt64
    /// Where the directory starts.
    var directory: UInt64

    private static let signature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
    private static let size = 22

    /// Finds the record and checks its claims. APPNOTE.TXT 4.3.14 to 4.3.16.
    init(_ file: OpenFile, target: String, limits: ReaderLimits) throws(AuditError) {
        let length = file.status.size
        let tailLength = min(length, UInt64(Self.size) + 0xFFFF)
        let tail = try Self.read(file, Int(tailLength), at: length - tailLength, target)
        guard let found = Self.lastSignature(in: tail) else {
            throw AuditError(
                .malformed, at: target, offset: length, "the directory that ends a zip archive is missing: the file is cut short or damaged"
            )
        }
        let place = length - tailLength + UInt64(found)
        var entries = UInt64(Self.field(tail, found + 10, 2))
        var directory = UInt64(Self.field(tail, found + 16, 4))
        if entries == 0xFFFF || directory == 0xFFFF_FFFF, place >= 20 {
            let locator = try Self.read(file, 20, at: place - 20, target)
            if locator.starts(with: [0x50, 0x4B, 0x06, 0x07]) {
                let record = try Self.read(file, 56, at: Self.field(locator, 8, 8), target)
                guard record.count == 56, record.starts(with: [0x50, 0x4B, 0x06, 0x06]) else {
                    throw AuditError(.malformed, at: target, offset: place - 20, "the zip64 directory is not where the archive says")
                }
                entries = Self.field(record, 32, 8)
                directory = Self.field(record, 48, 8)
            }
        }
        guard entries <= UInt64(limits.entries) else {
            throw AuditError(
                .limitExceeded, at: target, offset: place, "claims \(entries) entries; no more than \(limits.entries) are read")
        }
        guard directory <= place else {
            throw AuditError(.malformed, at: target, offset: place, "the directory of the archive lies past its end")
        }
        guard place - directory <= limits.archiveDirectory else {
            throw AuditError(
                .limitExceeded, at: target, offset: directory,
                "the directory of the archive has \(place - directory) bytes; no more than \(limits.archiveDirectory) are read")
        }
        self.entries = entries
        self.directory = directory
    }

    private static func lastSignature(in tail: [UInt8]) -> Int? {
        guard tail.count >= size else { return nil }
        return (0...(tail.count - size)).reversed().first { tail[$0] == 0x50 && tail[$0...].starts(with: signature) }
    }

    /// A little-endian field.
    private static func field(_ bytes: [UInt8], _ offset: Int, _ width: Int) -> UInt64 {
        bytes[offset..<offset + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func read(_ file: OpenFile, _ count: Int, at offset: UInt64, _ target: String) throws(AuditError) -> [UInt8] {
        do throws(SystemFailure) { return try file.read(count, at: offset) } catch {
            throw AuditError(.unreadable, at: target, offset: offset, "cannot be read: \(error.text)", status: error.status)
        }
    }
}
