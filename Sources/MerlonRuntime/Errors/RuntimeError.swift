/// What MerlonRuntime throws. Two errors are equal when their codes are equal; the reason is for people and logs. What a sweep finds is never thrown.
public struct RuntimeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which kind of failure it is. New codes may be added: a `switch` over them needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The stable name of the code.
        public let description: String

        private init(_ name: String) { description = name }

        /// Not of the form that is expected.
        public static let malformed = Code("malformed")
        /// Over a cap.
        public static let limitExceeded = Code("limit-exceeded")
        /// The signature is of none of the keys, or of something else.
        public static let authenticationFailed = Code("authentication-failed")
        /// Older than what was accepted before, or past its time.
        public static let outdated = Code("outdated")
        /// The system refused.
        public static let denied = Code("denied")
        /// Made for a newer version of the library.
        public static let unsupported = Code("unsupported")
    }

    /// Which kind of failure it is.
    public let code: Code
    /// One sentence for a person.
    public let reason: String

    /// Makes an error.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public static func == (left: RuntimeError, right: RuntimeError) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String { "\(code): \(reason)" }
}
