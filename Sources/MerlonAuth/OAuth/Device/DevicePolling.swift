import MerlonCore

/// When a device asks again, and when it gives up (RFC 8628, 3.5): no clock, no network.
struct DevicePolling {
    private(set) var interval: TimeSpan
    private let end: MonotonicTime

    /// The longest time between two requests.
    static let longest = TimeSpan.minutes(5)

    init(interval: TimeSpan, end: MonotonicTime) {
        self.interval = interval
        self.end = end
    }

    /// How long to wait before the next request; throws when the code will have expired.
    func pause(now: MonotonicTime) throws(AuthError) -> TimeSpan {
        guard now + interval < end else { throw AuthError(.expired, "Nobody has signed in in time.") }
        return interval
    }

    /// Takes a refusal: returns when it is worth asking again, throws otherwise.
    mutating func take(_ refusal: EndpointRefusal) throws(AuthError) {
        guard refusal.isRefusal else {
            // The server's own trouble: it is asked less often.
            return try takeSilence(refusal.error(refusedGrant: .authenticationFailed))
        }
        switch refusal.code {
        case "authorization_pending": break
        case "slow_down": interval = min(interval + .seconds(5), Self.longest)
        case "access_denied": throw AuthError(.userCancelled, "The person or the server said no.")
        case "expired_token": throw AuthError(.expired, "Nobody has signed in in time.")
        default: throw refusal.error(refusedGrant: .authenticationFailed)
        }
    }

    /// Takes that there was no answer: half as often from now on, or as the server says.
    mutating func takeSilence(_ error: AuthError) throws(AuthError) {
        guard error.code == .unavailable else { throw error }
        interval = min(max(interval + interval, error.retryAfter ?? .zero), Self.longest)
    }
}
