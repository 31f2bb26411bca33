/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5; RFC 7515, section 2), as JOSE and OAuth use it.
///
/// Conversion takes a time that depends on the length alone.
public enum Base64URL: Sendable {
    /// The bytes as text, without padding.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: unsafe withContiguousBytes(of: bytes) { unsafe BinaryText<Base64URLAlphabet>.encode($0) }, as: UTF8.self)
    }

    /// The bytes of a text in its one canonical form: padding, white space, `+`, `/` and unused bits that are not zero are refused.
    ///
    /// Throws ``CoreError/Code/malformed``, or ``CoreError/Code/notCanonical`` for unused bits.
    public static func decode(_ text: String) throws(CoreError) -> [UInt8] {
        try BinaryText<Base64URLAlphabet>.decodeStrictly(Array(text.utf8), as: "Base64URL")
    }

    /// As ``decode(_:)``, from bytes of text into a buffer that has at least ``byteCount(ofCharacters:)`` of room. Gives how many were written.
    package static func decode(_ text: UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer) throws(CoreError) -> Int {
        unsafe try BinaryText<Base64URLAlphabet>.decodeStrictly(text, into: bytes, as: "Base64URL")
    }

    /// How many bytes so many characters hold, or `nil` when no whole number of bytes has that many.
    package static func byteCount(ofCharacters count: Int) -> Int? { BinaryText<Base64URLAlphabet>.byteCount(ofCharacters: count) }

    /// As ``decode(_:)``, into protected memory. The text itself stays where it is.
    public static func decodeSecret(_ text: String) throws(CoreError) -> SecretBytes {
        var characters = Array(text.utf8)
        defer { wipe(&characters) }
        return try BinaryText<Base64URLAlphabet>.decodeSecret(characters, as: "Base64URL")
    }

    /// As ``decode(_:)``, from protected memory into protected memory.
    public static func decodeSecret(_ text: SecretBytes) throws(CoreError) -> SecretBytes {
        unsafe try text.withUnsafeBytes { (text) throws(CoreError) in
            unsafe try BinaryText<Base64URLAlphabet>.decodeSecret(text, as: "Base64URL")
        }
    }
}

private enum Base64URLAlphabet: BinaryAlphabet {
    static var bits: Int { 6 }

    /// A-Z, a-z, 0-9, `-`, `_`: each addend is the jump in ASCII from one run to the next.
    static func character(for value: Int32) -> Int32 {
        value + 65 + (maskAtLeast(value, 26) & 6) + (maskAtLeast(value, 52) & -75) + (maskAtLeast(value, 62) & -13)
            + (maskAtLeast(value, 63) & 49)
    }

    @inline(__always) static func value(of character: Int32) -> Int32 {
        let letters =
            (maskWithin(character, 0x41...0x5A) & (character - 0x41 + 1)) + (maskWithin(character, 0x61...0x7A) & (character - 0x61 + 27))
        let digits = maskWithin(character, 0x30...0x39) & (character - 0x30 + 53)
        let signs = (maskWithin(character, 0x2D...0x2D) & 63) + (maskWithin(character, 0x5F...0x5F) & 64)
        return -1 + letters + digits + signs
    }
}
