/// The report for people who read it on a terminal: by area of MASVS, worst first, then what needs a person, then a table.
public struct TextReporter: Reporter {
    /// Whether to use ANSI colours. Ask for them only on a terminal, and not when `NO_COLOR` is set.
    public let colour: Bool
    /// The columns of a line, at least 48; `nil` to not break lines.
    public let width: Int?
    /// Places that are shown of one finding; the rest is counted.
    public let placeLimit: Int

    /// Makes the reporter.
    public init(colour: Bool = false, width: Int? = 80, placeLimit: Int = 5) {
        self.colour = colour
        self.width = width.map { max(48, $0) }
        self.placeLimit = max(1, placeLimit)
    }

    public func render(_ report: AuditReport, rules: [RuleMetadata]) -> String {
        let index = ReportIndex(rules)
        var canvas = TextCanvas(colour: colour, width: width)
        for target in report.targets {
            canvas.blank()
            header(target, &canvas)
            guard target.failure == nil else { continue }
            let summary = ReportSummary(target, index: index)
            TextSummary(summary).addHeadline(profile: report.profile, to: &canvas)
            findings(target, summary, index, &canvas)
            TextVerdicts(target, index).add(to: &canvas)
            notes(target, &canvas)
            TextSummary(summary).add(to: &canvas)
        }
        if let notes = report.baseline?.notes, !notes.isEmpty {
            canvas.blank()
            canvas.add("Baseline", .heading)
            for note in notes { canvas.add(note, indent: 2, label: "- ") }
        }
        return canvas.text
    }

    private func header(_ target: TargetReport, _ canvas: inout TextCanvas) {
        canvas.add(target.path, .strong)
        if let failure = target.failure {
            canvas.add(failure, indent: 2, label: "not audited: ", labelStyle: .state(.fail))
            return
        }
        for artifact in target.artifacts {
            let facts: [String?] = [
                artifact.identifier, artifact.version, artifact.system,
                artifact.architectures.isEmpty ? nil : artifact.architectures.joined(separator: ", "), artifact.team.map { "team \($0)" },
                artifact.isEncrypted ? "encrypted" : nil,
            ]
            let runtimes = artifact.runtimes.map(\.rawValue)
            canvas.add(([artifact.name] + facts.compactMap { $0 } + runtimes).joined(separator: " · "), .faint, indent: 2)
        }
    }

    private func findings(_ target: TargetReport, _ summary: ReportSummary, _ index: ReportIndex, _ canvas: inout TextCanvas) {
        let byArea = Dictionary(grouping: target.findings, by: { index.area(of: $0) })
        for area in summary.worstFirst.map(Optional.some) + [nil] {
            guard let findings = byArea[area] else { continue }
            let counts = Severity.allCases.reversed().compactMap { severity in
                let count = findings.count { $0.severity == severity }
                return count > 0 ? "\(count) \(severity.rawValue)" : nil
            }
            canvas.blank()
            canvas.add(area.map { "MASVS-\($0.rawValue)" } ?? "Others", .heading)
            canvas.add(counts.joined(separator: ", "), .faint)
            for finding in ReportIndex.worstFirst(findings) {
                canvas.blank()
                add(finding, index, &canvas)
            }
        }
    }

    private func add(_ finding: Finding, _ index: ReportIndex, _ canvas: inout TextCanvas) {
        let rule = index.rule(finding.rule)
        let label = finding.severity.rawValue.uppercased()
        canvas.add(
            index.title(ofRule: finding.rule), .strong, indent: 2, label: label + String(repeating: " ", count: 8 - label.count),
            labelStyle: .severity(finding.severity))
        canvas.add(finding.confidence == .tentative ? "\(finding.message) (tentative)" : finding.message, indent: 10)
        TextPlaces(finding.evidence, limit: placeLimit).add(to: &canvas, indent: 10)
        if let fix = rule?.fix {
            canvas.add(fix.text, indent: 10, label: "Fix: ", labelStyle: .state(.pass))
            if let offer = fix.offer { canvas.add(offer.before + offer.api + offer.after, indent: 15) }
        }
        canvas.add(([finding.rule] + finding.tests + (rule?.cwe ?? []).map { "CWE-\($0)" }).joined(separator: " · "), .faint, indent: 10)
    }

    private func notes(_ target: TargetReport, _ canvas: inout TextCanvas) {
        if !target.suppressed.isEmpty {
            canvas.blank()
            canvas.add("Held back by the baseline (\(target.suppressed.count))", .heading)
            for held in target.suppressed {
                canvas.add("\(held.finding.rule): \(held.reason)", .faint, indent: 2, label: "- ")
            }
        }
        if !target.notes.isEmpty {
            canvas.blank()
            canvas.add("Left out (\(target.notes.count))", .heading)
            for note in target.notes { canvas.add(note, indent: 2, label: "- ") }
        }
    }
}
