/// One weakness at one artifact, as a rule reported it.
public struct Finding: Hashable, Codable, Sendable {
    /// The rule's id, such as `network-ats-arbitrary-loads`.
    public var rule: String
    /// The path of the artifact in its target.
    public var artifact: String
    /// How much it matters.
    public var severity: Severity
    /// How sure the rule is.
    public var confidence: Confidence
    /// What was found, in one sentence about this app.
    public var message: String
    /// Where. Never empty: a finding without evidence is not reported.
    public var evidence: [Evidence]
    /// The MASTG tests that it fails, such as `MASTG-TEST-0322`.
    public var tests: [String]

    /// Makes a finding.
    public init(
        rule: String, artifact: String, severity: Severity, confidence: Confidence, message: String, evidence: [Evidence], tests: [String]
    ) {
        self.rule = rule
        self.artifact = artifact
        self.severity = severity
        self.confidence = confidence
        self.message = message
        self.evidence = evidence
        self.tests = tests
    }
}
