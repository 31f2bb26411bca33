/// Lays out a binary property list from objects given as bytes, with every field of the trailer open to a lie.
struct BinaryPropertyListBuilder {
    var magic = Array("bplist00".utf8)
    var objects: [[UInt8]]
    var offsetSize = 2
    var referenceSize = 1
    var count: UInt64?
    var top: UInt64 = 0
    var table: UInt64?
    /// Entries of the table of offsets that differ from the truth.
    var offsets: [Int: UInt64] = [:]

    init(_ objects: [UInt8]...) { self.objects = objects }

    var bytes: [UInt8] {
        var result = magic
        var entries: [UInt64] = []
        for object in objects {
            entries.append(UInt64(result.count))
            result += object
        }
        let start = UInt64(result.count)
        for (index, entry) in entries.enumerated() { result += Self.bigEndian(offsets[index] ?? entry, offsetSize) }
        result += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        return result + Self.bigEndian(count ?? UInt64(objects.count), 8) + Self.bigEndian(top, 8) + Self.bigEndian(table ?? start, 8)
    }

    static func bigEndian(_ value: UInt64, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
    }

    static func string(_ text: String) -> [UInt8] { [0x50 | UInt8(text.utf8.count)] + Array(text.utf8) }
}
