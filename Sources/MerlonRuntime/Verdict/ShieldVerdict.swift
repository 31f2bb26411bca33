/// What a sweep comes to: a value with its reasons, never an action.
public struct ShieldVerdict: Hashable, Codable, Sendable {
    /// How the process stands.
    public enum Level: Int, Codable, CaseIterable, Comparable, Sendable {
        /// Everything that the policy asks for was judged, and nothing speaks against the process.
        case clear = 0
        /// Something speaks against it, not enough to be sure; or a check that the policy needs could not be made.
        case suspicious = 1
        /// What was found cannot be explained otherwise, or enough independent things say the same.
        case compromised = 2

        /// Its name in a reason. Interpolation would look it up through the runtime's reflection.
        var word: String {
            switch self {
            case .clear: "clear"
            case .suspicious: "suspicious"
            case .compromised: "compromised"
            }
        }

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// How the process stands.
    public var level: Level
    /// Everything that was found, also what did not count.
    public var indicators: [Indicator]
    /// Why it is this level: one line for each thing that counted, and for each that did not and why.
    public var reasons: [String]
    /// Detectors that did not apply or could not decide, by name, with the reason.
    public var undecided: [String: String]

    /// Makes a verdict.
    public init(level: Level, indicators: [Indicator], reasons: [String], undecided: [String: String]) {
        self.level = level
        self.indicators = indicators
        self.reasons = reasons
        self.undecided = undecided
    }
}
