import MerlonCore

/// PEM text (RFC 7468), one block of one label. Read as the RFC's lax form: lines of any length, CR LF or LF, white space around.
enum PEM {
    /// The most characters that are looked at.
    static let maximumCount = 64 << 10

    static func text(_ bytes: [UInt8], label: String) -> String {
        var body = Base64URL.encode(bytes).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        while body.count % 4 != 0 { body.append("=") }
        let lines = stride(from: 0, to: body.count, by: 64).map { String(body[$0..<min($0 + 64, body.count)]) }
        return "-----BEGIN \(label)-----\n" + lines.map { $0 + "\n" }.joined() + "-----END \(label)-----\n"
    }

    static func bytes(_ text: String, label: String) throws(CryptoError) -> [UInt8] {
        let body = try body(text, label)
        return try translatingCoreErrors { () throws(CoreError) in try Base64URL.decode(body) }
    }

    /// As ``bytes(_:label:)``, into secret memory. The text itself stays where it is, and so may a copy of it.
    static func secret(_ text: String, label: String) throws(CryptoError) -> SecretBytes {
        let body = try body(text, label)
        return try translatingCoreErrors { () throws(CoreError) in try Base64URL.decodeSecret(body) }
    }

    /// The text between the two lines, without white space and padding, in the other alphabet of RFC 4648.
    private static func body(_ text: String, _ label: String) throws(CryptoError) -> String {
        let (start, end) = ("-----BEGIN \(label)-----", "-----END \(label)-----")
        let space: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0.isNewline }
        guard text.utf8.count <= maximumCount else { throw CryptoError(.limitExceeded, "PEM text of more than \(maximumCount) bytes.") }
        var rest = Substring(text)
        rest = rest.drop(while: space)
        while let last = rest.last, space(last) { rest.removeLast() }
        guard rest.hasPrefix(start), rest.hasSuffix(end), rest.count >= start.count + end.count else {
            throw CryptoError(.malformed, "Not one PEM block of a \(label).")
        }
        var characters = rest.dropFirst(start.count).dropLast(end.count).filter { !space($0) }
        let padding = characters.reversed().prefix { $0 == "=" }.count
        guard characters.count % 4 == 0, padding <= 2, !characters.contains("-"), !characters.contains("_") else {
            throw CryptoError(.malformed, "The Base64 of the PEM text is malformed.")
        }
        characters.removeLast(padding)
        return String(characters.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }
}
