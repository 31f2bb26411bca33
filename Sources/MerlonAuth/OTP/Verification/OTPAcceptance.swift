/// That a code was right, and was used up by it.
public struct OTPAcceptance: Hashable, Sendable {
    /// The step of time or the counter of the code: no code up to it will be accepted again.
    public let factor: UInt64
    /// By how many steps the device's clock is off the server's, or how many counters were skipped. It is stored already, and the next window
    /// lies around it (RFC 6238, 6).
    public let drift: Int64
}

/// Something that a server's operator wants to know of. Never shown to whoever tried.
public struct OTPAbuse: Hashable, Sendable {
    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// A code that was right and had been used came again.
        case replay(factor: UInt64)
        /// So many wrong codes in a row, more than cost nothing.
        case burst(failures: Int)
        /// An attempt during a wait; nothing was checked.
        case attemptWhileDelayed(failures: Int)
        /// The account is locked until somebody unlocks it.
        case lockedOut(failures: Int)
        /// The device's clock or counter moved by more than the window since the last code.
        case driftJump(from: Int64, to: Int64)
    }

    /// Whose account.
    public let account: String
    /// What happened.
    public let kind: Kind
}
