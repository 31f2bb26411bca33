/// Secrets that have no form of their own, told by the name that they are assigned to: `api_key = "…"`.
enum LabelledSecret {
    /// Names that a value of high entropy after them makes a secret, in lower case.
    static let labels = [
        "secret", "api_key", "apikey", "api-key", "access_key", "accesskey", "access-key", "private_key", "privatekey", "password",
        "passwd",
        "auth_token", "authtoken", "access_token", "accesstoken", "refresh_token", "encryption_key", "encryptionkey",
    ]

    /// The value of an assignment whose label starts at `head`, if it reads as a secret.
    static func value(in bytes: SecretBytesView, at head: Int, label: String) -> Range<Int>? {
        // The label may go on, as in `client_secret_key`, but a word that merely holds it (`secretary`) may not.
        // A qualified name (`AWS::SecretsManager::Secret`) labels nothing secret.
        if bytes[head - 1] == UInt8(ascii: ":") { return nil }
        var index = head + label.utf8.count
        let rest = bytes.end(of: index, limit: 24) { SecretShapes.isAlphanumeric($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
        if rest > index, let next = bytes[index], next >= 0x61, next <= 0x7A { return nil }
        index = rest
        index = bytes.end(of: index, limit: 3) { "\"' ".utf8.contains($0) }
        guard let sign = bytes[index], sign == UInt8(ascii: "=") || sign == UInt8(ascii: ":") else { return nil }
        index = bytes.end(of: index + 1, limit: 4) { "\"' =>@".utf8.contains($0) }
        let end = bytes.end(of: index, limit: 160) { SecretFormat.Alphabet.base64.contains($0) || "-_=".utf8.contains($0) }
        guard end - index >= 16, end - index <= 128, isRandom(bytes.copy(index..<end)) else { return nil }
        // What goes on is a path, a call or a template, not a value.
        if let next = bytes[end], ".({$%[<\\@".utf8.contains(next) { return nil }
        return index..<end
    }

    /// Letters and at least three digits mixed, and no words joined together.
    private static func isRandom(_ value: [UInt8]) -> Bool {
        let digits = value.count(where: SecretShapes.isDigit)
        let letters = value.count { SecretShapes.isAlphanumeric($0) && !SecretShapes.isDigit($0) }
        guard digits >= 3, letters >= 3, Placeholder.entropy(of: value) >= 3 else { return false }
        // In random text a digit follows a letter, or a letter a digit, all the time; in `kSecAttrToken2048` once.
        let changes = zip(value, value.dropFirst()).count { SecretShapes.isDigit($0) != SecretShapes.isDigit($1) }
        return changes >= 4
    }
}
