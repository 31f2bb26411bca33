/// The testing profiles of OWASP MAS that an audit is asked for: one or several of L1, L2, R and P.
///
/// A test belongs to the profiles that the MASTG gives it; L2 does not include L1 by itself, since a few tests are L1 alone.
public struct Profile: Hashable, Codable, Sendable {
    /// One profile of OWASP MAS.
    public enum Level: String, Codable, CaseIterable, Comparable, Sendable {
        /// Essential security.
        case l1 = "L1"
        /// Advanced security.
        case l2 = "L2"
        /// Resilience against reverse engineering and tampering.
        case r = "R"
        /// Privacy.
        case p = "P"

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// What it takes in. Never empty.
    public let levels: Set<Level>

    /// Every test, whatever its profile.
    public static let all = Profile(unchecked: Set(Level.allCases))

    /// A profile of the given levels; `nil` when there is none.
    public init?(_ levels: Set<Level>) {
        guard !levels.isEmpty else { return nil }
        self.init(unchecked: levels)
    }

    /// Reads `L1`, `l2+R` or `L1,P`; `nil` for anything else, an empty part and a repeated level included.
    public init?(_ text: String) {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "+" || $0 == "," }
        let levels = parts.compactMap { Level(rawValue: $0.uppercased()) }
        guard levels.count == parts.count, Set(levels).count == levels.count else { return nil }
        self.init(Set(levels))
    }

    private init(unchecked levels: Set<Level>) { self.levels = levels }

    /// `L1+L2`.
    public var description: String { levels.sorted().map(\.rawValue).joined(separator: "+") }

    /// Whether the test is in one of the levels.
    public func includes(_ test: MASTGTest) -> Bool { !levels.isDisjoint(with: test.profiles) }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let profile = Profile(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no profile: \(text)")
        }
        self = profile
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Profile: CustomStringConvertible {}
