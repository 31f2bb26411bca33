public import MerlonCore

/// Codes by time (RFC 6238).
///
/// Gives codes; does not check any. A server checks with ``OTPVerifier``, which accepts a code once.
public struct TOTP: Hashable, Sendable {
    /// A code and how long it is shown.
    public struct Moment: Hashable, Sendable {
        /// The code of now.
        public let code: OTPCode
        /// The code of the next step, for a person who cannot type the present one in time.
        public let next: OTPCode
        /// The number of the step.
        public let step: UInt64
        /// Whole seconds until the next step begins, 1 ... period.
        public let secondsLeft: Int64
    }

    /// The codes by number of step.
    public let hotp: HOTP
    /// How time is counted.
    public let timeStep: OTPTimeStep

    /// Makes it; the defaults are the RFC's.
    public init(
        secret: OTPSecret, algorithm: OTPAlgorithm = .sha1, format: OTPFormat = .sixDigits, timeStep: OTPTimeStep = .standard
    ) {
        self.init(hotp: HOTP(secret: secret, algorithm: algorithm, format: format), timeStep: timeStep)
    }

    /// Makes it of codes by number.
    public init(hotp: HOTP, timeStep: OTPTimeStep = .standard) {
        self.hotp = hotp
        self.timeStep = timeStep
    }

    /// The code at a time, from the origin to the end of 64-bit seconds.
    public func code(at time: WallTime) throws(AuthError) -> OTPCode { try hotp.code(at: try timeStep.step(at: time)) }

    /// The code at a time, the next one, and the seconds left.
    public func moment(at time: WallTime) throws(AuthError) -> Moment {
        let step = try timeStep.step(at: time)
        return Moment(
            code: try hotp.code(at: step), next: try hotp.code(at: step &+ 1), step: step, secondsLeft: try timeStep.secondsLeft(at: time))
    }
}
