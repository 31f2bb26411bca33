/// Why a text is not the JSON that was asked for, and where.
///
/// Two errors are equal when their codes are: compare with `error.code == .depthExceeded`.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text ends within a value.
        public static let truncated = Code(rawValue: "the text ends within a value")
        /// A byte stands where the grammar allows no such byte.
        public static let unexpectedByte = Code(rawValue: "unexpected character")
        /// Something other than white space follows the value.
        public static let trailingBytes = Code(rawValue: "something follows the value")
        /// A number that RFC 8259 does not allow, or that no 64-bit float can hold.
        public static let invalidNumber = Code(rawValue: "invalid number")
        /// A string with a bad escape, an unpaired surrogate or a raw control character.
        public static let invalidString = Code(rawValue: "invalid string")
        /// A string whose bytes are not UTF-8.
        public static let invalidUTF8 = Code(rawValue: "not UTF-8")
        /// An object with two members of one name; readers disagree on which counts, so neither does.
        public static let duplicateName = Code(rawValue: "two members of one name")
        /// Arrays and objects within each other deeper than the limit.
        public static let depthExceeded = Code(rawValue: "nested too deeply")
        /// A text longer than the limit.
        public static let sizeExceeded = Code(rawValue: "too long")
    }

    /// What is wrong.
    public var code: Code
    /// The byte at which it was seen, from 0.
    public var offset: Int

    /// Makes an error.
    public init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }

    public var description: String { "invalid JSON at byte \(offset): \(code.rawValue)" }

    public static func == (left: JSONError, right: JSONError) -> Bool { left.code == right.code }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
