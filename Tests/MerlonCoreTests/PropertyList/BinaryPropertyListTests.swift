import Testing

@testable import MerlonCore

struct BinaryPropertyListTests {
    private typealias Builder = BinaryPropertyListBuilder

    /// A dictionary with a member of every kind.
    private static let everything: [UInt8] = {
        let values: [[UInt8]] = [
            [0x08], [0x09], [0x10, 0xFF], [0x11, 0xFF, 0xFE], [0x12, 0xFF, 0, 0, 0], [0x13] + [UInt8](repeating: 0xFF, count: 8),
            [0x14] + [UInt8](repeating: 0, count: 8) + [0x80, 0, 0, 0, 0, 0, 0, 0], [0x22, 0x3F, 0x80, 0, 0],
            [0x23, 0xC0, 0x04, 0, 0, 0, 0, 0, 0], [0x33, 0x41, 0xC0, 0, 0, 0, 0, 0, 0], [0x43, 1, 2, 3], [0x62, 0x00, 0xE4, 0x4E, 0x2D],
            [0x81, 0x01, 0x02], [0xA2, 15, 15], [0x5F, 0x10, 0x11] + Array("seventeen letters".utf8), [0xD0], [0xA0],
        ]
        let keys = (0..<values.count).map { Builder.string(String(UnicodeScalar(97 + UInt8($0)))) }
        var builder = Builder()
        let references = (1...values.count).map { UInt8($0 + values.count) } + (1...values.count).map { UInt8($0) }
        builder.objects = [[0xDF, 0x10, UInt8(values.count)] + references] + values + keys
        return builder.bytes
    }()

    @Test func everyKind() throws {
        let list = try PropertyListReader.read(Self.everything)
        let long = PropertyList.string("seventeen letters")
        let expected: [String: PropertyList] = [
            "a": .boolean(false), "b": .boolean(true), "c": .integer(255), "d": .integer(65534), "e": .integer(0xFF00_0000),
            "f": .integer(-1), "g": .real(0x1p63), "h": .real(1), "i": .real(-2.5),
            "j": .date(WallTime(seconds: 978_307_200 + 536_870_912)), "k": .data([1, 2, 3]), "l": .string("ä中"), "m": .integer(258),
            "n": .array([long, long]), "o": long, "p": .dictionary([:]), "q": .array([]),
        ]
        #expect(list == .dictionary(expected))
    }

    @Test func cutAtEveryByte() {
        // Shorter than the magic number it is a word in OpenStep's form.
        for length in Array("bplist".utf8).count..<Self.everything.count {
            #expect(throws: PropertyListError.self) { try PropertyListReader.read(Array(Self.everything.prefix(length))) }
        }
    }

    @Test func everyByteSetToExtremes() {
        for index in 8..<Self.everything.count {
            for value: UInt8 in [0x00, 0x0F, 0x7F, 0x80, 0xFF] {
                var bytes = Self.everything
                bytes[index] = value
                _ = try? PropertyListReader.read(bytes)
            }
        }
    }

    private static func lie(_ objects: [UInt8]..., change: (inout Builder) -> Void = { _ in }) -> [UInt8] {
        var builder = Builder()
        builder.objects = objects
        change(&builder)
        return builder.bytes
    }

