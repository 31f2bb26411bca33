import MerlonCore
import MerlonPinning

/// What an endpoint says when it does not do what it was asked (RFC 6749, 5.2). Its texts for people are not passed on: they come from outside.
struct EndpointRefusal {
    let status: Int
    /// `error`, where the body has one.
    let code: String?
    private let retryAfter: TimeSpan?

    init(_ response: HTTPResponse, now: WallTime) {
        status = response.status
        code =
            (try? JSONValue(parsing: response.body, limits: JSONLimits(size: OAuthClient.maximumAnswerByteCount, depth: 8)))?["error"]?
            .string
        retryAfter = response.headers["retry-after"].flatMap { RetryAfter.span($0, now: now) }
    }

    /// Whether the server understood the request and refuses what it asks for. With any other status the body is not the endpoint's own.
    var isRefusal: Bool { status == 400 || status == 401 }

    /// What it means. The grant (a code, a refresh token) is refused by `invalid_grant` alone: whatever else is wrong may be right again later, and
    /// costs nobody their session.
    func error(refusedGrant: AuthError.Code) -> AuthError {
        guard isRefusal else { return AuthError(.unavailable, "The server answers with status \(status).", retryAfter: retryAfter) }
        switch code {
        case "invalid_grant": return AuthError(refusedGrant, "The server refuses the grant.")
        case "invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope":
            return AuthError(.unsupported, "The server refuses what this client asks for.", retryAfter: retryAfter)
        default: return AuthError(.unavailable, "The server answers with status \(status).", retryAfter: retryAfter)
        }
    }
}
