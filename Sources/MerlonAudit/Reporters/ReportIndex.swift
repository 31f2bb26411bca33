/// Finds what is said about a finding or a verdict in the rules and in the catalogue.
struct ReportIndex {
    private let rules: [String: RuleMetadata]

    init(_ rules: [RuleMetadata]) {
        self.rules = Dictionary(rules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The rule, when it was among those given.
    func rule(_ id: String) -> RuleMetadata? { rules[id] }

    /// The rule's title; its id when it is not known.
    func title(ofRule id: String) -> String { rules[id]?.title ?? id }

    /// The test's title; its id when the catalogue does not have it.
    func title(ofTest id: String) -> String { MASTGTest.test(id)?.title ?? id }

    /// The area of a finding: that of its rule, or of the first of its tests that the catalogue has.
    func area(of finding: Finding) -> MASVSArea? {
        rules[finding.rule]?.area ?? finding.tests.lazy.compactMap { MASTGTest.test($0)?.area }.first
    }

    /// The area of a verdict.
    func area(of verdict: TestVerdict) -> MASVSArea? { MASTGTest.test(verdict.test)?.area }

    /// The findings, worst first: by severity, then by confidence, then in the order they came in.
    static func worstFirst(_ findings: [Finding]) -> [Finding] {
        func rank(_ finding: Finding) -> Int { Confidence.allCases.firstIndex(of: finding.confidence) ?? 0 }
        return findings.enumerated().sorted {
            ($1.element.severity, rank($1.element), $0.offset) < ($0.element.severity, rank($0.element), $1.offset)
        }.map(\.element)
    }
}
