import Testing

@testable import MerlonAudit

@Suite struct SelectionTests {
    static let rules = FixtureReport.rules

    func selection(only: [String] = [], skip: [String] = []) throws -> Selection {
        try Selection(only: only, skip: skip, rules: Self.rules)
    }

    @Test(arguments: [
        (
            [], [],
            ["network-ats-arbitrary-loads", "network-plain-http", "crypto-broken-hash", "storage-logging", "code-pie", "privacy-tracking"]
        ),
        (["network"], [], ["network-ats-arbitrary-loads", "network-plain-http"]),
        (["MASVS-Network"], ["0321"], ["network-ats-arbitrary-loads"]),
        (["MASTG-TEST-0211", "code-pie"], [], ["crypto-broken-hash", "code-pie"]),
        (["mastg-test-0211,CODE-PIE , storage"], ["code"], ["crypto-broken-hash", "storage-logging"]),
        ([], ["NETWORK", "CRYPTO", "STORAGE", "test-0228"], ["privacy-tracking"]),
        (["network"], ["network"], []),
    ]) func choosesRules(only: [String], skip: [String], expected: [String]) throws {
        let selection = try selection(only: only, skip: skip)
        #expect(Self.rules.filter(selection.includes).map(\.id) == expected)
    }

    @Test func choosesTests() throws {
        let network = MASTGTest.all.filter { $0.area == .network }.map(\.id)
        func chosen(_ selection: Selection) -> [String] { MASTGTest.all.map(\.id).filter(selection.includes(test:)) }
        #expect(chosen(try selection(only: ["network"])) == network)
        #expect(chosen(try selection(only: ["network"], skip: ["0322"])) == network.filter { $0 != "MASTG-TEST-0322" })
        #expect(chosen(try selection(only: ["code-pie"])) == ["MASTG-TEST-0228"])
        #expect(chosen(try selection(skip: ["code-pie"])).count == 88)
    }

    @Test(arguments: [
        ("network-ats-arbitrary-load", "Did you mean 'network-ats-arbitrary-loads'?"), ("newtork", "Did you mean 'NETWORK'?"),
        ("MASTG-TEST-322", "Did you mean 'MASTG-TEST-0322'?"), ("", "merlon rules lists them all."),
        ("zzzzzzzz", "merlon rules lists them all."),
        ("network,", "merlon rules lists them all."), (String(repeating: "a", count: 100_000), "merlon rules lists them all."),
    ]) func refusesUnknownNames(_ name: String, hint: String) {
        for make in [{ try selection(only: [name]) }, { try selection(skip: [name]) }] {
            let error = #expect(throws: AuditError(.unknownName, at: "", "")) { try make() }
            #expect(error?.hint == hint)
        }
    }

    @Test func reportHasWhatWasAskedFor() throws {
        let report = try selection(only: ["network"]).applied(to: FixtureReport.report)
        #expect(report.targets[0].verdicts.count == 11)
        #expect(report.targets[0].findings.map(\.rule) == ["network-plain-http", "network-ats-arbitrary-loads"])
        #expect(report.targets[0].suppressed.isEmpty)
    }

    @Test func nothingPassesForARuleThatWasLeftOut() throws {
        let report = try selection(skip: ["code-pie"]).applied(to: FixtureReport.report)
        let verdict = report.targets[0].verdicts.first { $0.test == "MASTG-TEST-0228" }
        #expect(verdict?.state == .notDecidable)
        #expect(verdict?.reason.contains("code-pie") == true)
    }
}

@Suite struct FailureThresholdTests {
    static func report(_ severity: Severity, _ confidence: Confidence) -> AuditReport {
        let finding = FixtureReport.finding(
            "r", severity, "m", [Evidence(file: "f", detail: "d")], tests: [], confidence: confidence)
        return AuditReport(toolVersion: "1", at: FixtureReport.now, targets: [TargetReport(path: "a", findings: [finding])])
    }

    @Test func countsByRankAndConfidence() {
        let severities: [Severity] = [.note, .low, .medium, .high]
        let expected: [FailureThreshold: [Bool]] = [
            .none: [false, false, false, false], .any: [true, true, true, true], .low: [false, true, true, true],
            .medium: [false, false, true, true], .high: [false, false, false, true],
        ]
        for (threshold, answers) in expected {
            for (severity, answer) in zip(severities, answers) {
                for confidence in [Confidence.firm, .certain] {
                    #expect(threshold.isReached(by: Self.report(severity, confidence)) == answer, "\(threshold) \(severity)")
                }
                #expect(threshold.isReached(by: Self.report(severity, .tentative)) == (threshold == .any), "\(threshold) \(severity)")
            }
        }
    }

    @Test func concludes() {
        #expect(AuditConclusion(FixtureReport.clean, threshold: .any) == .clean)
        #expect(AuditConclusion(Self.report(.high, .firm), threshold: .high) == .failed)
        #expect(AuditConclusion(Self.report(.high, .firm), threshold: .none) == .clean)
        #expect(AuditConclusion(FixtureReport.report, threshold: .none) == .unreadable)
    }
}
