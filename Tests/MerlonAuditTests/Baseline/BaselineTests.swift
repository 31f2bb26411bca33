import MerlonCore
import Testing

@testable import MerlonAudit

@Suite struct BaselineTests {
    let known = Set(FixtureReport.rules.map(\.id))

    func entry(_ finding: Finding, place: Int? = nil, expires: String? = nil, rule: String? = nil) -> BaselineEntry {
        BaselineEntry(
            fingerprint: place.map { Fingerprint(of: finding.evidence[$0], of: finding, in: FixtureReport.target.path) }
                ?? Fingerprint(of: finding, in: FixtureReport.target.path),
            rule: rule ?? finding.rule, artifact: finding.artifact, reason: "ticket 7", expires: expires.flatMap { WallTime(iso8601: $0) })
    }

    func state(_ test: String, in report: AuditReport) -> TestVerdict? { report.targets[0].verdicts.first { $0.test == test } }

    @Test func writtenBaselineHoldsBackEverything() throws {
        let baseline = Baseline(accepting: FixtureReport.report, because: "start")
        let read = try Baseline(parsing: Array(baseline.serialized.utf8), path: "b.json")
        #expect(read == baseline)
        #expect(read.entries.count == 31)  // 25 + 1 + 3 + 1 places, and 1 that was held back already.
        let applied = read.applied(to: FixtureReport.report, knownRules: known)
        #expect(applied.targets[0].findings.isEmpty)
        #expect(applied.targets[0].suppressed.count == 5)
        #expect(!applied.targets[0].verdicts.contains { $0.state == .fail })
        #expect(!FailureThreshold.any.isReached(by: applied))
        let verdict = try #require(state("MASTG-TEST-0322", in: applied))
        #expect(verdict.state == .pass && verdict.heldBack == 1 && verdict.reason == "Held back by the baseline: start")
        #expect(state("MASTG-TEST-0211", in: applied)?.state == .manual)
    }

    @Test func newPlaceIsReportedAlone() throws {
        var report = FixtureReport.report
        let baseline = Baseline(accepting: report, because: "start")
        report.targets[0].findings[0].evidence.append(
            Evidence(file: "\(FixtureReport.app)/Bank App", symbol: "leak", detail: "calls NSLog"))
        let applied = baseline.applied(to: report, knownRules: known)
        #expect(applied.targets[0].findings.map(\.evidence.count) == [1])
        #expect(applied.targets[0].findings[0].evidence[0].symbol == "leak")
        #expect(state("MASTG-TEST-0297", in: applied)?.state == .fail)
        #expect(state("MASTG-TEST-0297", in: applied)?.heldBack == 1)
    }

    @Test func wholeFindingCanBeHeldBack() {
        let applied = Baseline(entries: [entry(FixtureReport.loggingFinding)]).applied(to: FixtureReport.report, knownRules: known)
        #expect(applied.targets[0].findings.count == 3)
        #expect(applied.baseline == BaselineUse(used: 1))
    }

    @Test func expiredUnusedAndUnknownEntriesAreNamed() {
        let expired = entry(FixtureReport.atsFinding, place: 0, expires: FixtureReport.now.iso8601)
        var gone = FixtureReport.atsFinding
        gone.evidence[0].plistKey = "NSAppTransportSecurity.Other"
        let unused = entry(gone, place: 0)
        let unknown = entry(FixtureReport.atsFinding, place: 0, rule: "network-ats-arbitrary-load")
        var report = FixtureReport.report
        report.targets.removeLast()
        let applied = Baseline(entries: [expired, unused, unknown]).applied(to: report, knownRules: known)
        #expect(applied.targets[0].findings.count == 4)
        #expect(state("MASTG-TEST-0322", in: applied)?.state == .fail)
        #expect(applied.baseline == BaselineUse(used: 0, expired: [expired], unused: [unused], unknown: [unknown]))
        #expect(applied.baseline?.notes.count == 3)
        // What could not be read may hold the weakness still.
        #expect(Baseline(entries: [unused]).applied(to: FixtureReport.report, knownRules: known).baseline?.unused == [])
    }

