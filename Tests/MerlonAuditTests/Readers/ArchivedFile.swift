/// The record that a backup keeps of a file: an `MBFile` as `NSKeyedArchiver` writes it, in a binary property list.
struct ArchivedFile {
    /// What stands in it, encoded.
    var bytes: [UInt8]

    init(protection: Int, size: Int, className: String = "MBFile", root: Int = 1) {
        // Objects by number; the archiver's own "$objects" are 8 to 11.
        var list = Writer()
        let keys = [
            "$version", "$archiver", "$top", "$objects", "root", "$class", "$classname", "$classes", "ProtectionClass", "Size", "Mode",
        ]
        let names = Dictionary(uniqueKeysWithValues: keys.map { ($0, list.add(Writer.string($0))) })
        func dictionary(_ members: [(String, Int)]) -> Int {
            list.add([0xD0 | UInt8(members.count)] + members.map { UInt8(names[$0.0] ?? 0) } + members.map { UInt8($0.1) })
        }
        func uid(_ number: Int) -> Int { list.add([0x80, UInt8(number)]) }
        func integer(_ number: Int) -> Int {
            list.add([0x13] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
        }
        let null = list.add(Writer.string("$null"))
        let file = dictionary([
            ("$class", uid(2)), ("ProtectionClass", integer(protection)), ("Size", integer(size)), ("Mode", integer(0o100644)),
        ])
        let classes = list.add([0xA1, UInt8(list.add(Writer.string(className)))])
        let type = dictionary([("$classname", list.add(Writer.string(className))), ("$classes", classes)])
        let objects = list.add([0xA3, UInt8(null), UInt8(file), UInt8(type)])
        let archiver = list.add(Writer.string("NSKeyedArchiver"))
        let top = dictionary([
            ("$version", integer(100_000)), ("$archiver", archiver), ("$top", dictionary([("root", uid(root))])), ("$objects", objects),
        ])
        bytes = list.finished(top: top)
    }

    private struct Writer {
        private var objects: [[UInt8]] = []

        static func string(_ text: String) -> [UInt8] {
            text.utf8.count < 15 ? [0x50 | UInt8(text.utf8.count)] + text.utf8 : [0x5F, 0x10, UInt8(text.utf8.count)] + text.utf8
        }

        mutating func add(_ object: [UInt8]) -> Int {
            objects.append(object)
            return objects.count - 1
        }

        func finished(top: Int) -> [UInt8] {
            var bytes = Array("bplist00".utf8)
            var offsets: [Int] = []
            for object in objects {
                offsets.append(bytes.count)
                bytes += object
            }
            let table = bytes.count
            for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
            func number(_ value: Int) -> [UInt8] { (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
            return bytes + [0, 0, 0, 0, 0, 0, 2, 1] + number(objects.count) + number(top) + number(table)
        }
    }
}
