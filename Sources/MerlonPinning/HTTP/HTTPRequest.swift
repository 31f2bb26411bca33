public import MerlonCore

/// One request, with everything that bounds it.
public struct HTTPRequest: Sendable {
    /// The method. Others than these can be made from their names.
    public struct Method: RawRepresentable, Hashable, Sendable {
        /// As it is sent: `GET`.
        public let rawValue: String
        /// Any token in upper case; what is none is refused when the request is sent.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// GET.
        public static let get = Method(rawValue: "GET")
        /// HEAD: the answer has no body.
        public static let head = Method(rawValue: "HEAD")
        /// POST.
        public static let post = Method(rawValue: "POST")
        /// PUT.
        public static let put = Method(rawValue: "PUT")
        /// DELETE.
        public static let delete = Method(rawValue: "DELETE")

        var isToken: Bool {
            !rawValue.isEmpty && rawValue.utf8.count <= 32
                && rawValue.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") }
        }
    }

    /// What happens when the server points elsewhere (a status of 301, 302, 303, 307 or 308).
    public enum RedirectPolicy: Hashable, Sendable {
        /// The request fails with ``PinningError/Code/redirectRefused``. What a token or key endpoint should have.
        case reject
        /// The redirect is the response.
        case deliver
        /// Follows up to so many, 1 ... 20, and only where the pinning policy allows: never to plain HTTP, never out of a policy that names
        /// all hosts. Credentials (`Authorization`, `Cookie`, `Proxy-Authorization`, `DPoP`) and bodies never go to another origin.
        case follow(upTo: Int)
    }

    /// What is done.
    public var method: Method
    /// Where.
    public var url: HTTPURL
    /// Fields beside those that the transport sets: `Host`, `Content-Length`, `Connection`, `Accept-Encoding`, `Transfer-Encoding`.
    public var headers: HTTPHeaders
    /// What is sent after the header, if anything.
    public var body: [UInt8]?
    /// The longest body of an answer that is taken, in bytes.
    public var maximumResponseBody: Int
    /// The time for everything: looking up the name, connecting, the handshake, redirects, the last byte of the body.
    public var timeout: TimeSpan
    /// What happens when the server points elsewhere.
    public var redirects: RedirectPolicy

    /// Makes a request: at most 1 MiB of answer, 30 seconds, no redirects unless said otherwise.
    public init(
        _ method: Method = .get, _ url: HTTPURL, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8]? = nil,
        maximumResponseBody: Int = 1 << 20, timeout: TimeSpan = .seconds(30), redirects: RedirectPolicy = .reject
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.maximumResponseBody = maximumResponseBody
        self.timeout = timeout
        self.redirects = redirects
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method, host and names of headers: paths, queries, values and bodies may be secret.
    public var description: String { "\(method.rawValue) \(url.scheme.rawValue)://\(url.authority) [\(headers)]" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
