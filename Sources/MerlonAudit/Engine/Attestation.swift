public import MerlonCore

/// A person's answer to a test that a tool cannot decide.
public struct Attestation: Hashable, Codable, Sendable {
    /// `MASTG-TEST-0290`.
    public var test: String
    /// `pass`, `fail` or `not-applicable`.
    public var answer: TestVerdict.State
    /// Who answered.
    public var by: String
    /// When.
    public var at: WallTime
    /// Why: what was looked at and seen.
    public var because: String

    /// Makes it.
    public init(test: String, answer: TestVerdict.State, by: String, at: WallTime, because: String) {
        self.test = test
        self.answer = answer
        self.by = by
        self.at = at
        self.because = because
    }
}
