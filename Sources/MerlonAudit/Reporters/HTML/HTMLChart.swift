/// The overview of a target: how many findings of each severity, and a bar of verdicts for each area of MASVS.
struct HTMLChart {
    private let summary: ReportSummary
    private let id: String

    init(_ summary: ReportSummary, id: String) {
        self.summary = summary
        self.id = id
    }

    var markup: Markup {
        .list([
            .element("ul", ["class": "tiles", "aria-label": "Findings by severity"], Severity.allCases.reversed().map(tile)),
            .element(
                "div", ["class": "overall"],
                [
                    .element(
                        "p", [:], [.element("strong", [:], ["\(summary.total.count(.fail)) of \(summary.total.tests)"]), " tests fail"]),
                    bar(summary.total, label: "All areas", height: 14), legend,
                ]),
            .element(
                "ul", ["class": "areas", "aria-label": "Verdicts by area"],
                summary.worstFirst.map { area in card(area, summary.areas[area] ?? ReportTally()) }),
        ])
    }

    private func tile(_ severity: Severity) -> Markup {
        let count = summary.total.count(severity)
        return .element(
            "li", ["class": "tile \(severity.rawValue)\(count == 0 ? " zero" : "")"],
            [.element("strong", [:], ["\(count)"]), " ", .element("span", [:], [.text(severity.rawValue)])])
    }

    private func card(_ area: MASVSArea, _ tally: ReportTally) -> Markup {
        let severities = Severity.allCases.reversed().filter { tally.count($0) > 0 }.map { severity in
            Markup.element("span", ["class": "badge \(severity.rawValue)"], ["\(tally.count(severity)) \(severity.rawValue)"])
        }
        let found = severities.isEmpty ? [Markup.element("span", ["class": "faint"], ["no findings"])] : severities
        return .element(
            "li", [:],
            [
                .element(
                    "button", ["type": "button", "class": "area", "data-pick": area.rawValue, "data-target": id, "aria-pressed": "false"],
                    [
                        .element(
                            "span", ["class": "area-head"],
                            [
                                .element("span", ["class": "area-name"], [.text(area.rawValue)]),
                                .element("span", ["class": "area-found"], found),
                            ]),
                        bar(tally, label: area.rawValue, height: 10),
                        .element("span", ["class": "faint"], [.text(Self.words(tally))]),
                    ])
            ])
    }

    /// A bar in a hundred parts of the width. Presentation attributes, since the policy allows no style attributes.
    private func bar(_ tally: ReportTally, label: String, height: Int) -> Markup {
        let parts = Self.parts(tally)
        let total = max(1, parts.reduce(0) { $0 + $1.count })
        var start = 0
        var pieces: [Markup] = []
        for part in parts where part.count > 0 {
            pieces.append(
                .element(
                    "rect",
                    [
                        "class": part.style, "x": Self.percent(start, of: total), "width": Self.percent(part.count, of: total), "y": "0",
                        "height": "\(height)",
                    ]))
            start += part.count
        }
        return .element(
            "svg", ["class": "bar", "width": "100%", "height": "\(height)", "role": "img", "aria-label": "\(label): \(Self.words(tally))"],
            pieces)
    }

    private var legend: Markup {
        .element(
            "ul", ["class": "legend"],
            Self.parts(summary.total).filter { $0.count > 0 }.map { part in
                .element(
                    "li", [:],
                    [
                        .element(
                            "svg", ["width": "10", "height": "10", "aria-hidden": "true"],
                            [.element("rect", ["class": part.style, "width": "10", "height": "10", "rx": "2"])]),
                        " \(part.count) \(part.name)",
                    ])
            })
    }

    private static func parts(_ tally: ReportTally) -> [(name: String, style: String, count: Int)] {
        [
            ("fail", "s-fail", tally.count(.fail)), ("pass", "s-pass", tally.count(.pass)), ("accepted", "s-accepted", tally.accepted),
            ("need a person", "s-manual", tally.count(.manual)), ("not decidable", "s-undecided", tally.count(.notDecidable)),
            ("not applicable", "s-na", tally.count(.notApplicable)),
        ]
    }

    static func words(_ tally: ReportTally) -> String {
        parts(tally).filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    }

    /// With two decimals, without a locale.
    private static func percent(_ part: Int, of total: Int) -> String {
        let hundredths = part * 10_000 / total
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)%"
    }
}
