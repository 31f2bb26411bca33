/// What MerlonCore throws. Two errors are equal when their codes are equal; the reason and the native status are for people and logs.
public struct CoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which kind of failure it is. New codes may be added: a `switch` over them needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The stable name of the code.
        public let description: String

        private init(_ name: String) { description = name }

        /// Text or bytes that the format does not allow.
        public static let malformed = Code("malformed")
        /// Well formed, but not the one form that a canonical encoding allows.
        public static let notCanonical = Code("not-canonical")
        /// The input ends inside a value.
        public static let truncated = Code("truncated")
        /// Bytes follow the value.
        public static let trailingData = Code("trailing-data")
        /// The same member stands twice in an object or map.
        public static let duplicateMember = Code("duplicate-member")
        /// A size, count, depth or length is over its cap.
        public static let limitExceeded = Code("limit-exceeded")
        /// A valid part of the format that this reader leaves out on purpose.
        public static let unsupported = Code("unsupported")
        /// The value is of another type than the one asked for.
        public static let typeMismatch = Code("type-mismatch")
        /// The process may not lock more memory. Raise `RLIMIT_MEMLOCK`, hold fewer secrets, or see ``SecretMemory``.
        public static let lockedMemoryExhausted = Code("locked-memory-exhausted")
        /// The system's random source failed.
        public static let entropyUnavailable = Code("entropy-unavailable")
        /// An argument outside of its documented range.
        public static let invalidArgument = Code("invalid-argument")
    }

    /// Which kind of failure it is.
    public let code: Code
    /// One sentence for a person. It never carries a secret or a byte of one.
    public let reason: String
    /// The system's own status (`errno`), where a system call failed.
    public let nativeStatus: Int32?

    /// Makes an error. `reason` must not contain secret input.
    public init(_ code: Code, _ reason: String, nativeStatus: Int32? = nil) {
        self.code = code
        self.reason = reason
        self.nativeStatus = nativeStatus
    }

    public static func == (left: CoreError, right: CoreError) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String {
        nativeStatus.map { "\(code): \(reason) (status \($0))" } ?? "\(code): \(reason)"
    }
}
