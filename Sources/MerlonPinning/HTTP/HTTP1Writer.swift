internal import MerlonCore

/// A request as HTTP/1.1 sends it (RFC 9112).
enum HTTP1Writer {
    /// Fields that say how the message is framed or which connection it is on: the transport's, never the caller's.
    static let reserved: Set<String> = [
        "host", "content-length", "transfer-encoding", "connection", "accept-encoding", "te", "trailer", "upgrade", "expect", "keep-alive",
        "proxy-connection",
    ]

    /// The bytes to send. Throws ``PinningError/Code/invalidArgument`` for a method that is none, or a header that is the transport's.
    static func bytes(of request: HTTPRequest) throws(PinningError) -> [UInt8] {
        try check(request)
        var head = "\(request.method.rawValue) \(request.url.target) HTTP/1.1\r\nhost: \(request.url.authority)\r\n"
        head += "connection: close\r\naccept-encoding: identity\r\n"
        for field in request.headers.fields { head += "\(field.name): \(field.value)\r\n" }
        if let body = request.body {
            head += "content-length: \(body.count)\r\n"
        } else if request.method == .post || request.method == .put {
            head += "content-length: 0\r\n"
        }
        return Array((head + "\r\n").utf8) + (request.body ?? [])
    }

    static func check(_ request: HTTPRequest) throws(PinningError) {
        guard request.method.isToken else { throw PinningError(.invalidArgument, "The method is no token in upper case.") }
        guard request.maximumResponseBody >= 0, request.timeout > .zero else {
            throw PinningError(.invalidArgument, "The time-out must be positive, and the longest body not negative.")
        }
        guard request.body == nil || (request.method != .get && request.method != .head) else {
            throw PinningError(.invalidArgument, "GET and HEAD have no body.")
        }
        if let field = request.headers.fields.first(where: { reserved.contains($0.name) }) {
            throw PinningError(.invalidArgument, "The header field \(field.name) is set by the transport.")
        }
    }
}