    private static let bad: [(String, [UInt8], PropertyListError.Code, String)] = [
        ("cycle of one", lie([0xA1, 0]), .malformed, "at byte 8: object 0 contains itself"),
        ("cycle of two", lie([0xA1, 1], [0xA1, 0]), .malformed, "object 0 contains itself"),
        ("cycle through a key", lie([0xD1, 0, 1], [0x09]), .malformed, "contains itself"),
        ("reference past the end", lie([0xA1, 9]), .malformed, "at byte 9: refers to object 9 of 1"),
        ("array longer than the file", lie([0xAF, 0x13, 0x7F, 255, 255, 255, 255, 255, 255, 255]), .truncated, "do not fit"),
        ("dictionary longer than the file", lie([0xDF, 0x12, 0x40, 0, 0, 0]), .truncated, "do not fit"),
        ("a billion elements", lie([0xAF, 0x12, 0x3B, 0x9A, 0xCA, 0x00]), .truncated, "1000000000 elements"),
        ("string longer than the file", lie([0x5F, 0x13, 0x7F, 255, 255, 255, 255, 255, 255, 255]), .truncated, "do not fit"),
        ("UTF-16 longer than the file", lie([0x6F, 0x13, 0x7F, 255, 255, 255, 255, 255, 255, 255]), .truncated, "do not fit"),
        ("data with a negative length", lie([0x4F, 0x13] + [UInt8](repeating: 0xFF, count: 8)), .malformed, "impossible length"),
        ("length of 16 bytes", lie([0x4F, 0x14] + [UInt8](repeating: 0, count: 16)), .malformed, "impossible length"),
        ("length that is no integer", lie([0x4F, 0x50, 0]), .malformed, "impossible length"),
        ("integer of 32 bytes", lie([0x15] + [UInt8](repeating: 0, count: 32)), .truncated, "number"),
        ("integer at the end", lie([0x13, 0, 0]), .truncated, "number"),
        ("real of 2 bytes", lie([0x21, 0, 0]), .malformed, "real number of 2 bytes"),
        ("date of 4 bytes", lie([0x32, 0, 0, 0, 0]), .malformed, "date"),
        ("date not a number", lie([0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]), .malformed, "no point in time"),
        ("date at infinity", lie([0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]), .malformed, "no point in time"),
        ("null", lie([0x00]), .unsupported, "null"), ("fill", lie([0x0F]), .unsupported, "fill"),
        ("unknown kind", lie([0xE0]), .malformed, "unknown kind 14"),
        ("UID beyond 63 bits", lie([0x87] + [UInt8](repeating: 0xFF, count: 8)), .malformed, "UID"),
        ("key that is an integer", lie([0xD1, 1, 1], [0x10, 1]), .malformed, "not a string"),
        ("no objects", lie([0x09]) { $0.count = 0 }, .malformed, "number of objects"),
        ("too many objects", lie([0x09]) { $0.count = .max }, .malformed, "number of objects"),
        ("more objects than offsets", lie([0x09]) { $0.count = 2 }, .malformed, "table of offsets"),
        ("top past the objects", lie([0x09]) { $0.top = 1 }, .malformed, "number of objects"),
        ("table in the header", lie([0x09]) { $0.table = 8 }, .malformed, "table of offsets"),
        ("table past the end", lie([0x09]) { $0.table = 1 << 40 }, .malformed, "table of offsets"),
        ("table beyond 63 bits", lie([0x09]) { $0.table = .max }, .malformed, "number of objects"),
        ("object in the header", lie([0x09]) { $0.offsets[0] = 7 }, .malformed, "outside the objects"),
        ("object in the table", lie([0x09]) { $0.offsets[0] = 9 }, .malformed, "outside the objects"),
        ("no offset width", lie([0x52, 0x41, 0x42]) { $0.offsetSize = 0 }, .malformed, "field widths"),
        ("offset width of 9", lie([0x09]) { $0.offsetSize = 9 }, .malformed, "field widths"),
        ("reference width of 200", lie([0x09]) { $0.referenceSize = 200 }, .malformed, "field widths"),
        ("version 16", lie([0x09]) { $0.magic = Array("bplist16".utf8) }, .unsupported, "unknown version"),
        ("only a header", Array("bplist00".utf8), .truncated, "without its trailer"),
    ]

    @Test(arguments: bad.indices) func refuses(_ index: Int) {
        let (name, bytes, code, text) = Self.bad[index]
        let error = #expect(throws: PropertyListError.self, "\(name)") { try PropertyListReader.read(bytes) }
        #expect(error?.code == code && error?.description.contains(text) == true, "\(name): \(String(describing: error))")
    }

    /// Thirty arrays of two references to the next: a billion values in 200 bytes.
    @Test func sharedSubtreesAreCountedWhereTheyAreUsed() {
        var builder = Builder()
        builder.objects = (1...30).map { [0xA2, UInt8($0), UInt8($0)] } + [[0x09]]
        let error = #expect(throws: PropertyListError.self) { try PropertyListReader.read(builder.bytes) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.reason == "has more than 500000 values")
    }

    @Test func sharedDataIsCountedWhereItIsUsed() {
        var builder = Builder([0xAF, 0x11, 0x01, 0x00] + [UInt8](repeating: 1, count: 256))
        builder.objects.append([0x4F, 0x12, 0x00, 0x10, 0x00, 0x00] + [UInt8](repeating: 0, count: 1 << 20))
        builder.offsetSize = 4
        let error = #expect(throws: PropertyListError.self) { try PropertyListReader.read(builder.bytes) }
        #expect(error?.reason == "has more than 67108864 bytes of strings and data")
    }

    @Test(arguments: [(127, true), (128, true), (129, false), (10_000, false)]) func nesting(_ depth: Int, _ isRead: Bool) {
        var builder = Builder()
        builder.objects = (1...depth).map { [0xA1] + Builder.bigEndian(UInt64($0), 2) } + [[0x09]]
        builder.referenceSize = 2
        builder.offsetSize = 4
        if isRead {
            #expect(throws: Never.self) { try PropertyListReader.read(builder.bytes) }
        } else {
            #expect(throws: PropertyListError(.limitExceeded, "", offset: 0)) { try PropertyListReader.read(builder.bytes) }
        }
    }
}
