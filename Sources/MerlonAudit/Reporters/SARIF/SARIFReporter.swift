import MerlonCore

/// The findings as SARIF 2.1.0 (OASIS), for code-scanning services and editors: one run over all targets.
///
/// SARIF has results where something is wrong. What a person must judge is counted in the run's properties; JSON and HTML have it in full.
public struct SARIFReporter: Reporter {
    /// Locations of one result; the rest is counted in its message and properties. Services cut off or refuse results with very many.
    static let locationLimit = 10

    /// Makes the reporter.
    public init() {}

    public func render(_ report: AuditReport, rules: [RuleMetadata]) -> String {
        let catalogue = SARIFRules(rules)
        // A run in which any result says whether it is suppressed has to say it of all (SARIF 3.27.23).
        let marksSuppression = report.baseline != nil || report.targets.contains { !$0.suppressed.isEmpty }
        let results = report.targets.flatMap { target in
            ReportIndex.worstFirst(target.findings).map { finding in
                SARIFResult(finding, in: target.path, catalogue).json(suppressions: marksSuppression ? [] : nil)
            }
                + target.suppressed.map { held in
                    SARIFResult(held.finding, in: target.path, catalogue).json(suppressions: [held.reason])
                }
        }
        let run: JSONValue = [
            "tool": ["driver": catalogue.driver(version: report.toolVersion)],
            "taxonomies": .array(catalogue.taxonomies),
            "invocations": [invocation(report)],
            "results": .array(results),
            "properties": properties(report, ReportIndex(rules)),
        ]
        let log: JSONValue = [
            "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            "version": "2.1.0",
            "runs": [run],
        ]
        return log.serialized(pretty: true)
    }

    private func invocation(_ report: AuditReport) -> JSONValue {
        var execution: [JSONValue] = []
        for target in report.targets {
            if let failure = target.failure { execution.append(notification("error", "Not audited: \(failure)", at: target.path)) }
            execution += target.notes.map { notification("warning", "Left out: \($0)", at: target.path) }
        }
        let configuration = (report.baseline?.notes ?? []).map { notification("warning", $0, at: nil) }
        return [
            "executionSuccessful": .boolean(report.targets.allSatisfy { $0.failure == nil }),
            "endTimeUtc": .string(report.at.iso8601),
            "toolExecutionNotifications": .array(execution),
            "toolConfigurationNotifications": .array(configuration),
        ]
    }

    private func notification(_ level: String, _ text: String, at target: String?) -> JSONValue {
        .members([
            "level": .string(level), "message": SARIFText.message(text),
            "locations": target.map { [["physicalLocation": ["artifactLocation": ["uri": .string(SARIFText.uri(target: $0, file: ""))]]]] },
        ])
    }

    private func properties(_ report: AuditReport, _ index: ReportIndex) -> JSONValue {
        var total = ReportTally()
        for target in report.targets { total.add(ReportSummary(target, index: index).total) }
        return .members([
            "profile": .text(report.profile?.description),
            "testsFailed": .count(total.count(.fail)), "testsPassed": .count(total.count(.pass)), "testsAccepted": .count(total.accepted),
            "testsManual": .count(total.count(.manual)), "testsNotDecidable": .count(total.count(.notDecidable)),
            "testsNotApplicable": .count(total.count(.notApplicable)),
        ])
    }
}
