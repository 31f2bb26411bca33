import MerlonCore

/// When a refresh that failed may be tried again: after a second, doubling up to five minutes, or when the server says.
struct RetrySchedule: Sendable {
    private var failures = 0
    private var notBefore: MonotonicTime?

    static let longest = TimeSpan.minutes(5)
    /// The longest wait that a server can ask for.
    static let longestAsked = TimeSpan.hours(1)

    /// Throws while it is too early.
    func check(now: MonotonicTime) throws(AuthError) {
        guard let notBefore, now < notBefore else { return }
        throw AuthError(.unavailable, "The last refresh failed: it is too early for another.", retryAfter: notBefore - now)
    }

    mutating func failed(_ error: AuthError, now: MonotonicTime) {
        let doubled = min(TimeSpan.seconds(1 << min(failures, 16)), Self.longest)
        failures += 1
        notBefore = now + max(doubled, min(error.retryAfter ?? .zero, Self.longestAsked))
    }

    /// The error with the time to wait.
    func error(for cause: AuthError, now: MonotonicTime) -> AuthError {
        AuthError(cause.code, cause.reason, nativeStatus: cause.nativeStatus, retryAfter: notBefore.map { $0 - now })
    }
}
