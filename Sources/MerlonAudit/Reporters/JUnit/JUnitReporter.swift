import MerlonCore

/// The verdicts as JUnit XML, for continuous integration: one suite a target, one case a MASTG test.
///
/// A failed test is a failure; what a person must decide, what cannot be decided and what does not apply is skipped, with the reason. A
/// target that could not be read is a suite with one case in error.
public struct JUnitReporter: Reporter {
    /// Places that are listed for a finding.
    static let placeLimit = 20

    /// Makes the reporter.
    public init() {}

    public func render(_ report: AuditReport, rules: [RuleMetadata]) -> String {
        let index = ReportIndex(rules)
        let suites = report.targets.map { suite($0, report, index) }
        let document = XMLElement(
            "testsuites",
            [
                ("name", "merlon audit"), ("tests", String(suites.map(\.tests).reduce(0, +))),
                ("failures", String(suites.map(\.failures).reduce(0, +))), ("errors", String(suites.map(\.errors).reduce(0, +))),
                ("skipped", String(suites.map(\.skipped).reduce(0, +))),
            ], suites.map(\.element))
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + document.text() + "\n"
    }

    private typealias Suite = (element: XMLElement, tests: Int, failures: Int, errors: Int, skipped: Int)

    private func suite(_ target: TargetReport, _ report: AuditReport, _ index: ReportIndex) -> Suite {
        var cases: [XMLElement] = []
        if let failure = target.failure {
            cases = [
                XMLElement(
                    "testcase", [("classname", "merlon"), ("name", "The target can be read"), ("time", "0")],
                    [XMLElement("error", [("type", "unreadable"), ("message", failure)])])
            ]
        } else {
            cases = target.verdicts.map { testCase($0, target, index) }
        }
        func count(_ name: String) -> Int { cases.count { $0.children.contains { $0.name == name } } }
        let counts = (tests: cases.count, failures: count("failure"), errors: count("error"), skipped: count("skipped"))
        let properties = target.artifacts.map { artifact in
            XMLElement(
                "property",
                [("name", "artifact"), ("value", [artifact.path, artifact.name, artifact.version ?? ""].joined(separator: " | "))])
        }
        // JUnit's time stamps have no zone; UTC is meant.
        let stamp = String(report.at.iso8601.dropLast())
        let element = XMLElement(
            "testsuite",
            [
                ("name", target.path), ("timestamp", stamp), ("time", "0"), ("tests", String(counts.tests)),
                ("failures", String(counts.failures)), ("errors", String(counts.errors)), ("skipped", String(counts.skipped)),
            ], (properties.isEmpty ? [] : [XMLElement("properties", [], properties)]) + cases)
        return (element, counts.tests, counts.failures, counts.errors, counts.skipped)
    }

    private func testCase(_ verdict: TestVerdict, _ target: TargetReport, _ index: ReportIndex) -> XMLElement {
        var children: [XMLElement] = []
        switch verdict.state {
        case .fail:
            let findings = ReportIndex.worstFirst(target.findings.filter { $0.tests.contains(verdict.test) })
            let type = findings.first?.severity.rawValue ?? "attested"
            children = [
                XMLElement(
                    "failure", [("type", type), ("message", verdict.reason)], content: findings.map { describe($0, index) }.joined())
            ]
        case .manual: children = [XMLElement("skipped", [("message", "A person has to decide: \(verdict.reason)")])]
        case .notDecidable: children = [XMLElement("skipped", [("message", "Not decidable: \(verdict.reason)")])]
        case .notApplicable: children = [XMLElement("skipped", [("message", "Not applicable: \(verdict.reason)")])]
        case .pass: children = [XMLElement("system-out", [], content: verdict.reason)]
        }
        let area = index.area(of: verdict).map { "MASVS-\($0.rawValue)" } ?? "MASVS"
        let name = "\(verdict.test): \(index.title(ofTest: verdict.test))"
        return XMLElement("testcase", [("classname", area), ("name", name), ("time", "0")], children)
    }

    private func describe(_ finding: Finding, _ index: ReportIndex) -> String {
        var lines = [
            "\(finding.severity.rawValue): \(index.title(ofRule: finding.rule)) (\(finding.rule))", VisibleText.of(finding.message),
        ]
        lines += finding.evidence.prefix(Self.placeLimit).map { "  at \(VisibleText.of($0.place)): \(VisibleText.of($0.detail))" }
        if finding.evidence.count > Self.placeLimit { lines.append("  and \(finding.evidence.count - Self.placeLimit) more places") }
        if let fix = index.rule(finding.rule)?.fix { lines.append("Fix: \(fix.text)") }
        return lines.joined(separator: "\n") + "\n"
    }
}
