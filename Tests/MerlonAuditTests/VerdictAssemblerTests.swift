import MerlonAudit
import MerlonCore
import Testing

@Suite struct VerdictAssemblerTests {
    /// A rule that only lends its name; what it says is given to the assembler.
    struct NamedRule: Rule {
        let metadata: RuleMetadata

        init(_ id: String, tests: [String]) {
            metadata = RuleMetadata(
                id: id, title: id, area: .network, controls: ["MASVS-NETWORK-1"], tests: tests, weaknesses: [], cwe: [], severity: .high,
                rationale: "", fix: Fix(""), examples: [])
        }

        func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome { .notApplicable(because: "not run") }
    }

    static let app = Artifact(kind: .app, path: "A.app", name: "A")
    static let library = Artifact(kind: .framework, path: "L.framework", name: "L")
    static let analysis = "MASTG-TEST-0321"
    static let review = "MASTG-TEST-0323"
    static let running = "MASTG-TEST-0348"

    static func finding(_ confidence: Confidence = .firm, _ test: String, severity: Severity = .low, message: String = "Found.")
        -> RuleOutcome
    {
        let place = Evidence(file: "A", detail: "place")
        return .findings([
            Finding(
                rule: "one", artifact: "A.app", severity: severity, confidence: confidence, message: message, evidence: [place],
                tests: [test])
        ])
    }

    static func verdict(
        _ test: String, _ outcomes: [RuleOutcome], artifacts: [Artifact] = [app], attestations: [Attestation] = []
    ) throws -> TestVerdict {
        let assembler = VerdictAssembler(
            rules: [NamedRule("one", tests: [analysis, review, running])], attestations: attestations)
        let runs = outcomes.enumerated().map { RuleRun(rule: "one", artifact: "\($0)", outcome: $1) }
        let verdicts = assembler.assemble(runs, artifacts)
        #expect(verdicts.count == 88)
        #expect(verdicts.allSatisfy { !$0.reason.isEmpty })
        return try #require(verdicts.first { $0.test == test })
    }

    static let pass = RuleOutcome.pass(examined: "the plist")
    static let ask = RuleOutcome.manual(lookAt: "Look.", evidence: [Evidence(file: "A", detail: "here")])
    static let blocked = RuleOutcome.notDecidable(because: "encrypted")
    static let moot = RuleOutcome.notApplicable(because: "no code")

    /// What was said of a test that can be decided from what was shipped, and the answer.
    static let cases: [([RuleOutcome], TestVerdict.State)] = [
        ([], .manual),
        ([pass], .pass), ([pass, moot], .pass), ([moot], .notApplicable), ([moot, moot], .notApplicable),
        ([blocked], .notDecidable), ([pass, blocked], .notDecidable), ([blocked, pass, moot], .notDecidable),
        ([ask], .manual), ([pass, ask], .manual), ([ask, blocked], .manual),
        ([finding(.tentative, analysis)], .manual), ([finding(.tentative, analysis), pass], .manual),
        ([finding(.firm, analysis)], .fail), ([finding(.certain, analysis)], .fail),
        ([pass, ask, blocked, moot, finding(.firm, analysis)], .fail),
        // Fails another test of the same rule: this one was looked at.
        ([finding(.firm, review)], .pass), ([finding(.firm, review), blocked], .notDecidable),
    ]

    @Test func theFirstLineThatFitsDecides() throws {
        for (index, (outcomes, expected)) in Self.cases.enumerated() {
            #expect(try Self.verdict(Self.analysis, outcomes).state == expected, "case \(index)")
        }
    }

    @Test func aTestOfTheRunningAppIsNeverPassedByRules() throws {
        #expect(try Self.verdict(Self.running, []).state == .manual)
        #expect(try Self.verdict(Self.running, [Self.pass]).state == .manual)
        #expect(try Self.verdict(Self.running, [Self.finding(.firm, Self.running)]).state == .fail)
        #expect(try Self.verdict(Self.running, [], artifacts: [Self.library]).state == .notApplicable)
        #expect(try Self.verdict(Self.running, [], artifacts: [Self.library, Self.app]).state == .manual)
        #expect(try Self.verdict(Self.analysis, [], artifacts: [Self.library]).state == .manual)
        let executable = Artifact(
            kind: .binary, path: "x", name: "x", binaries: [BinaryFacts(path: "x", slices: [SliceFacts(architecture: "arm64")])])
        #expect(try Self.verdict(Self.running, [], artifacts: [executable]).state == .manual)
    }

    @Test func reasonsSayWhatWasSeen() throws {
        let fail = try Self.verdict(
            Self.analysis,
            [Self.finding(.firm, Self.analysis, message: "Minor."), Self.finding(.firm, Self.analysis, severity: .high, message: "Major.")])
        #expect(fail.reason == "Major. Minor." && fail.rules == ["one"])
        let manual = try Self.verdict(Self.analysis, [Self.ask, Self.blocked])
        #expect(manual.reason.contains("Look.") && manual.reason.contains("encrypted") && manual.evidence.count == 1)
        let unseen = try Self.verdict(Self.analysis, [])
        #expect(unseen.reason.contains("No rule") && unseen.reason.hasSuffix(MASTGTest.test(Self.analysis)?.lookAt ?? "?"))
    }

    @Test func runsOfRulesThatWereNotGivenDoNotCount() throws {
        let runs = [RuleRun(rule: "other", artifact: "A", outcome: Self.pass)]
        let verdicts = VerdictAssembler(rules: [NamedRule("one", tests: [Self.analysis])]).assemble(runs, [Self.app])
        #expect(verdicts.allSatisfy { $0.state == .manual })
    }

    @Test func profilePicksTheTests() {
        let verdicts = VerdictAssembler(rules: [], profile: Profile("P") ?? .all).assemble([], [Self.app])
        #expect(verdicts.count == 8 && verdicts.map(\.test) == verdicts.map(\.test).sorted())
    }

    static let attested: [([RuleOutcome], TestVerdict.State, TestVerdict.State, String)] = [
        ([ask], .pass, .pass, "The tool said"), ([ask], .fail, .fail, "The tool said"),
        ([blocked], .notApplicable, .notApplicable, "encrypted"),
        ([moot], .fail, .fail, "no code"), ([], .pass, .pass, "No rule"),
        ([finding(.firm, analysis)], .pass, .fail, "CONTRADICTED"), ([finding(.firm, analysis)], .notApplicable, .fail, "CONTRADICTED"),
        ([finding(.firm, analysis)], .fail, .fail, "Found."), ([pass], .fail, .fail, "CONTRADICTS"), ([pass], .pass, .pass, "the plist"),
        ([pass], .notApplicable, .pass, "the plist"),
    ]

    @Test func attestationsStandBesideWhatTheToolSaw() throws {
        for (index, (outcomes, answer, expected, words)) in Self.attested.enumerated() {
            let attestation = Attestation(
                test: Self.analysis, answer: answer, by: "Jo", at: WallTime(seconds: 1_767_225_600), because: "Seen it.")
            let verdict = try Self.verdict(Self.analysis, outcomes, attestations: [attestation])
            #expect(verdict.state == expected, "case \(index)")
            #expect(verdict.attestation == attestation)
            #expect(verdict.reason.contains(words) && verdict.reason.contains("Jo") && verdict.reason.contains("Seen it."), "case \(index)")
        }
    }
}
