/// What moves an account from one code to the next.
public enum OTPFactor: Hashable, Sendable {
    /// A counter that rises with each use (HOTP): that of the next code.
    case counter(UInt64)
    /// The time (TOTP).
    case time(OTPTimeStep)
}
