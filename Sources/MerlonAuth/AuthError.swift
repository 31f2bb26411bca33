public import MerlonCore

/// What MerlonAuth throws. Two errors are equal when their codes are equal; the rest is for people and logs.
public struct AuthError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which kind of failure it is. New codes may be added: a `switch` over them needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The stable name of the code.
        public let description: String

        /// A code for a part of this module.
        package init(_ name: String) { description = name }

        /// The credential is not the right one, or was used before. There is one code and no detail, since each detail helps whoever tries.
        public static let authenticationFailed = Code("authentication-failed")
        /// Too many wrong attempts: nothing was checked. ``AuthError/retryAfter`` says when to come back; `nil` means that somebody has to
        /// lift the lock.
        public static let lockedOut = Code("locked-out")
        /// An argument outside of its documented range.
        public static let invalidArgument = Code("invalid-argument")
        /// Text or bytes that the format does not allow.
        public static let malformed = Code("malformed")
        /// A size, count, depth or cost is over its cap.
        public static let limitExceeded = Code("limit-exceeded")
        /// A valid part of a format, or a device, that this version leaves out on purpose.
        public static let unsupported = Code("unsupported")
        /// There is no such item.
        public static let notFound = Code("not-found")
        /// There is such an item already.
        public static let duplicate = Code("duplicate")
        /// What is stored is not what was written.
        public static let corrupted = Code("corrupted")
        /// The store could not be read or written: nothing was decided, and nothing was accepted.
        public static let storeUnavailable = Code("store-unavailable")
        /// The device is locked: what is stored is there, and cannot be read now. Try again later; delete nothing.
        public static let storeLocked = Code("store-locked")
        /// The clock shows a time before one that it has shown earlier, or before the origin of the time steps.
        public static let clockMovedBack = Code("clock-moved-back")
        /// The person or the system took the prompt away.
        public static let userCancelled = Code("user-cancelled")
        /// The hardware that was asked for is absent, locked or refuses.
        public static let hardwareUnavailable = Code("hardware-unavailable")
        /// The secret memory is used up; see `SecretMemory`.
        public static let lockedMemoryExhausted = Code("locked-memory-exhausted")
        /// The system's random source failed.
        public static let entropyUnavailable = Code("entropy-unavailable")
        /// The platform's library failed in a way that it should not.
        public static let backendFailure = Code("backend-failure")
    }

    /// Which kind of failure it is.
    public let code: Code
    /// One sentence for a person. It never carries a secret or a byte of one.
    public let reason: String
    /// The status of the system call or library that failed, where one did.
    public let nativeStatus: Int64?
    /// With ``Code/lockedOut``: how long to wait before the next attempt is looked at.
    public let retryAfter: TimeSpan?

    /// Makes an error. `reason` must not contain secret input.
    public init(_ code: Code, _ reason: String, nativeStatus: Int64? = nil, retryAfter: TimeSpan? = nil) {
        self.code = code
        self.reason = reason
        self.nativeStatus = nativeStatus
        self.retryAfter = retryAfter
    }

    /// The one error for everything that does not authenticate.
    public static let authenticationFailed = AuthError(.authenticationFailed, "The credential is not valid.")

    public static func == (left: AuthError, right: AuthError) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String {
        nativeStatus.map { "\(code): \(reason) (status \($0))" } ?? "\(code): \(reason)"
    }
}
