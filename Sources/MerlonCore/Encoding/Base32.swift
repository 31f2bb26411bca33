/// Base32 (RFC 4648, section 6). Conversion takes a time that depends on the length alone.
public enum Base32: Sendable {
    /// The bytes as upper-case text, padded with `=` to a multiple of eight characters unless `padded` is false.
    public static func encode(_ bytes: some Collection<UInt8>, padded: Bool = true) -> String {
        var text = unsafe withContiguousBytes(of: bytes) { unsafe BinaryText<Base32Alphabet>.encode($0) }
        if padded { while text.count % 8 != 0 { text.append(padding) } }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text in its one canonical form: upper case, padded, no white space, unused bits zero.
    ///
    /// Throws ``CoreError/Code/malformed``, or ``CoreError/Code/notCanonical`` for padding or unused bits that are wrong.
    public static func decode(_ text: String) throws(CoreError) -> [UInt8] {
        let characters = Array(text.utf8)
        let body = characters.prefix { $0 != padding }
        let wanted = (8 - body.count % 8) % 8
        guard characters.count == body.count + wanted, characters.suffix(wanted).allSatisfy({ $0 == padding }) else {
            throw CoreError(.notCanonical, "Base32 text is padded with = to a multiple of eight characters.")
        }
        return try BinaryText<Base32Alphabet>.decodeStrictly(Array(body), as: "Base32")
    }

    /// The key of a one-time-password generator, as people and providers write it.
    ///
    /// Either case; blanks and hyphens anywhere; padding at the end, also as `%3D`, or none; unused bits are ignored, as authenticator apps
    /// do. Everything else is refused, and the reason says what a digit that Base32 lacks most likely stands for. Digits are never
    /// replaced: a key that was guessed gives codes that never match.
    public static func decodeOneTimePasswordKey(_ text: String) throws(CoreError) -> SecretBytes {
        var characters: [UInt8] = []
        characters.reserveCapacity(text.utf8.count)
        defer { wipe(&characters) }
        for scalar in text.unicodeScalars where !isFiller(scalar) {
            guard scalar.isASCII else { throw CoreError(.malformed, "A character outside of ASCII in a Base32 key.") }
            let byte = UInt8(scalar.value)
            characters.append((0x61...0x7A).contains(byte) ? byte - 0x20 : byte)
        }
        removePadding(from: &characters)
        if let digit = characters.first(where: { confusions[$0] != nil }), let reason = confusions[digit] {
            throw CoreError(.malformed, reason)
        }
        guard !characters.isEmpty else { throw CoreError(.malformed, "The key is empty.") }
        return try BinaryText<Base32Alphabet>.decodeSecret(characters, as: "Base32", ignoringUnusedBits: true)
    }

    private static let padding = UInt8(ascii: "=")

    private static let confusions: [UInt8: String] = [
        UInt8(ascii: "0"): "Base32 has no digit 0: it is most likely the letter O.",
        UInt8(ascii: "1"): "Base32 has no digit 1: it is most likely the letter I or L.",
        UInt8(ascii: "8"): "Base32 has no digit 8: it is most likely the letter B.",
        UInt8(ascii: "9"): "Base32 has no digit 9: it is most likely the letter G.",
    ]

    private static func isFiller(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar == "-" || scalar.properties.generalCategory == .dashPunctuation || scalar == "\u{200B}"
    }

    private static func removePadding(from characters: inout [UInt8]) {
        let escaped = Array("%3D".utf8)
        while true {
            if characters.last == padding {
                characters.removeLast()
            } else if characters.suffix(escaped.count).elementsEqual(escaped) {
                characters.removeLast(escaped.count)
            } else {
                return
            }
        }
    }
}

private enum Base32Alphabet: BinaryAlphabet {
    static var bits: Int { 5 }

    static func character(for value: Int32) -> Int32 { value + 65 + (maskAtLeast(value, 26) & -41) }

    static func value(of character: Int32) -> Int32 {
        -1 + (maskWithin(character, 0x41...0x5A) & (character - 0x41 + 1)) + (maskWithin(character, 0x32...0x37) & (character - 0x32 + 27))
    }
}
