/// What to do with an answer that may point elsewhere: a pure function that every transport shares.
enum Redirection {
    /// The answer is what was asked for.
    case deliver
    /// Another request comes first.
    case follow(HTTPRequest)

    /// Decides. `followed` redirects were followed so far; `isAllowed` asks the pinning policy about the next host.
    static func decide(
        _ request: HTTPRequest, status: Int, location: String?, followed: Int, isAllowed: (HTTPURL) throws(PinningError) -> Void
    ) throws(PinningError) -> Redirection {
        guard [301, 302, 303, 307, 308].contains(status), let location else { return .deliver }
        let limit: Int
        switch request.redirects {
        case .deliver: return .deliver
        case .reject: throw PinningError(.redirectRefused, "The server redirects, and the request takes no redirects.")
        case .follow(let upTo): limit = min(max(upTo, 1), 20)
        }
        guard followed < limit else { throw PinningError(.redirectRefused, "More than \(limit) redirects.") }
        let url: HTTPURL
        do throws(PinningError) { url = try request.url.resolving(location) } catch {
            throw PinningError(.redirectRefused, "The server redirects to something that is no https URL.")
        }
        guard url.scheme == .https || request.url.scheme == .http else {
            throw PinningError(.redirectRefused, "The server redirects from TLS to plain HTTP at \(url.host).")
        }
        do throws(PinningError) { try isAllowed(url) } catch {
            throw PinningError(.redirectRefused, "The server redirects to \(url.host), which the policy refuses: \(error.reason)")
        }
        var next = request
        next.url = url
        // RFC 9110, 15.4: 303 becomes GET; for 301 and 302 everybody turns POST into GET.
        let becomesGET = status == 303 ? request.method != .head : status <= 302 && request.method == .post
        if becomesGET {
            next.method = .get
            next.body = nil
            for name in ["content-type", "content-encoding", "content-language", "content-location"] { next.headers.remove(name) }
        }
        if !url.hasSameOrigin(as: request.url) {
            guard next.body == nil else {
                throw PinningError(.redirectRefused, "The server redirects a request with a body to another origin, \(url.host).")
            }
            for name in ["authorization", "cookie", "proxy-authorization", "dpop"] { next.headers.remove(name) }
        }
        return .follow(next)
    }
}

extension HTTPRequest {
    /// The request that an answer asks for, by the rules of every transport; `nil` when the answer is what was asked for.
    package func following(
        status: Int, location: String?, followed: Int, under policy: PinningPolicy
    ) throws(PinningError) -> HTTPRequest? {
        let next = try Redirection.decide(self, status: status, location: location, followed: followed) { (url) throws(PinningError) in
            try policy.checkRequest(to: url)
        }
        if case .follow(let request) = next { return request }
        return nil
    }
}
