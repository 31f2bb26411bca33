import MerlonCore
import Testing

/// RFC 4648, section 10, and texts that no strict reader may take.
@Suite struct BinaryTextTests {
    @Test func standardExamples() throws {
        let base32 = ["", "MY======", "MZXQ====", "MZXW6===", "MZXW6YQ=", "MZXW6YTB", "MZXW6YTBOI======"]
        let base64 = ["", "Zg", "Zm8", "Zm9v", "Zm9vYg", "Zm9vYmE", "Zm9vYmFy"]
        let hex = ["", "66", "666f", "666f6f", "666f6f62", "666f6f6261", "666f6f626172"]
        for length in 0...6 {
            let bytes = Array("foobar".utf8.prefix(length))
            #expect(
                [Base32.encode(bytes), Base64URL.encode(bytes), Hex.encode(bytes)] == [base32[length], base64[length], hex[length]])
            #expect(
                [try Base32.decode(base32[length]), try Base64URL.decode(base64[length]), try Hex.decode(hex[length])]
                    == [bytes, bytes, bytes])
        }
    }

    /// Every byte value in every position within a group comes back, so every character of each alphabet is used.
    @Test func everyByteComesBack() throws {
        for shift in 0..<5 {
            let bytes = [UInt8](repeating: 0xA5, count: shift) + (0...255).map { UInt8($0) }
            #expect(
                [try Base32.decode(Base32.encode(bytes)), try Base64URL.decode(Base64URL.encode(bytes)), try Hex.decode(Hex.encode(bytes))]
                    == [bytes, bytes, bytes])
        }
        #expect(Base64URL.encode([0xFB, 0xFF, 0xBF]) == "-_-_")
    }

    /// A character is in the alphabet exactly when the alphabet's text says so: all 256 byte values are tried.
    @Test func alphabetsHaveNoOtherCharacter() {
        func accepted(_ decode: (String) throws -> [UInt8], _ fill: String) -> String {
            String((0..<128).map { Character(Unicode.Scalar(UInt8($0))) }.filter { (try? decode(fill + String($0))) != nil })
        }
        #expect(accepted(Hex.decode, "0") == "0123456789ABCDEFabcdef")
        #expect(accepted(Base64URL.decode, "AAA") == "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
        #expect(accepted(Base32.decode, "AAAAAAA") == "234567=ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    }

    @Test func strictReadersRefuse() {
        let cases: [(String, (String) throws(CoreError) -> [UInt8], CoreError.Code)] = [
            ("Zg==", Base64URL.decode, .malformed), ("Zm9v\n", Base64URL.decode, .malformed), ("Z", Base64URL.decode, .malformed),
            ("Zh", Base64URL.decode, .notCanonical), ("Zm9", Base64URL.decode, .notCanonical), ("Zm+v", Base64URL.decode, .malformed),
            ("Zm/v", Base64URL.decode, .malformed), ("Zm9é", Base64URL.decode, .malformed), ("MZ======", Base32.decode, .notCanonical),
            ("MY", Base32.decode, .notCanonical), ("my======", Base32.decode, .malformed), ("M=======", Base32.decode, .malformed),
            ("MY=====", Base32.decode, .notCanonical), ("MY======A", Base32.decode, .notCanonical),
            ("MZXW6YTB========", Base32.decode, .notCanonical), ("========", Base32.decode, .notCanonical),
            ("MZXW6YT1", Base32.decode, .malformed), ("abc", Hex.decode, .malformed), ("0x", Hex.decode, .malformed),
            ("a ", Hex.decode, .malformed), ("0\u{0}", Hex.decode, .malformed), ("٠٠", Hex.decode, .malformed),
        ]
        for (text, decode, code) in cases {
            #expect(throws: CoreError(code, ""), "\(text)") { try decode(text) }
        }
    }

    @Test func secretsDecodeToTheSameBytes() throws {
        #expect(try Hex.decodeSecret("00ff10") == SecretBytes(copying: [0, 255, 16]))
        #expect(try Base64URL.decodeSecret("Zm9v") == SecretBytes(copying: Array("foo".utf8)))
        #expect(throws: CoreError(.malformed, "")) { try Base64URL.decodeSecret("Zg==") }
        #expect(throws: CoreError(.malformed, "")) { try Hex.decodeSecret("0g") }
    }
}
