internal import MerlonCore

/// An absolute `https` or `http` URL, taken apart once and strictly (RFC 3986).
///
/// Two readers of a sloppy URL may see two hosts; so this one refuses what others repair: credentials before the host, backslashes, blanks,
/// control characters, anything outside of ASCII except in the host, and other schemes. The fragment never goes to a server and is dropped.
public struct HTTPURL: Hashable, Sendable, CustomStringConvertible {
    /// How the server is reached.
    public enum Scheme: String, Hashable, Sendable {
        /// HTTP over TLS.
        case https
        /// Plain HTTP, which pinned transports refuse; it can be read so that the refusal can say so.
        case http

        /// The port that need not be said: 443 or 80.
        public var defaultPort: UInt16 { self == .https ? 443 : 80 }
    }

    /// How the server is reached.
    public let scheme: Scheme
    /// The server.
    public let host: HostName
    /// The port, also where the URL leaves it out.
    public let port: UInt16
    /// Path and query as they are sent: starts with `/`, percent-encoded.
    public let target: String

    /// The longest that is read, in bytes.
    public static let maximumByteCount = 8192

    /// Reads a URL. Throws ``PinningError/Code/invalidURL``, or ``PinningError/Code/invalidHost``.
    public init(_ text: String) throws(PinningError) {
        guard text.utf8.count <= Self.maximumByteCount else { throw Self.invalid("it is longer than \(Self.maximumByteCount) bytes") }
        guard let colon = text.firstIndex(of: ":"), let scheme = Scheme(rawValue: text[..<colon].lowercased()),
            text[text.index(after: colon)...].hasPrefix("//")
        else { throw Self.invalid("it is no absolute https or http URL") }
        let rest = text[text.index(colon, offsetBy: 3)...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        (host, port) = try Self.authority(rest[..<end], scheme)
        self.scheme = scheme
        target = try Self.target(rest[end...])
    }

    /// Puts a URL together from a host and a target, which is checked as if it stood in a URL.
    public init(
        scheme: Scheme = .https, host: HostName, port: UInt16? = nil, target: String = "/"
    ) throws(PinningError) {
        self.scheme = scheme
        self.host = host
        self.port = port ?? scheme.defaultPort
        guard self.port != 0 else { throw Self.invalid("there is no port 0") }
        self.target = try Self.target(target[...])
    }

    /// The whole URL, with the host in canonical form, without a port that goes without saying.
    public var description: String { "\(scheme.rawValue)://\(authority)\(target)" }

    /// Host and, where it is not the scheme's own, port: what the `Host` header says.
    public var authority: String { port == scheme.defaultPort ? host.inURL : "\(host.inURL):\(port)" }

    /// Whether both are served by the same scheme, host and port (RFC 6454).
    public func hasSameOrigin(as other: HTTPURL) -> Bool { scheme == other.scheme && host == other.host && port == other.port }

    private static func authority(_ text: Substring, _ scheme: Scheme) throws(PinningError) -> (HostName, UInt16) {
        guard !text.isEmpty else { throw invalid("it has no host") }
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") }) else {
            throw invalid("credentials, percent signs and backslashes have no place before the path")
        }
        let portStart: Substring.Index?
        if text.hasPrefix("[") {
            guard let close = text.firstIndex(of: "]") else { throw invalid("an IPv6 address is not closed") }
            let after = text.index(after: close)
            guard after == text.endIndex || text[after] == ":" else { throw invalid("something follows the IPv6 address") }
            portStart = after == text.endIndex ? nil : after
        } else {
            portStart = text.firstIndex(of: ":")
        }
        guard let portStart else { return (try HostName(String(text)), scheme.defaultPort) }
        let digits = text[text.index(after: portStart)...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits), port != 0 else {
            throw invalid("the port is no number from 1 to 65535")
        }
        return (try HostName(String(text[..<portStart])), port)
    }

    static func target(_ text: Substring) throws(PinningError) -> String {
        let sent = text.prefix { $0 != "#" }
        for byte in text.utf8 {
            let isRefused: Bool =
                switch byte {
                case 0...0x20, 0x7F...0xFF: true
                case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"),
                    UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
                    true
                default: false
                }
            if isRefused { throw invalid("a character in the path or query must be percent-encoded") }
        }
        return sent.hasPrefix("/") ? String(sent) : "/" + sent
    }

    static func invalid(_ reason: String) -> PinningError { PinningError(.invalidURL, "Not a URL for this use: \(reason).") }
}
