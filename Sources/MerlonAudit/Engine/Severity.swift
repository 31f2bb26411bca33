/// How much a finding matters, for the app that was audited.
public enum Severity: String, Codable, CaseIterable, Comparable, Sendable {
    case note, low, medium, high

    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .note: 0
        case .low: 1
        case .medium: 2
        case .high: 3
        }
    }
}

/// How sure a rule is that what it found is what it says.
public enum Confidence: String, Codable, CaseIterable, Sendable {
    /// A pattern that is often, not always, the weakness.
    case tentative
    /// The construct is there; whether it matters depends on its use.
    case firm
    /// The evidence is the weakness.
    case certain
}
