/// The table at the end of the text report: tests by verdict and findings by severity, for each area.
struct TextSummary {
    private struct Column {
        let name: String
        let short: String
        let style: TextStyle
        let value: (ReportTally) -> Int
    }

    private let summary: ReportSummary

    init(_ summary: ReportSummary) { self.summary = summary }

    /// One line of what matters: `3 of 88 tests fail, 28 pass, 55 need a person · findings: 1 high, 2 medium`.
    func addHeadline(profile: Profile?, to canvas: inout TextCanvas) {
        let total = summary.total
        let states: [(count: Int, one: String, many: String)] = [
            (total.count(.pass), "passes", "pass"), (total.accepted, "is an accepted risk", "are accepted risks"),
            (total.count(.manual), "needs a person", "need a person"),
            (total.count(.notDecidable), "cannot be decided", "cannot be decided"),
            (total.count(.notApplicable), "does not apply", "do not apply"),
        ]
        let others = states.filter { $0.count > 0 }.map { ", \($0.count) \($0.count == 1 ? $0.one : $0.many)" }.joined()
        let severities = Severity.allCases.reversed().filter { total.count($0) > 0 }.map { "\(total.count($0)) \($0.rawValue)" }
        let findings = severities.isEmpty ? "no findings" : "findings: " + severities.joined(separator: ", ")
        canvas.add(
            "\(total.count(.fail)) of \(total.tests) tests\(profile.map { " of profile \($0)" } ?? "") \(total.count(.fail) == 1 ? "fails" : "fail")\(others) · \(findings)",
            indent: 2)
    }

    func add(to canvas: inout TextCanvas) {
        canvas.blank()
        canvas.add("Tests by verdict, findings by severity", .heading)
        // As wide as the terminal allows: side by side, below each other, then with short names.
        let all = Self.tests(withAccepted: summary.total.accepted > 0)
        let layouts = [[all + Self.findings], [all, Self.findings], [all, Self.findings]]
        for (number, layout) in layouts.enumerated() {
            let tables = layout.map { rows($0, short: number == 2) }
            let widest = tables.map(TextCanvas.width(ofTable:)).max() ?? 0
            guard number == 2 || canvas.width.map({ widest + 2 <= $0 }) ?? true else { continue }
            for (table, columns) in zip(tables, layout) {
                canvas.table(table, styles: [.strong] + columns.map(\.style), indent: 2)
                if layout.count > 1 { canvas.blank() }
            }
            return
        }
    }

    private func rows(_ columns: [Column], short: Bool) -> [[String]] {
        let head = [""] + columns.map { short ? $0.short : $0.name }
        func row(_ name: String, _ tally: ReportTally) -> [String] { [name] + columns.map { String($0.value(tally)) } }
        return [head] + summary.worstFirst.map { row($0.rawValue, summary.areas[$0] ?? ReportTally()) } + [row("all", summary.total)]
    }

    /// Without a baseline nothing is accepted, and the column would only take room.
    private static func tests(withAccepted: Bool) -> [Column] {
        let accepted = Column(name: "accepted", short: "acc", style: .state(.notDecidable)) { $0.accepted }
        return [
            Column(name: "fail", short: "fail", style: .state(.fail)) { $0.count(.fail) },
            Column(name: "pass", short: "pass", style: .state(.pass)) { $0.count(.pass) },
        ] + (withAccepted ? [accepted] : []) + [
            Column(name: "manual", short: "man", style: .state(.manual)) { $0.count(.manual) },
            Column(name: "undecided", short: "und", style: .state(.notDecidable)) { $0.count(.notDecidable) },
            Column(name: "n/a", short: "n/a", style: .state(.notApplicable)) { $0.count(.notApplicable) },
        ]
    }

    private static var findings: [Column] {
        Severity.allCases.reversed().map { severity in
            Column(name: severity.rawValue, short: severity.rawValue, style: .severity(severity)) { $0.count(severity) }
        }
    }
}