    @Test func anAttestedFailureStays() {
        var report = FixtureReport.report
        let index = report.targets[0].verdicts.firstIndex { $0.test == "MASTG-TEST-0322" } ?? 0
        report.targets[0].verdicts[index].attestation = Attestation(
            test: "MASTG-TEST-0322", answer: .fail, by: "Ada", at: FixtureReport.now, because: "seen")
        let applied = Baseline(accepting: report, because: "start").applied(to: report, knownRules: known)
        #expect(state("MASTG-TEST-0322", in: applied)?.state == .fail)
        #expect(FailureThreshold.high.isReached(by: applied) && !FailureThreshold.none.isReached(by: applied))
    }

    @Test func rewritingKeepsReasonAndExpiry() {
        let old = entry(FixtureReport.atsFinding, place: 0, expires: "2100-01-01")
        let stale = entry(FixtureReport.hashFinding, place: 0, expires: "2020-01-01")
        let written = Baseline(accepting: FixtureReport.report, because: "new", keeping: Baseline(entries: [old, stale]))
        #expect(written.entries.first { $0.fingerprint == old.fingerprint }?.reason == "ticket 7")
        #expect(written.entries.first { $0.fingerprint == old.fingerprint }?.expires == old.expires)
        #expect(written.entries.first { $0.fingerprint == stale.fingerprint }?.reason == "new")
    }

    @Test func rewritingForgetsOnlyWhatIsGone() {
        var report = FixtureReport.report
        report.targets.removeLast()
        let other = entry(FixtureReport.atsFinding, place: 0, rule: "auth-not-run")
        var gone = FixtureReport.atsFinding
        gone.evidence[0].plistKey = "Gone"
        let previous = Baseline(
            entries: [other, entry(gone, place: 0)].map { entry in
                var entry = entry
                if entry.rule == "auth-not-run" { entry.fingerprint = Fingerprint(String(repeating: "a", count: 32)) ?? entry.fingerprint }
                return entry
            })
        let written = Baseline(accepting: report, because: "new", keeping: previous)
        #expect(written.entries.contains { $0.rule == "auth-not-run" })
        #expect(!written.entries.contains { $0.fingerprint == previous.entries[1].fingerprint })
        // With a target that could not be read, nothing is known to be gone.
        let cautious = Baseline(accepting: FixtureReport.report, because: "new", keeping: previous)
        #expect(cautious.entries.contains { $0.fingerprint == previous.entries[1].fingerprint })
    }

    @Test(arguments: [
        ("", "not JSON"), ("[]", "has a \"version\""), (#"{"version": 1}"#, "has a \"version\""),
        (#"{"version": 2, "entries": []}"#, "version 2"), (#"{"version": 1, "entries": [1]}"#, "entry 1: not an object"),
        (#"{"version": 1, "entries": [{}]}"#, "32 hexadecimal"),
        (
            #"{"version": 1, "entries": [{"fingerprint": "0123456789ABCDEF0123456789ABCDEF", "rule": "r", "artifact": "", "reason": "x"}]}"#,
            "32 hexadecimal"
        ),
        (#"{"version": 1, "entries": [{"fingerprint": "0123456789abcdef0123456789abcdef", "artifact": "", "reason": "x"}]}"#, "\"rule\""),
        (#"{"version": 1, "entries": [{"fingerprint": "0123456789abcdef0123456789abcdef", "rule": "r", "artifact": ""}]}"#, "\"reason\""),
        (
            #"{"version": 1, "entries": [{"fingerprint": "0123456789abcdef0123456789abcdef", "rule": "r", "artifact": "", "reason": " "}]}"#,
            "\"reason\""
        ),
        (
            #"{"version": 1, "entries": [{"fingerprint": "0123456789abcdef0123456789abcdef", "rule": "r", "artifact": "", "reason": "x", "expires": "soon"}]}"#,
            "\"expires\""
        ),
        (#"{"version": 1, "entries": [{"expire": "2027-01-01"}]}"#, "unknown member \"expire\""),
    ]) func refuses(_ text: String, saying words: String) {
        let error = #expect(throws: AuditError.self) { try Baseline(parsing: Array(text.utf8), path: "b.json") }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        if words.hasPrefix("unknown") { #expect(error?.hint == "Did you mean \"expires\"?") }
    }
}
