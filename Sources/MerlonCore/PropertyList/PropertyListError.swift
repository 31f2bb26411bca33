/// Why a property list could not be read, and where. Two errors are equal when their codes are.
public struct PropertyListError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure. More may be added; treat one that you do not know as `malformed`.
    public struct Code: Hashable, Sendable, RawRepresentable {
        public var rawValue: String
        /// Makes a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It contradicts its format.
        public static let malformed = Code(rawValue: "malformed")
        /// It ends too early.
        public static let truncated = Code(rawValue: "truncated")
        /// It is larger, deeper or unfolds into more than the limits allow.
        public static let limitExceeded = Code(rawValue: "limit-exceeded")
        /// It uses a part of the format that property lists for apps do not have.
        public static let unsupported = Code(rawValue: "unsupported")
    }

    /// The kind of failure.
    public let code: Code
    /// What is wrong.
    public let reason: String
    /// The byte at which it was noticed. Counted in the UTF-8 form where the text was UTF-16.
    public let offset: Int
    /// The line of that byte, from 1, for the text formats.
    public let line: Int?

    /// Makes it.
    public init(_ code: Code, _ reason: String, offset: Int, line: Int? = nil) {
        self.code = code
        self.reason = reason
        self.offset = offset
        self.line = line
    }

    /// `line 3: REASON` for text, `at byte 40: REASON` for the binary format.
    public var description: String { "\(line.map { "line \($0)" } ?? "at byte \(offset)"): \(reason)" }

    public static func == (left: PropertyListError, right: PropertyListError) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
