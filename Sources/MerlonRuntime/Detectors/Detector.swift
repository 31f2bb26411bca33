/// Judges facts: a pure function from what was recorded to indicators. One file each, listed in ``DetectorRegistry``.
public struct Detector: Sendable {
    /// Where it applies.
    public enum Platform: String, Codable, CaseIterable, Sendable { case iOS, macOS, linux }

    /// How a detector came out.
    public enum Outcome: Hashable, Sendable {
        /// It judged: these indicators, or none.
        case judged([Indicator])
        /// It does not apply here, and why.
        case notApplicable(reason: String)
        /// What it needs could not be read, and why: unknown, which is not the same as nothing found.
        case undecided(reason: String)
    }

    /// Its stable name.
    public let id: String
    /// What it looks for, in one sentence.
    public let summary: String
    /// Where it applies.
    public let platforms: Set<Platform>
    /// Which facts it needs, and so what it costs.
    public let tier: Tier
    /// The indicators that it can give.
    public let indicators: [String]
    /// The categories that its indicators can be of; all unless said otherwise.
    public let categories: Set<Indicator.Category>
    /// Whether every verdict rests on it: when it was asked and could not decide, nothing is clear.
    public let isFoundation: Bool
    /// The judgement.
    public let judge: @Sendable (FactsSnapshot) -> Outcome

    /// What the facts of a detector cost.
    public enum Tier: String, Codable, CaseIterable, Sendable {
        /// Microseconds: with every turn of a watch.
        case cheap
        /// Milliseconds: with every sweep.
        case costly
    }

    /// Makes a detector.
    public init(
        _ id: String, _ summary: String, platforms: Set<Platform>, tier: Tier, indicators: [String],
        categories: Set<Indicator.Category> = Set(Indicator.Category.allCases), isFoundation: Bool = false,
        judge: @escaping @Sendable (FactsSnapshot) -> Outcome
    ) {
        self.id = id
        self.summary = summary
        self.platforms = platforms
        self.tier = tier
        self.indicators = indicators
        self.categories = categories
        self.isFoundation = isFoundation
        self.judge = judge
    }
}
