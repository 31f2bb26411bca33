/// What MerlonPrivacy throws. Two errors are equal when their codes are equal.
public struct PrivacyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which kind of failure it is. New codes may be added: a `switch` over them needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The stable name of the code.
        public let description: String

        private init(_ name: String) { description = name }

        /// A folder or file cannot be read.
        public static let unreadable = Code("unreadable")
        /// A file could not be removed.
        public static let notRemoved = Code("not-removed")
        /// More files than are looked at.
        public static let tooMany = Code("too-many")
    }

    /// Which kind of failure it is.
    public let code: Code
    /// One sentence for a person. It never carries a secret.
    public let reason: String
    /// The code of Foundation's error behind it, in `NSCocoaErrorDomain`, where there is one.
    public let nativeStatus: Int64?

    /// Makes an error.
    public init(_ code: Code, _ reason: String, nativeStatus: Int64? = nil) {
        self.code = code
        self.reason = reason
        self.nativeStatus = nativeStatus
    }

    public static func == (left: PrivacyError, right: PrivacyError) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String { "\(code): \(reason)\(nativeStatus.map { " (\($0))" } ?? "")" }
}
