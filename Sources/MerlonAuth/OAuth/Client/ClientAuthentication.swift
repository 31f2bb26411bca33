public import MerlonCore

/// How a client shows the token endpoint who it is.
public enum ClientAuthentication: Sendable {
    /// By its identifier alone: an app, which can keep no secret from whoever has it (OAuth 2.1, 2.1).
    case none
    /// By a secret in the `Authorization` header (OAuth 2.1, 2.4.1): a program on a server of one's own.
    case secret(SecretBytes)

    /// What a request has in its header and its form for it.
    func credentials(of clientID: String) -> (header: Redacted<String>?, form: [(String, String)]) {
        switch self {
        case .none: return (nil, [("client_id", clientID)])
        case .secret(let secret):
            // Both are form-encoded before they are joined (RFC 6749, 2.3.1).
            let pair = "\(PercentEncoding.encode(clientID)):\(PercentEncoding.encode(secret.text))"
            return (Redacted("Basic \(Base64.encode(pair))"), [])
        }
    }
}

/// Base64 with padding (RFC 4648, 4), as HTTP's Basic scheme has it.
private enum Base64 {
    static func encode(_ text: String) -> String {
        let plain = Base64URL.encode(Array(text.utf8)).utf8.map { byte -> UInt8 in
            byte == UInt8(ascii: "-") ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte
        }
        return String(decoding: plain + [UInt8](repeating: UInt8(ascii: "="), count: (4 - plain.count % 4) % 4), as: UTF8.self)
    }
}

extension SecretBytes {
    /// The bytes as text, on their way into a request.
    var text: String { unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }
}
