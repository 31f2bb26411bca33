/// All that rules said about one MASTG test, by kind, each text once and in the order in which it was said.
struct TestStatements {
    /// Findings that are firm.
    private(set) var failures: [Finding] = []
    /// What a person is asked to look at.
    private(set) var questions: [String] = []
    private(set) var places: [Evidence] = []
    private(set) var asking: [String] = []
    /// Why something could not be looked at.
    private(set) var obstacles: [String] = []
    private(set) var obstructed: [String] = []
    /// What was examined without a finding.
    private(set) var passes: [String] = []
    private(set) var passing: [String] = []
    /// Why the question does not arise.
    private(set) var exemptions: [String] = []
    private(set) var exempting: [String] = []

    mutating func add(_ run: RuleRun, for test: String) {
        switch run.outcome {
        case .findings(let findings):
            let concerned = findings.filter { $0.tests.contains(test) }
            // A rule of several tests that fails only another has looked at this one too.
            if concerned.isEmpty { add("what \(run.rule) looks at", by: run.rule, to: \.passes, \.passing) }
            for finding in concerned {
                if finding.confidence == .tentative {
                    add("Judge this: \(finding.message)", by: run.rule, to: \.questions, \.asking)
                    places += finding.evidence
                } else {
                    failures.append(finding)
                }
            }
        case .manual(let lookAt, let evidence):
            add(lookAt, by: run.rule, to: \.questions, \.asking)
            places += evidence
        case .notDecidable(let reason): add(reason, by: run.rule, to: \.obstacles, \.obstructed)
        case .pass(let examined): add(examined, by: run.rule, to: \.passes, \.passing)
        case .notApplicable(let reason): add(reason, by: run.rule, to: \.exemptions, \.exempting)
        }
    }

    /// The worst findings first, a few of them in words.
    var failureReason: String {
        let messages = failures.enumerated().sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }
            .map(\.element.message).unique
        let shown = messages.prefix(3).joined(separator: " ")
        return messages.count > 3 ? "\(shown) And \(messages.count - 3) more." : shown
    }

    private mutating func add(
        _ text: String, by rule: String, to texts: WritableKeyPath<TestStatements, [String]>,
        _ rules: WritableKeyPath<TestStatements, [String]>
    ) {
        if !self[keyPath: texts].contains(text) { self[keyPath: texts].append(text) }
        if !self[keyPath: rules].contains(rule) { self[keyPath: rules].append(rule) }
    }
}

extension Sequence where Element: Hashable {
    /// Each element once, in the order of its first appearance.
    var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
