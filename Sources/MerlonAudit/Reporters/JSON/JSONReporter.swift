import MerlonCore

/// The whole report as JSON, for programs. The format is in `Documentation/ReportSchema.md` and `Documentation/report.schema.json`.
///
/// ``AuditReport/init(parsing:path:)`` reads it back.
public struct JSONReporter: Reporter {
    /// The version of the format: the first number changes when what was valid is read otherwise, the second when something is added.
    public static let schemaVersion = "1.0"

    /// Makes the reporter.
    public init() {}

    public func render(_ report: AuditReport, rules: [RuleMetadata]) -> String {
        document(report, rules: rules).serialized(pretty: true)
    }

    func document(_ report: AuditReport, rules: [RuleMetadata]) -> JSONValue {
        let index = ReportIndex(rules)
        var total = ReportTally()
        for target in report.targets { total.add(ReportSummary(target, index: index).total) }
        let named = Set(
            report.targets.flatMap { $0.findings.map(\.rule) + $0.suppressed.map(\.finding.rule) + $0.verdicts.flatMap(\.rules) })
        let known = named.compactMap { id in index.rule(id).map { (id, $0.json) } }
        return .members([
            "schemaVersion": .string(Self.schemaVersion),
            "tool": ["name": "merlon", "version": .string(report.toolVersion)],
            "at": .string(report.at.iso8601),
            "profile": .text(report.profile?.description),
            "targets": .array(report.targets.map { $0.json(index) }),
            "rules": .object(Dictionary(uniqueKeysWithValues: known)),
            "baseline": report.baseline?.json,
            "summary": total.json,
        ])
    }
}

extension JSONValue {
    static func strings(_ values: some Sequence<String>) -> JSONValue { .array(values.map(JSONValue.string)) }
    static func text(_ value: String?) -> JSONValue? { value.map(JSONValue.string) }
    static func count(_ value: Int) -> JSONValue { .integer(Int64(value)) }
}

extension TargetReport {
    fileprivate func json(_ index: ReportIndex) -> JSONValue {
        let summary = ReportSummary(self, index: index)
        var areas = summary.areas.map { ($0.key.rawValue, $0.value.json) }
        areas.append(("total", summary.total.json))
        return .members([
            "path": .string(path),
            "failure": .text(failure),
            "artifacts": .array(artifacts.map(\.json)),
            "findings": .array(findings.map { $0.json(in: path, index) }),
            "suppressed": .array(suppressed.map { ["finding": $0.finding.json(in: path, index), "reason": .string($0.reason)] }),
            "verdicts": .array(verdicts.map { $0.json(index) }),
            "inventory": .array(
                inventory.map { .members(["name": .string($0.name), "version": .text($0.version), "path": .string($0.path)]) }),
            "notes": .strings(notes),
            "summary": .object(Dictionary(areas, uniquingKeysWith: { first, _ in first })),
        ])
    }
}

extension ArtifactSummary {
    fileprivate var json: JSONValue {
        .members([
            "kind": .string(kind.rawValue), "path": .string(path), "name": .string(name), "identifier": .text(identifier),
            "version": .text(version), "architectures": .strings(architectures), "platform": .text(platform), "minimumOS": .text(minimumOS),
            "team": .text(team), "isEncrypted": .boolean(isEncrypted), "runtimes": .strings(runtimes.map(\.rawValue)),
        ])
    }
}

extension Finding {
    fileprivate func json(in target: String, _ index: ReportIndex) -> JSONValue {
        .members([
            "rule": .string(rule), "title": .string(index.title(ofRule: rule)), "area": .text(index.area(of: self)?.rawValue),
            "artifact": .string(artifact), "severity": .string(severity.rawValue), "confidence": .string(confidence.rawValue),
            "message": .string(message), "tests": .strings(tests), "fingerprint": .string(Fingerprint(of: self, in: target).text),
            "evidence": .array(
                evidence.map { $0.json(fingerprint: Fingerprint(of: $0, of: self, in: target)) }),
        ])
    }
}

extension Evidence {
    fileprivate func json(fingerprint: Fingerprint? = nil) -> JSONValue {
        .members([
            "file": .string(file), "architecture": .text(architecture), "address": .text(address.map { "0x" + String($0, radix: 16) }),
            "symbol": .text(symbol), "plistKey": .text(plistKey), "line": line.map(JSONValue.count), "detail": .string(detail),
            "fingerprint": .text(fingerprint?.text),
        ])
    }
}

extension TestVerdict {
    fileprivate func json(_ index: ReportIndex) -> JSONValue {
        .members([
            "test": .string(test), "title": .string(index.title(ofTest: test)), "area": .text(index.area(of: self)?.rawValue),
            "controls": .strings(MASTGTest.test(test)?.controls ?? []), "state": .string(state.rawValue), "reason": .string(reason),
            "rules": .strings(rules), "evidence": .array(evidence.map { $0.json() }), "heldBack": .count(heldBack),
            "attestation": attestation.map {
                [
                    "answer": .string($0.answer.rawValue), "by": .string($0.by), "at": .string($0.at.iso8601),
                    "because": .string($0.because),
                ]
            },
        ])
    }
}

extension RuleMetadata {
    fileprivate var json: JSONValue {
        .members([
            "title": .string(title), "area": .string(area.rawValue), "controls": .strings(controls), "tests": .strings(tests),
            "weaknesses": .strings(weaknesses), "cwe": .array(cwe.map(JSONValue.count)), "severity": .string(severity.rawValue),
            "rationale": .string(rationale),
            "fix": .members(["text": .string(fix.text), "api": .text(fix.api), "isPlanned": .boolean(fix.isPlanned)]),
        ])
    }
}

extension ReportTally {
    fileprivate var json: JSONValue {
        [
            "tests": .object(
                Dictionary(
                    uniqueKeysWithValues: TestVerdict.State.allCases.map { ($0.rawValue, .count(count($0))) } + [
                        ("accepted", .count(accepted))
                    ]
                )),
            "findings": .object(
                Dictionary(
                    uniqueKeysWithValues: Severity.allCases.map { ($0.rawValue, .count(count($0))) } + [("suppressed", .count(suppressed))])
            ),
        ]
    }
}

extension BaselineUse {
    fileprivate var json: JSONValue {
        [
            "used": .count(used), "expired": .array(expired.map(\.json)), "unused": .array(unused.map(\.json)),
            "unknown": .array(unknown.map(\.json)),
        ]
    }
}
