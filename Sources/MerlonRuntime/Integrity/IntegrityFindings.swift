/// How the running program differs from what was shipped.
public struct IntegrityFindings: Hashable, Codable, Sendable {
    /// A difference.
    public struct Difference: Hashable, Codable, Sendable {
        /// What differs.
        public enum Kind: String, Codable, CaseIterable, Sendable {
            /// Bytes of code or constants in memory.
            case code
            /// The file.
            case file
            /// It is in no manifest.
            case unlisted
            /// It is another build of what the manifest lists.
            case build
            /// It links other libraries.
            case libraries
            /// A page's hash in the code signature.
            case page
            /// The code signature in memory is not the one that the kernel has checked.
            case signature
        }

        /// What differs.
        public var kind: Kind
        /// The binary, scrubbed, or as the manifest names it.
        public var binary: String
        /// Where, in words: `__TEXT,__text, page 3 of 40`.
        public var detail: String

        /// Makes a difference.
        public init(_ kind: Kind, _ binary: String, _ detail: String = "") {
            self.kind = kind
            self.binary = binary
            self.detail = String(detail.prefix(256))
        }
    }

    /// The first that were found, at most ``maximumDifferences``.
    public var differences: [Difference]
    /// How many were found.
    public var count: Int
    /// How many sections, files or pages were compared.
    public var examined: Int
    /// How many pages could not be compared, because the file has them encrypted.
    public var encrypted: Int
    /// What could not be compared, each with a reason; at most 32.
    public var unread: [String]

    /// More are counted and not listed.
    public static let maximumDifferences = 64

    /// Makes findings.
    public init(differences: [Difference] = [], count: Int? = nil, examined: Int = 0, encrypted: Int = 0, unread: [String] = []) {
        self.differences = differences
        self.count = count ?? differences.count
        self.examined = examined
        self.encrypted = encrypted
        self.unread = unread
    }

    mutating func add(_ kind: Difference.Kind, _ binary: String, _ detail: String = "") {
        count += 1
        if differences.count < Self.maximumDifferences { differences.append(Difference(kind, binary, detail)) }
    }

    mutating func note(unread binary: String, _ reason: String) {
        if unread.count < 32 { unread.append("\(binary): \(reason)") }
    }
}
