/// Shapes of secrets that a head and a run of characters do not tell.
enum SecretShapes {
    /// `xoxb-` and groups of letters and digits joined by hyphens, the first of them digits.
    static func slackToken(_ bytes: SecretBytesView, _ head: Int) -> Range<Int>? {
        let start = head + 5
        let end = bytes.end(of: start, limit: 256) { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
        let digits = bytes.end(of: start, limit: 16) { isDigit($0) } - start
        return digits >= 8 && end - start >= 30 ? head..<end : nil
    }

    /// `hooks.slack.com/services/T…/B…/…`
    static func slackWebhook(_ bytes: SecretBytesView, _ head: Int) -> Range<Int>? {
        let start = head + "hooks.slack.com/services/".utf8.count
        let team = bytes.end(of: start, limit: 16, while: isAlphanumeric)
        guard team - start >= 8, bytes[team] == UInt8(ascii: "/"), bytes[team + 1] == UInt8(ascii: "B") else { return nil }
        let hook = bytes.end(of: team + 1, limit: 16, while: isAlphanumeric)
        guard hook - team >= 9, bytes[hook] == UInt8(ascii: "/") else { return nil }
        let end = bytes.end(of: hook + 1, limit: 32, while: isAlphanumeric)
        return end - hook - 1 >= 20 ? start..<end : nil
    }

    /// `github_pat_` with 22 characters, an underscore, and 59 more.
    static func fineGrainedToken(_ bytes: SecretBytesView, _ head: Int) -> Range<Int>? {
        let start = head + 11
        let end = bytes.end(of: start, limit: 100) { isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
        return end - start == 82 ? head..<end : nil
    }

    /// Three parts of Base64URL, the first of which is a JSON object that names an algorithm, the second an object.
    static func webToken(_ bytes: SecretBytesView, _ head: Int) -> Range<Int>? {
        let isPart = SecretFormat.Alphabet.base64URL.contains
        let header = bytes.end(of: head, limit: 1024, while: isPart)
        guard header - head >= 16, bytes[header] == UInt8(ascii: "."), bytes.has("eyJ", at: header + 1) else { return nil }
        guard let json = Base64Prefix.decode(bytes.copy(head..<header)), contains(json, "\"alg\"") else { return nil }
        let payload = bytes.end(of: header + 1, limit: 8192, while: isPart)
        guard bytes[payload] == UInt8(ascii: ".") else { return nil }
        let end = bytes.end(of: payload + 1, limit: 1024, while: isPart)
        // A signature of an HMAC with SHA-256 has 43 characters; without one the token is only an example of its form.
        return end - payload - 1 >= 40 ? head..<end : nil
    }

    /// A PEM block of a private key, with its content: the markers alone stand in every library that reads such files.
    static func pem(_ bytes: SecretBytesView, _ head: Int) -> Range<Int>? {
        let label = head + "-----BEGIN ".utf8.count
        let labelEnd = bytes.end(of: label, limit: 40) { $0 != UInt8(ascii: "-") }
        let text = String(decoding: bytes.copy(label..<labelEnd), as: UTF8.self)
        guard text.hasSuffix("PRIVATE KEY") || text == "PGP PRIVATE KEY BLOCK", bytes.has("-----", at: labelEnd) else { return nil }
        // Line ends may be written out, as in JSON.
        let end = bytes.end(of: labelEnd + 5, limit: 65_536) { byte in
            SecretFormat.Alphabet.base64.contains(byte) || [0x0A, 0x0D, 0x20, 0x09, 0x3D, 0x5C, 0x3A, 0x2C, 0x2D].contains(byte)
        }
        let body = bytes.copy(labelEnd + 5..<end).filter(SecretFormat.Alphabet.base64.contains)
        return body.count >= 64 && Placeholder.entropy(of: body.prefix(256)) >= 4 ? head..<end : nil
    }

    /// A private key in DER, in Base64.
    static func base64Key(_ bytes: SecretBytesView, _ head: Int) -> Range<Int>? {
        let end = bytes.end(of: head, limit: 16_384) { SecretFormat.Alphabet.base64.contains($0) || $0 == UInt8(ascii: "=") }
        guard end - head >= 60, let start = Base64Prefix.decode(bytes.copy(head..<min(end, head + 64))) else { return nil }
        let size = (end - head) * 3 / 4
        return PrivateKeyEncoding(start, size: size) == nil ? nil : head..<end
    }

    /// `scheme://user:password@host`
    static func urlPassword(_ bytes: SecretBytesView, _ head: Int) -> Range<Int>? {
        let start = head + 3
        let isPart = { (byte: UInt8) in byte > 0x20 && byte < 0x7F && !"/@:\"'<>?#{}$%\\()[]*|,;".utf8.contains(byte) }
        let user = bytes.end(of: start, limit: 64, while: isPart)
        guard bytes[user] == UInt8(ascii: ":"), bytes[head - 1].map(isAlphanumeric) == true else { return nil }
        let end = bytes.end(of: user + 1, limit: 128, while: isPart)
        let length = end - user - 1
        guard length >= 6, bytes[end] == UInt8(ascii: "@"), bytes[end + 1].map(isAlphanumeric) == true else { return nil }
        let names: Set<String> = ["password", "passwd", "secret", "username", "hunter2", "letmein"]
        return names.contains(String(decoding: bytes.copy(user + 1..<end), as: UTF8.self).lowercased()) ? nil : user + 1..<end
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool { SecretFormat.Alphabet.alphanumeric.contains(byte) }
    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard bytes.count >= wanted.count else { return false }
        return (0...bytes.count - wanted.count).contains { bytes[$0...].starts(with: wanted) }
    }
}
