import MerlonPinning

/// Where the server sends the browser back to. It is compared byte for byte, as registered with the server (OAuth 2.1, 2.3.1).
public struct RedirectURI: Hashable, Sendable, CustomStringConvertible {
    /// How the answer comes to the app (RFC 8252, 7).
    public enum Kind: Hashable, Sendable {
        /// A scheme that the app has claimed, which another app can claim too: PKCE is what protects the code then.
        case privateScheme(String)
        /// An `https` URL that the system gives to this app alone.
        case claimedHTTPS(host: String, path: String)
        /// A port of this machine.
        case loopback(port: UInt16)
    }

    /// As it was given.
    public let description: String
    /// How the answer comes to the app.
    public let kind: Kind

    /// The longest, in bytes.
    public static let maximumByteCount = 1024

    /// Reads a redirect URI.
    ///
    /// Throws ``AuthError/Code/invalidArgument`` for one with a query or fragment, for a private scheme that is no reversed domain name (RFC 8252,
    /// 7.1: `com.example.app`), and for plain `http` to anything but 127.0.0.1 and `[::1]` (RFC 8252, 8.3: not `localhost`, which can be made to be
    /// elsewhere).
    public init(_ text: String) throws(AuthError) {
        guard text.utf8.count <= Self.maximumByteCount, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !text.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }),
            let colon = text.firstIndex(of: ":"), let kind = Self.kind(text, scheme: text[..<colon])
        else { throw AuthError(.invalidArgument, "Not a redirect URI that answers to this app alone can come to.") }
        description = text
        self.kind = kind
    }

    private static func kind(_ text: String, scheme: Substring) -> Kind? {
        switch scheme {
        case "https": return (try? HTTPURL(text)).map { .claimedHTTPS(host: $0.host.description, path: $0.target) }
        case "http":
            guard let url = try? HTTPURL(text), text.hasPrefix("http://127.0.0.1:") || text.hasPrefix("http://[::1]:") else { return nil }
            return .loopback(port: url.port)
        default:
            guard scheme.utf8.contains(UInt8(ascii: ".")), scheme.utf8.first.map({ (0x61...0x7A).contains($0) }) ?? false,
                scheme.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }),
                text.utf8.count > scheme.utf8.count + 1
            else { return nil }
            return .privateScheme(String(scheme))
        }
    }
}
