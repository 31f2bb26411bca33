extension Rule {
    /// One finding of this rule at the artifact. Without evidence there is none: the caller's pass stands.
    ///
    /// - Parameters:
    ///   - confidence: only a firm or certain finding fails a test; a tentative one asks a person.
    ///   - severity: the rule's own unless it sees reason to say otherwise.
    ///   - tests: the rule's own unless only some are failed.
    func finding(
        _ message: String, at artifact: Artifact, _ evidence: [Evidence], confidence: Confidence = .firm, severity: Severity? = nil,
        tests: [String]? = nil
    ) -> Finding {
        Finding(
            rule: metadata.id, artifact: artifact.path, severity: severity ?? metadata.severity, confidence: confidence, message: message,
            evidence: evidence, tests: tests ?? metadata.tests)
    }
}

extension RuleOutcome {
    /// The findings, or a pass on what was examined when there is none.
    static func findings(_ findings: [Finding], orPassExamining examined: @autoclosure () -> String) -> RuleOutcome {
        findings.isEmpty ? .pass(examined: examined()) : .findings(findings)
    }
}
