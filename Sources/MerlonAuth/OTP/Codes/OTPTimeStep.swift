public import MerlonCore

/// How time is counted for TOTP (RFC 6238, 4.2): in steps of a period, from an origin.
public struct OTPTimeStep: Hashable, Sendable {
    /// Steps of 30 seconds since 1970: what nearly every service uses.
    public static let standard = OTPTimeStep(checked: 30, origin: 0)

    /// The longest period in seconds: a year. What lasts longer is a password, not a one-time password.
    public static let maximumPeriod: Int64 = 366 * 86_400

    /// Seconds of a step (X in the RFC): 1 ... ``maximumPeriod``.
    public let period: Int64
    /// The time of step 0 in POSIX seconds (T0 in the RFC).
    public let origin: Int64

    /// Makes it.
    public init(period: Int64, origin: Int64 = 0) throws(AuthError) {
        guard (1...Self.maximumPeriod).contains(period) else {
            throw AuthError(.invalidArgument, "A period has 1 to \(Self.maximumPeriod) seconds, not \(period).")
        }
        self.init(checked: period, origin: origin)
    }

    private init(checked period: Int64, origin: Int64) {
        self.period = period
        self.origin = origin
    }

    /// The number of the step that `time` is in.
    ///
    /// Throws ``AuthError/Code/clockMovedBack`` for a time before the origin, which has none.
    public func step(at time: WallTime) throws(AuthError) -> UInt64 { try elapsed(at: time) / UInt64(period) }

    /// The whole seconds for which the code of `time` is still shown, 1 ... ``period``.
    public func secondsLeft(at time: WallTime) throws(AuthError) -> Int64 { period - Int64(try elapsed(at: time) % UInt64(period)) }

    private func elapsed(at time: WallTime) throws(AuthError) -> UInt64 {
        guard time.seconds >= origin else { throw AuthError(.clockMovedBack, "The clock shows a time before the origin of the steps.") }
        // The true difference of any two Int64 in this order fits.
        return UInt64(bitPattern: time.seconds &- origin)
    }
}
