/// Makes one verdict for each MASTG test of a profile from what the rules said of a target's artifacts.
///
/// What beats what, and why, is in `Documentation/Verdicts.md`. In short: a firm finding fails; a doubt asks a person; what could not be
/// looked at is not decidable; a pass needs that something was examined and that nothing was left open.
public struct VerdictAssembler: Sendable {
    /// How many places are shown to a person for one test.
    static let placeLimit = 50

    private let rules: [String: RuleMetadata]
    private let tests: [MASTGTest]
    private let attestations: [String: Attestation]

    /// - Parameters:
    ///   - rules: those that were run; a run of another is not counted.
    ///   - profile: picks the tests.
    ///   - attestations: people's answers, at most one a test; the last one counts otherwise.
    public init(rules: [any Rule], profile: Profile = .all, attestations: [Attestation] = []) {
        self.rules = Dictionary(rules.map { ($0.metadata.id, $0.metadata) }, uniquingKeysWith: { first, _ in first })
        self.tests = MASTGTest.all.filter(profile.includes)
        self.attestations = Dictionary(attestations.map { ($0.test, $0) }, uniquingKeysWith: { _, last in last })
    }

    /// One verdict a test, in the order of their numbers.
    public func assemble(_ runs: [RuleRun], _ artifacts: [Artifact]) -> [TestVerdict] {
        var statements: [String: TestStatements] = [:]
        for run in runs {
            guard let rule = rules[run.rule] else { continue }
            for test in rule.tests { statements[test, default: TestStatements()].add(run, for: test) }
        }
        let isLibrary = !artifacts.isEmpty && artifacts.allSatisfy(\.isLibrary)
        let isData = !artifacts.isEmpty && artifacts.allSatisfy { $0.kind == .container }
        return tests.map { test in
            let said = statements[test.id]
            let seen =
                isData && said == nil
                ? TestVerdict(
                    test: test.id, state: .notApplicable, reason: "The target is the data of an app: this is asked of the app itself.")
                : verdict(test, said ?? TestStatements(), isLibrary: isLibrary)
            guard let attestation = attestations[test.id] else { return seen }
            return seen.attested(by: attestation)
        }
    }

    private func verdict(_ test: MASTGTest, _ said: TestStatements, isLibrary: Bool) -> TestVerdict {
        if !said.failures.isEmpty {
            return TestVerdict(test: test.id, state: .fail, reason: said.failureReason, rules: said.failures.map(\.rule).unique)
        }
        if test.method == .running {
            if isLibrary {
                return TestVerdict(
                    test: test.id, state: .notApplicable, reason: "A library does not run by itself: test the app that links it.")
            }
            return TestVerdict(
                test: test.id, state: .manual, reason: ([test.lookAt] + said.questions).joined(separator: " "), rules: said.asking,
                evidence: Array(said.places.prefix(Self.placeLimit)))
        }
        if !said.questions.isEmpty {
            // What a rule could not look at is open as well, and the person has to know.
            let reason = said.questions + said.obstacles.map { "Not decidable by the tool: \($0)." }
            return TestVerdict(
                test: test.id, state: .manual, reason: reason.joined(separator: " "), rules: said.asking,
                evidence: Array(said.places.prefix(Self.placeLimit)))
        }
        if !said.obstacles.isEmpty {
            return TestVerdict(
                test: test.id, state: .notDecidable, reason: said.obstacles.joined(separator: "; "), rules: said.obstructed)
        }
        if !said.passes.isEmpty {
            return TestVerdict(
                test: test.id, state: .pass, reason: "Examined: " + said.passes.joined(separator: "; "), rules: said.passing)
        }
        if !said.exemptions.isEmpty {
            return TestVerdict(
                test: test.id, state: .notApplicable, reason: said.exemptions.joined(separator: "; "), rules: said.exempting)
        }
        return TestVerdict(test: test.id, state: .manual, reason: "No rule of this run looks for it. " + test.lookAt)
    }
}

extension Artifact {
    /// Code that other code links, or a profile: nothing that could be started by itself.
    var isLibrary: Bool {
        switch kind {
        case .framework, .profile: true
        case .app, .appExtension, .source, .container: false
        case .binary: !binaries.contains { $0.slices.contains { $0.fileType == .executable } }
        }
    }
}
