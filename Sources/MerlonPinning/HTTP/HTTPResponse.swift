/// One answer, whole: status, header fields, and a body no longer than the request allowed.
public struct HTTPResponse: Sendable {
    /// The status code, 200 ... 599.
    public let status: Int
    /// The header fields.
    public let headers: HTTPHeaders
    /// The body, as it was sent: transports ask for no compression.
    public let body: [UInt8]
    /// Where it came from: the last URL after redirects.
    public let url: HTTPURL

    /// Makes a response: for transports, and for tests that stand in for one.
    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [], url: HTTPURL) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
    }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status, host and sizes: the rest may be secret.
    public var description: String { "\(status) from \(url.scheme.rawValue)://\(url.authority), \(body.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}
