/// Why something that was to be audited could not be, and where. Two errors are equal when their codes are.
public struct AuditError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure. More may be added; treat one that you do not know as `malformed`.
    public struct Code: Hashable, Sendable, RawRepresentable {
        public var rawValue: String
        /// Makes a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is nothing at the path.
        public static let notFound = Code(rawValue: "not-found")
        /// The operating system does not let it be read.
        public static let unreadable = Code(rawValue: "unreadable")
        /// It is nothing that the audit knows.
        public static let unsupported = Code(rawValue: "unsupported")
        /// It contradicts its own format.
        public static let malformed = Code(rawValue: "malformed")
        /// It is encrypted.
        public static let encrypted = Code(rawValue: "encrypted")
        /// It would cost more memory or time than its size justifies.
        public static let limitExceeded = Code(rawValue: "limit-exceeded")
        /// There is nothing to audit in it.
        public static let empty = Code(rawValue: "empty")
        /// A name that was given is not known.
        public static let unknownName = Code(rawValue: "unknown-name")
    }

    /// The kind of failure.
    public let code: Code
    /// The file, and the file within it if there is one: `App.ipa: Payload/App.app/Info.plist`.
    public let place: String
    /// The byte in that file at which it was noticed, if one can be named.
    public let offset: UInt64?
    /// What is wrong, as the end of a sentence that starts with the place.
    public let reason: String
    /// `errno`, where the operating system refused.
    public let status: Int32?
    /// What to do about it, as a sentence, where something can be said.
    public let hint: String?

    /// Makes it.
    public init(_ code: Code, at place: String, offset: UInt64? = nil, _ reason: String, status: Int32? = nil, hint: String? = nil) {
        self.code = code
        self.place = place
        self.offset = offset
        self.reason = reason
        self.status = status
        self.hint = hint
    }

    /// `PLACE: REASON`, with the offset where one is known.
    public var description: String {
        let location = offset.map { "\(place): at byte \($0)" } ?? place
        return "\(location): \(reason)"
    }

    public static func == (left: AuditError, right: AuditError) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
