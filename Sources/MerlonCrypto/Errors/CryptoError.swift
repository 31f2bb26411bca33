public import MerlonCore

/// What MerlonCrypto throws. Two errors are equal when their codes are equal; the reason and the native status are for people and logs.
public struct CryptoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which kind of failure it is. New codes may be added: a `switch` over them needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The stable name of the code.
        public let description: String

        private init(_ name: String) { description = name }

        /// The input is not what was sealed, signed or agreed, for whatever reason: changed, cut, another key, another context. There is one code
        /// and no detail, since each detail helps whoever tries.
        public static let authenticationFailed = Code("authentication-failed")
        /// A key of the wrong length or kind, or not a valid point of its curve.
        public static let invalidKey = Code("invalid-key")
        /// An argument outside of its documented range.
        public static let invalidArgument = Code("invalid-argument")
        /// Text or bytes that the format does not allow.
        public static let malformed = Code("malformed")
        /// A size, count or cost is over its cap.
        public static let limitExceeded = Code("limit-exceeded")
        /// This system or this build cannot do it.
        public static let unsupported = Code("unsupported")
        /// The hardware that was asked for is absent, was taken away, or does not answer.
        public static let hardwareUnavailable = Code("hardware-unavailable")
        /// A PIN, password or authorization value is wrong, or the person said no. Asking again with another one may help; see ``lockedOut``.
        public static let accessDenied = Code("access-denied")
        /// Too many wrong tries: the hardware takes no more for a while, or until its administrator unlocks it.
        public static let lockedOut = Code("locked-out")
        /// The machine is not in the state that the key was bound to: other firmware, boot loader or kernel was measured.
        public static let policyUnsatisfied = Code("policy-unsatisfied")
        /// A key of that name exists already, and is never overwritten.
        public static let keyExists = Code("key-exists")
        /// No key of that name.
        public static let keyNotFound = Code("key-not-found")
        /// The secret memory is used up; see `SecretMemory`.
        public static let lockedMemoryExhausted = Code("locked-memory-exhausted")
        /// The system's random source failed.
        public static let entropyUnavailable = Code("entropy-unavailable")
        /// Reading or writing a file failed.
        public static let inputOutput = Code("input-output")
        /// A file is not what it was when work on it began, so that the work cannot go on.
        public static let sourceChanged = Code("source-changed")
        /// The caller asked to stop.
        public static let cancelled = Code("cancelled")
        /// The platform's library failed in a way that it should not.
        public static let backendFailure = Code("backend-failure")
    }

    /// Which kind of failure it is.
    public let code: Code
    /// One sentence for a person. It never carries a secret or a byte of one.
    public let reason: String
    /// The status of the system call or library that failed, where one did.
    public let nativeStatus: Int64?

    /// Makes an error. `reason` must not contain secret input.
    public init(_ code: Code, _ reason: String, nativeStatus: Int64? = nil) {
        self.code = code
        self.reason = reason
        self.nativeStatus = nativeStatus
    }

    /// The one error for everything that does not authenticate.
    public static let authenticationFailed = CryptoError(.authenticationFailed, "The input does not authenticate.")

    /// The one error for what the caller stopped.
    static let cancelled = CryptoError(.cancelled, "Stopped by the caller.")

    /// The one error for a source that interrupted work does not fit.
    static let sourceChanged = CryptoError(.sourceChanged, "The source is not what it was when sealing began.")

    /// What MerlonCore threw, in this module's terms.
    public init(_ error: CoreError) {
        let code: Code =
            switch error.code {
            case .lockedMemoryExhausted: .lockedMemoryExhausted
            case .entropyUnavailable: .entropyUnavailable
            case .limitExceeded: .limitExceeded
            case .invalidArgument: .invalidArgument
            case .unsupported: .unsupported
            default: .malformed
            }
        self.init(code, error.reason, nativeStatus: error.nativeStatus.map(Int64.init))
    }

    public static func == (left: CryptoError, right: CryptoError) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String {
        nativeStatus.map { "\(code): \(reason) (status \($0))" } ?? "\(code): \(reason)"
    }
}

/// Runs `body`, turning what MerlonCore throws into this module's error.
package func translatingCoreErrors<R: ~Copyable>(_ body: () throws(CoreError) -> R) throws(CryptoError) -> R {
    do throws(CoreError) { return try body() } catch { throw CryptoError(error) }
}
