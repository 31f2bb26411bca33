import MerlonCore
import Testing

@Suite struct CBORReaderTests {
    /// RFC 8949, appendix A: the examples in deterministic form that are no floats, bignums being tagged byte strings.
    static let examples: [(String, CBORValue)] = [
        ("00", .unsigned(0)), ("01", .unsigned(1)), ("0a", .unsigned(10)), ("17", .unsigned(23)), ("1818", .unsigned(24)),
        ("1819", .unsigned(25)), ("1864", .unsigned(100)), ("1903e8", .unsigned(1000)), ("1a000f4240", .unsigned(1_000_000)),
        ("1b000000e8d4a51000", .unsigned(1_000_000_000_000)), ("1bffffffffffffffff", .unsigned(.max)),
        ("c249010000000000000000", .tagged(2, .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0]))), ("3bffffffffffffffff", .negative(.max)),
        ("20", .integer(-1)), ("29", .integer(-10)), ("3863", .integer(-100)), ("3903e7", .integer(-1000)), ("f4", .boolean(false)),
        ("f5", .boolean(true)), ("f6", .null), ("f7", .undefined), ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])),
        ("60", .text("")),
        ("6161", .text("a")), ("6449455446", .text("IETF")), ("62225c", .text("\"\\")), ("62c3bc", .text("ü")), ("63e6b0b4", .text("水")),
        ("64f0908591", .text("\u{10151}")), ("80", .array([])), ("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
        ("8301820203820405", .array([.unsigned(1), .array([.unsigned(2), .unsigned(3)]), .array([.unsigned(4), .unsigned(5)])])),
        ("a0", .map([])), ("a201020304", .map([CBOREntry(.unsigned(1), .unsigned(2)), CBOREntry(.unsigned(3), .unsigned(4))])),
        ("a26161016162820203", .map([CBOREntry(.text("a"), .unsigned(1)), CBOREntry(.text("b"), .array([.unsigned(2), .unsigned(3)]))])),
        ("826161a161626163", .array([.text("a"), .map([CBOREntry(.text("b"), .text("c"))])])),
        ("d74401020304", .tagged(23, .bytes([1, 2, 3, 4]))),
    ]

    @Test func examplesOfTheStandard() throws {
        for (hex, value) in Self.examples {
            #expect(try CBORValue(parsing: Hex.decode(hex)) == value, "\(hex)")
            #expect(Hex.encode(value.serialized()) == hex)
        }
    }

    @Test func refusals() throws {
        let cases: [(String, CoreError.Code)] = [
            ("", .truncated), ("18", .truncated), ("19ff", .truncated), ("1b00000000000000", .truncated), ("41", .truncated),
            ("61", .truncated),
            ("81", .truncated), ("a1", .truncated), ("a101", .truncated), ("c0", .truncated), ("5bffffffffffffffff", .truncated),
            ("7bffffffffffffffff", .truncated), ("9bffffffffffffffff", .truncated), ("bbffffffffffffffff", .truncated),
            ("9a7fffffff00", .truncated), ("1817", .notCanonical), ("190018", .notCanonical), ("1a0000ffff", .notCanonical),
            ("1b00000000ffffffff", .notCanonical), ("580101", .notCanonical), ("5f4100ff", .notCanonical), ("7f6100ff", .notCanonical),
            ("9fff", .notCanonical), ("bfff", .notCanonical), ("ff", .notCanonical), ("1c", .malformed), ("3d", .malformed),
            ("fe", .malformed),
            ("f0", .unsupported), ("f8ff", .unsupported), ("f814", .notCanonical), ("f93c00", .unsupported), ("fa47c35000", .unsupported),
            ("fb3ff199999999999a", .unsupported), ("fbffffffffffffffff", .unsupported), ("0000", .trailingData), ("8000", .trailingData),
            ("62c328", .malformed), ("61ff", .malformed), ("63eda080", .malformed), ("a2010001ff", .duplicateMember),
            ("a201000100", .duplicateMember),
            ("a202000100", .notCanonical), ("a26162006161ff", .notCanonical), ("a262616100616100", .notCanonical),
        ]
        for (hex, code) in cases {
            #expect(throws: CoreError(code, ""), "\(hex)") { try CBORValue(parsing: Hex.decode(hex)) }
        }
    }

    @Test func unsortedKeysOnlyWhereAllowed() throws {
        let unsorted = try Hex.decode("a2616201616102")
        #expect(try CBORValue(parsing: unsorted, keyOrder: .any)["a"] == .unsigned(2))
        #expect(throws: CoreError(.duplicateMember, "")) { try CBORValue(parsing: Hex.decode("a3616201616102616203"), keyOrder: .any) }
    }

    @Test func depthAndCountStopAtTheirCaps() throws {
        for head: UInt8 in [0x81, 0xA1, 0xC1] {
            func nested(_ depth: Int) -> [UInt8] {
                (0..<depth).flatMap { _ in head == 0xA1 ? [head, 0x00] : [head] } + [0x00]
            }
            _ = try CBORValue(parsing: nested(16))
            #expect(throws: CoreError(.limitExceeded, "")) { try CBORValue(parsing: nested(17)) }
            #expect(throws: CoreError(.limitExceeded, "")) { try CBORValue(parsing: nested(100_000)) }
        }
        let hundred = CBORValue.array(Array(repeating: .null, count: 99)).serialized()
        _ = try CBORValue(parsing: hundred, limits: CBORLimits(itemCount: 100))
        #expect(throws: CoreError(.limitExceeded, "")) { try CBORValue(parsing: hundred, limits: CBORLimits(itemCount: 99)) }
        _ = try CBORReader(hundred, limits: CBORLimits(byteCount: hundred.count))
        #expect(throws: CoreError(.limitExceeded, "")) { try CBORReader(hundred, limits: CBORLimits(byteCount: hundred.count - 1)) }
    }

    /// Whatever an example is cut to, and whatever byte of it is changed, the reader throws or gives a value that encodes to its input.
    @Test func cutsAndChangesNeverGiveAnotherReading() throws {
        for (hex, _) in Self.examples {
            let bytes = try Hex.decode(hex)
            for length in 0..<bytes.count {
                #expect(throws: CoreError(.truncated, ""), "\(hex) cut to \(length)") {
                    try CBORValue(parsing: Array(bytes.prefix(length)))
                }
            }
            var misread = 0
            for index in bytes.indices {
                for value in UInt8.min...UInt8.max {
                    var changed = bytes
                    changed[index] = value
                    if let read = try? CBORValue(parsing: changed), read.serialized() != changed { misread += 1 }
                }
            }
            #expect(misread == 0, "\(hex)")
        }
    }

    @Test func readerStopsAfterOneItem() throws {
        var reader = try CBORReader([0x01, 0x61, 0x61, 0xFF])
        #expect(try reader.next() == .unsigned(1))
        #expect(try reader.next() == .text("a"))
        #expect(reader.offset == 3 && !reader.isAtEnd)
    }
}
