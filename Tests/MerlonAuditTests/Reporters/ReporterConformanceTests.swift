import MerlonCore
import Testing

@testable import MerlonAudit

/// What every reporter must do, whatever its format.
@Suite struct ReporterConformanceTests {
    static let reports: [(String, AuditReport)] = [
        ("full", JSONReporterTests.full()), ("clean", FixtureReport.clean),
        ("nothing", AuditReport(toolVersion: "1", at: FixtureReport.now, targets: [])),
        ("unreadable", AuditReport(toolVersion: "1", at: FixtureReport.now, targets: [FixtureReport.unreadable])),
        ("empty strings", AuditReport(toolVersion: "", at: FixtureReport.now, targets: [emptyStrings])),
        ("strange", AuditReport(toolVersion: FixtureReport.hostile, at: WallTime(seconds: .min / 4), targets: [strange])),
    ]

    static let emptyStrings = TargetReport(
        path: "", artifacts: [ArtifactSummary(kind: .binary, path: "", name: "")],
        findings: [FixtureReport.finding("", .note, "", [Evidence(file: "", detail: "")], tests: [], artifact: "")],
        verdicts: [TestVerdict(test: "", state: .manual, reason: "")], inventory: [Component(name: "", version: nil, path: "")], notes: [""]
    )

    static let strange = TargetReport(
        path: String(repeating: "../", count: 200) + FixtureReport.hostile, artifacts: [],
        findings: [
            FixtureReport.finding(
                "rule-nobody-knows", .high, String(repeating: "\u{301}", count: 3000) + String(repeating: "x", count: 100_000),
                [Evidence(file: "/", address: 0, line: -3, detail: String(repeating: "\u{202E}", count: 10_000))],
                tests: ["MASTG-TEST-9999", FixtureReport.hostile])
        ],
        verdicts: [TestVerdict(test: "MASTG-TEST-9999", state: .fail, reason: FixtureReport.hostile, rules: [FixtureReport.hostile])])

    @Test(arguments: ReportFormat.allCases) func rendersEverythingTheSameWayTwice(_ format: ReportFormat) {
        for (name, report) in Self.reports {
            let text = format.reporter().render(report, rules: FixtureReport.rules)
            #expect(text == format.reporter().render(report, rules: FixtureReport.rules), "\(name)")
            #expect(text.hasSuffix("\n"), "\(name)")
            #expect(!text.unicodeScalars.contains { $0.isUnsafeToShow && $0 != "\n" }, "\(name)")
        }
    }

    @Test(arguments: ReportFormat.allCases) func namesEveryTargetFindingAndFailure(_ format: ReportFormat) {
        let text = format.reporter(width: nil).render(FixtureReport.report, rules: FixtureReport.rules)
        for words in [
            "missing.ipa", "byte 7", "network-ats-arbitrary-loads", "MASTG-TEST-0322", "The app allows plain HTTP to every host.",
        ] {
            #expect(text.contains(words), "\(words)")
        }
    }

    @Test(arguments: ReportFormat.allCases) func worksWithoutRules(_ format: ReportFormat) {
        let text = format.reporter().render(FixtureReport.report, rules: [])
        #expect(text.contains("network-ats-arbitrary-loads"))
    }
}
