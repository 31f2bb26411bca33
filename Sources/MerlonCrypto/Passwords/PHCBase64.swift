import MerlonCore

/// The Base64 of PHC strings: the standard alphabet without padding.
enum PHCBase64 {
    static func encode(_ bytes: [UInt8]) -> String {
        String(Base64URL.encode(bytes).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    }

    static func decode(_ text: String) throws(CryptoError) -> [UInt8] {
        guard !text.contains("-"), !text.contains("_") else { throw CryptoError(.malformed, "Not the Base64 of a PHC string.") }
        let translated = String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
        return try translatingCoreErrors { () throws(CoreError) in try Base64URL.decode(translated) }
    }
}
