/// One way to log in that a server or a proxy offers: a challenge of `WWW-Authenticate` or `Proxy-Authenticate` (RFC 9110, 11.6.1).
package struct HTTPChallenge: Hashable, Sendable {
    /// The scheme in lower case: `basic`, `digest`, `ntlm`, `bearer`.
    package let scheme: String
    /// What the login is for, in the server's words.
    package let realm: String?

    package init(scheme: String, realm: String? = nil) {
        self.scheme = scheme
        self.realm = realm
    }

    /// The longest field that is read, in bytes.
    package static let maximumByteCount = 16 << 10
    /// The most challenges of a field.
    package static let maximumChallenges = 16

    /// The challenges of a field, in order. A field that cannot be read, or is over a cap, offers nothing.
    package static func challenges(in field: String) -> [HTTPChallenge] {
        guard field.utf8.count <= maximumByteCount else { return [] }
        var reader = Reader(bytes: Array(field.utf8))
        return reader.read() ?? []
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

        mutating func read() -> [HTTPChallenge]? {
            var found: [HTTPChallenge] = []
            while true {
                skip { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
                if next == nil { return found }
                let word = take(while: Self.isToken)
                guard !word.isEmpty else { return nil }
                let end = position
                skip(while: Self.isBlank)
                if let last = found.last, next == UInt8(ascii: "=") {
                    // A parameter of the challenge before. A realm that is said twice is read in two ways.
                    position += 1
                    skip(while: Self.isBlank)
                    guard let value = value() else { return nil }
                    guard word.lowercased() == "realm" else { continue }
                    guard last.realm == nil else { return nil }
                    found[found.count - 1] = HTTPChallenge(scheme: last.scheme, realm: value)
                } else {
                    guard found.count < HTTPChallenge.maximumChallenges else { return nil }
                    found.append(HTTPChallenge(scheme: word.lowercased()))
                    if position > end { skipToken68() }
                }
            }
        }

        /// Base64 that some schemes have in place of parameters: it stands alone up to the next comma.
        private mutating func skipToken68() {
            let start = position
            skip { Self.isToken($0) || $0 == UInt8(ascii: "/") }
            skip { $0 == UInt8(ascii: "=") }
            skip(while: Self.isBlank)
            if next != nil, next != UInt8(ascii: ",") { position = start }
        }

        private mutating func value() -> String? {
            guard next == UInt8(ascii: "\"") else {
                let word = take(while: Self.isToken)
                return word.isEmpty ? nil : word
            }
            position += 1
            var text: [UInt8] = []
            while let byte = next {
                position += 1
                if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
                if byte == UInt8(ascii: "\\") {
                    guard let escaped = next else { return nil }
                    position += 1
                    text.append(escaped)
                } else {
                    text.append(byte)
                }
            }
            return nil
        }

        private mutating func skip(while isSkipped: (UInt8) -> Bool) {
            while let byte = next, isSkipped(byte) { position += 1 }
        }

        private mutating func take(while isTaken: (UInt8) -> Bool) -> String {
            let start = position
            skip(while: isTaken)
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }

        private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

        private static func isToken(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }
    }
}
