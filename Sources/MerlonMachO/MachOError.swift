/// Why a Mach-O, or a part of it, could not be read. Equal on ``code`` alone.
public struct MachOError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure. New ones may be added: compare with `==`, do not switch exhaustively.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The bytes are none of the formats that this library reads.
        public static let notMachO = Code(rawValue: "not-mach-o")
        /// A structure ends past the bytes that are there.
        public static let truncated = Code(rawValue: "truncated")
        /// A field has a value that the format does not allow.
        public static let malformed = Code(rawValue: "malformed")
        /// A count, size or depth is over the library's cap.
        public static let limitExceeded = Code(rawValue: "limit-exceeded")
        /// A valid variant of the format that this library does not read.
        public static let unsupported = Code(rawValue: "unsupported")
        /// The operating system refused to give the bytes.
        public static let unreadable = Code(rawValue: "unreadable")
    }

    /// The kind of failure.
    public let code: Code
    /// What is wrong, for people.
    public let reason: String
    /// Where in the whole file (not the slice), in bytes.
    public let offset: UInt64?
    /// The system's `errno`, for ``Code/unreadable``.
    public let status: Int32?

    /// Makes an error.
    public init(_ code: Code, _ reason: String, offset: UInt64? = nil, status: Int32? = nil) {
        self.code = code
        self.reason = reason
        self.offset = offset
        self.status = status
    }

    public static func == (left: MachOError, right: MachOError) -> Bool { left.code == right.code }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String {
        let place = offset.map { " at offset 0x" + String($0, radix: 16) } ?? ""
        return reason + place
    }
}
