/// Lays out a zip archive by hand, with every field open to a lie.
struct ZipBuilder {
    struct Entry {
        var name: [UInt8]
        var content: [UInt8]
        /// 0 stored, 8 deflated.
        var method: UInt16 = 0
        /// 1 encrypted, 0x800 the name is UTF-8.
        var flags: UInt16 = 0
        /// What both headers say of the content, where it differs from the truth.
        var statedSize: UInt32?
        var statedCompressedSize: UInt32?
        var crc: UInt32?
        /// Mode of Unix: 0o100644 a file, 0o120777 a link, 0o010644 a pipe.
        var mode: UInt32 = 0o100644
        /// Where the directory says that the entry is.
        var statedOffset: UInt32?
    }

    var entries: [Entry] = []
    var comment: [UInt8] = []
    /// Lies of the record at the end.
    var statedCount: UInt16?
    var statedDirectory: UInt32?
    /// A zip64 record is written when this is set.
    var zip64Count: UInt64?

    init() {}

    init(_ files: [(String, [UInt8])]) { for (name, content) in files { add(name, content) } }

    mutating func add(_ name: String, _ content: [UInt8] = [], _ change: (inout Entry) -> Void = { _ in }) {
        var entry = Entry(name: Array(name.utf8), content: content)
        change(&entry)
        entries.append(entry)
    }

    var bytes: [UInt8] {
        var result: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let offset = UInt32(result.count)
            let stored = entry.method == 8 ? Self.deflated(entry.content) : entry.content
            var fields = Self.little(entry.flags) + Self.little(entry.method) + Self.little(UInt32(0x5A21_0000))
            fields += Self.little(entry.crc ?? Self.crc32(entry.content))
            fields += Self.little(entry.statedCompressedSize ?? UInt32(stored.count))
            fields += Self.little(entry.statedSize ?? UInt32(entry.content.count))
            fields += Self.little(UInt16(entry.name.count)) + Self.little(UInt16(0))
            result += [0x50, 0x4B, 3, 4, 20, 0] + fields + entry.name + stored
            directory += [0x50, 0x4B, 1, 2, 20, 3, 20, 0] + fields + [UInt8](repeating: 0, count: 6)
            directory += Self.little(entry.mode << 16) + Self.little(entry.statedOffset ?? offset) + entry.name
        }
        let start = UInt32(result.count)
        result += directory
        if let zip64Count {
            let record = UInt64(result.count)
            result += [0x50, 0x4B, 6, 6] + Self.little(UInt64(44)) + [45, 0, 45, 0] + [UInt8](repeating: 0, count: 8)
            result += Self.little(zip64Count) + Self.little(zip64Count) + Self.little(UInt64(directory.count)) + Self.little(UInt64(start))
            result += [0x50, 0x4B, 6, 7, 0, 0, 0, 0] + Self.little(record) + Self.little(UInt32(1))
        }
        let count = statedCount ?? (zip64Count == nil ? UInt16(entries.count) : 0xFFFF)
        result += [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + Self.little(count) + Self.little(count) + Self.little(UInt32(directory.count))
        return result + Self.little(statedDirectory ?? start) + Self.little(UInt16(comment.count)) + comment
    }

    /// Deflate's stored blocks (RFC 1951, 3.2.4).
    private static func deflated(_ content: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = content[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            result += [rest.isEmpty ? 1 : 0] + little(UInt16(block.count)) + little(~UInt16(block.count)) + block
        } while !rest.isEmpty
        return result
    }

    private static func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
        (0..<MemoryLayout<T>.size).map { UInt8(truncatingIfNeeded: value >> T($0 * 8)) }
    }

    private static func crc32(_ content: [UInt8]) -> UInt32 {
        var crc = ~UInt32(0)
        for byte in content {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
