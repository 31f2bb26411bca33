import MerlonCore
import Testing

@testable import MerlonAudit

struct AuditEngineTests {
    @Test func failureOfOneTargetLeavesTheOthers() async {
        let engine = AuditEngine(rules: [NameRule(id: "a", scope: .artifact)], reader: FakeReader()) { _, _ in [] }
        let report = await engine.audit(["one", "broken", "two"], at: WallTime(seconds: 7), toolVersion: "t")
        #expect(report.targets.map(\.path) == ["one", "broken", "two"])
        #expect(report.targets.map(\.failure) == [nil, "broken: at byte 4: is broken", nil])
        #expect(report.targets.map(\.findings.count) == [3, 0, 3])
        #expect(report.targets[1].artifacts.isEmpty)
    }

    @Test func scopeAndOrder() async {
        let rules: [any Rule] = [NameRule(id: "a", scope: .artifact), NameRule(id: "r", scope: .root), NameRule(id: "b", scope: .artifact)]
        let artifact = FakeReader.artifact("x")
        for _ in 0..<20 {
            let runs = await AuditEngine(rules: rules, reader: FakeReader(), verdicts: { _, _ in [] })
                .runRules(over: [artifact], at: WallTime(seconds: 0))
            #expect(runs.map { "\($0.rule) \($0.artifact)" } == ["a x", "r x", "b x", "a x/c", "b x/c", "a x/c/d", "b x/c/d"])
        }
    }

    @Test func verdictsSeeEveryRun() async {
        let engine = AuditEngine(rules: [NameRule(id: "a", scope: .root)], reader: FakeReader()) { runs, artifacts in
            [TestVerdict(test: "T", state: .manual, reason: "\(runs.count) \(artifacts.count)")]
        }
        let report = await engine.audit(["one"], at: WallTime(seconds: 0), toolVersion: "t")
        #expect(report.targets[0].verdicts.map(\.reason) == ["1 1"])
    }

    @Test func interestsOfAllRulesReachTheReader() async {
        let engine = AuditEngine(
            rules: [NameRule(id: "a", scope: .root), NameRule(id: "b", scope: .root)], reader: FakeReader(), verdicts: { _, _ in [] })
        let report = await engine.audit(["one"], at: WallTime(seconds: 0), toolVersion: "t")
        #expect(report.targets[0].notes == ["_a", "_b"])
    }
}

private struct NameRule: Rule {
    let id: String
    let scope: RuleMetadata.Scope

    var metadata: RuleMetadata {
        RuleMetadata(
            id: id, title: id, area: .code, controls: [], tests: [], weaknesses: [], cwe: [], severity: .low, scope: scope, rationale: "",
            fix: Fix("none"), examples: [])
    }
    var interests: CodeInterests { CodeInterests(imports: ["_" + id]) }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        .findings([
            Finding(
                rule: id, artifact: artifact.path, severity: .low, confidence: .firm, message: context.root.path,
                evidence: [Evidence(file: artifact.path, detail: "")], tests: [])
        ])
    }
}

private struct FakeReader: TargetReader {
    static func artifact(_ path: String) -> Artifact {
        let innermost = Artifact(kind: .framework, path: path + "/c/d", name: "d")
        return Artifact(
            kind: .app, path: path, name: path, children: [Artifact(kind: .framework, path: path + "/c", name: "c", children: [innermost])])
    }

    func read(
        _ path: String, locating interests: CodeInterests, progress: @escaping @Sendable (UInt64, UInt64) -> Void
    ) async throws(AuditError) -> TargetContent {
        if path == "broken" { throw AuditError(.malformed, at: path, offset: 4, "is broken") }
        return TargetContent(artifacts: [Self.artifact(path)], notes: interests.imports.sorted())
    }
}
