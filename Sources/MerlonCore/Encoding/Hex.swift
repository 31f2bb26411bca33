/// Hexadecimal text (RFC 4648, section 8). Conversion takes a time that depends on the length alone.
public enum Hex: Sendable {
    /// Two lower-case digits a byte, in order.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: unsafe withContiguousBytes(of: bytes) { unsafe BinaryText<HexAlphabet>.encode($0) }, as: UTF8.self)
    }

    /// The bytes of an even number of digits of either case; nothing else, not even white space.
    ///
    /// Throws ``CoreError/Code/malformed``.
    public static func decode(_ text: String) throws(CoreError) -> [UInt8] {
        try BinaryText<HexAlphabet>.decodeStrictly(Array(text.utf8), as: "hexadecimal")
    }

    /// As ``decode(_:)``, into protected memory. The text itself stays where it is.
    public static func decodeSecret(_ text: String) throws(CoreError) -> SecretBytes {
        var characters = Array(text.utf8)
        defer { wipe(&characters) }
        return try BinaryText<HexAlphabet>.decodeSecret(characters, as: "hexadecimal")
    }
}

private enum HexAlphabet: BinaryAlphabet {
    static var bits: Int { 4 }

    static func character(for value: Int32) -> Int32 { value + 48 + (maskAtLeast(value, 10) & 39) }

    static func value(of character: Int32) -> Int32 {
        -1 + (maskWithin(character, 0x30...0x39) & (character - 0x30 + 1)) + (maskWithin(character, 0x41...0x46) & (character - 0x41 + 11))
            + (maskWithin(character, 0x61...0x66) & (character - 0x61 + 11))
    }
}
