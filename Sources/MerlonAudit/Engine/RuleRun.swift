/// What one rule said of one artifact. The engine makes a list of these; verdicts per MASTG test are assembled from it.
public struct RuleRun: Codable, Sendable {
    /// The rule's id.
    public var rule: String
    /// The path of the artifact in its target.
    public var artifact: String
    /// What the rule said.
    public var outcome: RuleOutcome

    /// Makes it.
    public init(rule: String, artifact: String, outcome: RuleOutcome) {
        self.rule = rule
        self.artifact = artifact
        self.outcome = outcome
    }

    /// The findings, when that is what the rule said.
    public var findings: [Finding] { if case .findings(let findings) = outcome { findings } else { [] } }
}
