import MerlonCore
import Testing

/// Bytes from hexadecimal digits; spaces are ignored.
private func hex(_ text: String) -> [UInt8] {
    var digits = text.filter { !$0.isWhitespace }[...]
    var bytes: [UInt8] = []
    while digits.count >= 2 {
        bytes.append(UInt8(digits.prefix(2), radix: 16) ?? 0)
        digits = digits.dropFirst(2)
    }
    return bytes
}

private func code(_ body: () throws -> Void) -> DERError.Code? {
    do { try body() } catch { return (error as? DERError)?.code }
    return nil
}

struct DERReaderTests {
    @Test func strictReadingRefusesWhatBERAllows() {
        let cases: [(String, strict: DERError.Code?, lenient: DERError.Code?)] = [
            ("", .truncated, .truncated), ("30", .truncated, .truncated), ("3000", nil, nil), ("0401", .truncated, .truncated),
            ("048100", .malformed, nil), ("04810100", .malformed, nil), ("04820001 00", .malformed, nil),
            ("0484FFFFFFFF", .truncated, .truncated), ("0488FFFFFFFFFFFFFFFF", .truncated, .truncated), ("04FF", .malformed, .malformed),
            ("3080 0000", .malformed, nil), ("3080 00", .malformed, .truncated), ("0480 0000", .malformed, .malformed),
            ("3080 3080 0000 0000", .malformed, nil), ("3080 3080 0000", .malformed, .truncated),
            ("3080 0001 00", .malformed, .malformed), ("0000", .malformed, .malformed),
            ("1F80 0100", .malformed, .malformed), ("1F01 00", .malformed, .malformed), ("1F1F 00", nil, nil),
            ("1FFFFFFFFF7F 00", .limitExceeded, .limitExceeded), ("1F8F", .truncated, .truncated), ("BF8F7F 00", nil, nil),
        ]
        for (text, strict, lenient) in cases {
            #expect(
                code {
                    var reader = try DERReader(hex(text)); _ = try reader.read()
                } == strict, "\(text)")
            #expect(
                code {
                    var reader = try DERReader(hex(text), rules: .lenientBERForCMS); _ = try reader.read()
                } == lenient, "\(text)")
        }
    }

    @Test func valuesAreCheckedByType() {
        typealias Read = @Sendable (DERElement) throws -> String
        let integer: Read = { String(try $0.integer()) }
        let magnitude: Read = { "\(Array(try $0.unsignedIntegerBytes()))" }
        let boolean: Read = { "\(try $0.boolean())" }
        let bits: Read = {
            let bits = try $0.bitString(); return "\(Array(bits.bytes))/\(bits.unusedBits)/\(bits[0])/\(bits[6])/\(bits[99])"
        }
        let identifier: Read = { try $0.objectIdentifier().description }
        let text: Read = { try $0.string() }
        let null: Read = {
            try $0.null(); return "null"
        }
        let cases: [(String, Read, String?)] = [
            ("020100", integer, "0"), ("0201FF", integer, "-1"), ("020200FF", integer, "255"), ("02020080", integer, "128"),
            ("02087FFFFFFFFFFFFFFF", integer, "\(Int64.max)"), ("02088000000000000000", integer, "\(Int64.min)"), ("0200", integer, nil),
            ("02020001", integer, nil), ("0202FFFF", integer, nil), ("0209010000000000000000", integer, nil), ("0A0105", integer, "5"),
            ("040100", integer, nil), ("02020080", magnitude, "[128]"), ("020100", magnitude, "[]"), ("0201FF", magnitude, nil),
            ("010100", boolean, "false"), ("0101FF", boolean, "true"), ("010101", boolean, nil), ("0100", boolean, nil),
            ("0500", null, "null"), ("050100", null, nil), ("0302 06C0", bits, "[192]/6/true/false/false"),
            ("0302 06C1", bits, nil), ("0302 08C0", bits, nil), ("0301 00", bits, "[]/0/false/false/false"), ("0301 01", bits, nil),
            ("0300", bits, nil), ("06092A864886F70D010702", identifier, "1.2.840.113549.1.7.2"), ("0603 883703", identifier, "2.999.3"),
            ("0600", identifier, nil), ("060180", identifier, nil), ("06022A80", identifier, nil), ("06032A8001", identifier, nil),
            ("060A81FFFFFFFFFFFFFFFF7F", identifier, "2.\(UInt64.max - 80)"), ("060B83FFFFFFFFFFFFFFFFFF7F", identifier, nil),
            ("0C02C3A4", text, "ä"), ("0C01C3", text, nil), ("130141", text, "A"), ("130121", text, nil), ("160140", text, "@"),
            ("160180", text, nil), ("1E0400410042", text, "AB"), ("1E0100", text, nil), ("1E02D800", text, nil), ("1401E4", text, "ä"),
            ("12023120", text, "1 "), ("120141", text, nil), ("1A0107", text, nil), ("040141", text, nil),
        ]
        for (bytes, read, expected) in cases {
            let value = try? read(try DERReader(hex(bytes)).first())
            #expect(value == expected, "\(bytes)")
        }
        #expect(([1, 2, 840, 113549, 1, 7, 2] as DERObjectIdentifier).encoded == hex("2A864886F70D010702"))
        #expect(([2, 999, 3] as DERObjectIdentifier).description == "2.999.3")
    }

    @Test func timesAreStrictUnlessLenient() {
        let cases: [(UInt8, String, strict: Int64?, lenient: Int64?)] = [
            (23, "700101000000Z", 0, 0), (23, "491231235959Z", 2_524_607_999, 2_524_607_999),
            (23, "500101000000Z", -631_152_000, -631_152_000),
            (24, "20000229120000Z", 951_825_600, 951_825_600), (24, "19000229120000Z", nil, nil), (24, "20010229120000Z", nil, nil),
            (24, "00010101000000Z", -62_135_596_800, -62_135_596_800), (24, "99991231235959Z", 253_402_300_799, 253_402_300_799),
            (24, "00000101000000Z", -62_167_219_200, -62_167_219_200), (24, "20240101000000.5Z", 1_704_067_200, 1_704_067_200),
            (24, "20240101000000.50Z", nil, 1_704_067_200), (24, "20240101000000.Z", nil, nil), (23, "240101000000.5Z", nil, nil),
            (23, "2401010000Z", nil, 1_704_067_200), (23, "240101000000+0100", nil, 1_704_063_600), (23, "240101000000", nil, nil),
            (23, "241301000000Z", nil, nil), (23, "240100000000Z", nil, nil), (23, "240101240000Z", nil, nil),
            (23, "240101006000Z", nil, nil),
            (23, "240101000060Z", nil, nil), (23, "2401010000-1Z", nil, nil), (23, "240101000000ZZ", nil, nil), (23, "", nil, nil),
            (24, "20240101000000Z0", nil, nil), (24, "+0240101000000Z", nil, nil),
        ]
        for (tag, text, strict, lenient) in cases {
            let bytes = [tag, UInt8(text.utf8.count)] + Array(text.utf8)
            #expect((try? DERReader(bytes).first().time().seconds) == strict, "\(text)")
            #expect((try? DERReader(bytes, rules: .lenientBERForCMS).first().time().seconds) == lenient, "\(text)")
        }
        let fraction = [24, 17] + Array("20240101000000.5Z".utf8)
        #expect((try? DERReader(fraction).first().time().nanoseconds) == 500_000_000)
    }

    @Test func depthAndSizeAreCapped() throws {
        func nested(_ levels: Int) -> [UInt8] { (0..<levels).reduce([]) { inner, _ in [0x30, UInt8(inner.count)] + inner } }
        func descend(_ bytes: [UInt8], _ rules: DERRules) throws {
            var reader = try DERReader(bytes, rules: rules)
            while !reader.isAtEnd { reader = try reader.read().children() }
        }
        let rules = DERRules.strict(maximumSize: 64, maximumDepth: 8)
        try descend(nested(7), rules)
        #expect(code { try descend(nested(9), rules) } == .limitExceeded)
        #expect(code { _ = try DERReader([UInt8](repeating: 0, count: 65), rules: rules) } == .limitExceeded)
        // Indefinite lengths are scanned ahead, where the cap holds too.
        let indefinite = [UInt8](repeating: 0, count: 10_000).indices.flatMap { _ in [0x30, 0x80] as [UInt8] }
        #expect(
            code {
                var reader = try DERReader(indefinite, rules: .lenientBERForCMS); _ = try reader.read()
            } == .limitExceeded)
    }

    @Test func aStringInPiecesIsJoinedInLenientModeAlone() throws {
        let bytes = hex("2480 0402 0102 2404 0402 0304 0401 05 0000")
        var lenient = try DERReader(bytes, rules: .lenientBERForCMS)
        #expect(Array(try lenient.read(.octetString).octetString()) == [1, 2, 3, 4, 5])
        #expect(
            code {
                var strict = try DERReader(hex("2404 0402 0102")); _ = try strict.read(.octetString)
            } == .unexpected)
        let wrong = hex("2404 0202 0102")
        #expect(
            code {
                var reader = try DERReader(wrong, rules: .lenientBERForCMS); _ = try reader.read(.octetString).octetString()
            } == .unexpected)
    }

    @Test func aReaderStaysWhereItWasWhenAReadFails() throws {
        var reader = try DERReader(hex("020105 A003020107"))
        #expect(code { _ = try reader.read(.sequence) } == .unexpected)
        #expect(try reader.readIfPresent(.octetString) == nil)
        #expect(try reader.read(.integer).integer() == 5)
        #expect(code { try reader.finish() } == .unexpected)
        var inner = try reader.enter(.context(0))
        let seven = try inner.read(.integer)
        #expect(try seven.integer() == 7)
        #expect(seven.offset == 5)
        try reader.finish()
        #expect(try DERReader(hex("8001FF")).first().implicitly(.boolean).boolean())
        #expect(code { _ = try DERReader(hex("A000")).first().implicitly(.boolean) } == .unexpected)
    }

    /// A walk over everything, cut at every byte: an error each time, and never a trap.
    @Test func everyCutIsAnError() throws {
        let whole = hex("3023 3021 0609 2A864886F70D010702 A014 0412 0410 000102030405060708090A0B0C0D0E0F")
        func walk(_ reader: DERReader) throws {
            var reader = reader
            while !reader.isAtEnd {
                let element = try reader.read()
                if element.tag.isConstructed { try walk(element.children()) }
            }
        }
        try walk(try DERReader(whole))
        for length in 1..<whole.count { #expect(throws: DERError(.truncated, "", offset: 0)) { try walk(try DERReader(whole[..<length])) } }
    }
}

extension DERReader {
    fileprivate func first() throws -> DERElement {
        var reader = self
        let element = try reader.read()
        try reader.finish()
        return element
    }
}
