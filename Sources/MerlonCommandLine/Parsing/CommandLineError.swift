/// Why a command could not do what it was asked. Equal on `code` alone.
public struct CommandLineError: Error, Hashable, Sendable {
    /// What kind of failure it is; more may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public static let unknownCommand = Code(rawValue: "unknownCommand")
        public static let unknownOption = Code(rawValue: "unknownOption")
        public static let invalidValue = Code(rawValue: "invalidValue")
        public static let missingValue = Code(rawValue: "missingValue")
        public static let missingArgument = Code(rawValue: "missingArgument")
        public static let surplusArgument = Code(rawValue: "surplusArgument")
        public static let conflict = Code(rawValue: "conflict")
        public static let unreadable = Code(rawValue: "unreadable")
        public static let notWritable = Code(rawValue: "notWritable")

        /// Its name.
        public var rawValue: String

        /// Makes a code.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// What kind it is.
    public var code: Code
    /// What went wrong, as it follows `error: `.
    public var reason: String
    /// What to do about it, as it follows `hint: `.
    public var hint: String?
    /// `errno`, where a system call failed.
    public var nativeStatus: Int32?

    /// Makes an error.
    public init(_ code: Code, _ reason: String, hint: String? = nil, nativeStatus: Int32? = nil) {
        self.code = code
        self.reason = reason
        self.hint = hint
        self.nativeStatus = nativeStatus
    }

    public static func == (left: CommandLineError, right: CommandLineError) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    static func invalidValue(_ text: String, for name: String, expected: String) -> CommandLineError {
        .init(.invalidValue, "'\(text)' is no value for \(name)", hint: "expected \(expected)")
    }
}
