/// Why bytes are not the DER that was asked for. Equal on ``code`` alone.
public struct DERError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure. New ones may be added: compare with `==`, do not switch exhaustively.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// A short, stable name.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An element ends past the bytes that are there.
        public static let truncated = Code(rawValue: "truncated")
        /// The encoding breaks a rule of DER (or, in lenient mode, of BER).
        public static let malformed = Code(rawValue: "malformed")
        /// A well-formed element, but not the one that was asked for.
        public static let unexpected = Code(rawValue: "unexpected")
        /// A size, depth or number is over the reader's cap.
        public static let limitExceeded = Code(rawValue: "limit-exceeded")
    }

    /// The kind of failure.
    public let code: Code
    /// What is wrong, for people.
    public let reason: String
    /// Where in the bytes that the outermost reader was given.
    public let offset: Int

    /// Makes an error.
    public init(_ code: Code, _ reason: String, offset: Int) {
        self.code = code
        self.reason = reason
        self.offset = offset
    }

    public static func == (left: DERError, right: DERError) -> Bool { left.code == right.code }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String { "\(reason) at offset \(offset)" }
}
