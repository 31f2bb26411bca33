/// What an audit says of one MASTG test.
public struct TestVerdict: Codable, Sendable {
    /// The five answers.
    public enum State: String, Codable, CaseIterable, Sendable {
        case fail, pass, manual
        case notDecidable = "not-decidable"
        case notApplicable = "not-applicable"
    }

    /// `MASTG-TEST-0322`.
    public var test: String
    /// The answer.
    public var state: State
    /// Why: what was examined, what to look at, or what stood in the way. Never empty.
    public var reason: String
    /// The rules that spoke, by id.
    public var rules: [String]
    /// Places for a person to look at, when the state is `manual`.
    public var evidence: [Evidence]
    /// A person's recorded answer, if one was given.
    public var attestation: Attestation?
    /// How many findings that would fail the test the baseline holds back. A pass with any of them is an accepted risk, and is shown as such.
    public var heldBack: Int

    /// Makes it.
    public init(
        test: String, state: State, reason: String, rules: [String] = [], evidence: [Evidence] = [], attestation: Attestation? = nil,
        heldBack: Int = 0
    ) {
        self.test = test
        self.state = state
        self.reason = reason
        self.rules = rules
        self.evidence = evidence
        self.attestation = attestation
        self.heldBack = heldBack
    }
}
