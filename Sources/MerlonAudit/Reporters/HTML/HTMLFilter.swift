/// The controls by which what is shown of a target is chosen. They are hidden until the script takes them into use.
struct HTMLFilter {
    private let id: String
    private let name: String
    private let summary: ReportSummary

    init(id: String, name: String, _ summary: ReportSummary) {
        self.id = id
        self.name = name
        self.summary = summary
    }

    var markup: Markup {
        .element(
            "form",
            ["class": "filter", "data-target": id, "hidden": "", "role": "search", "aria-label": "Filter what is shown of \(name)"],
            [
                .element(
                    "label", ["class": "grow"],
                    [
                        .element("span", [:], ["Search"]),
                        .void(
                            "input", ["type": "search", "name": "text", "autocomplete": "off", "placeholder": "symbol, file, rule, test…"]),
                    ]),
                choice("Severity", "severity", Severity.allCases.reversed().map { ($0.rawValue, $0.rawValue) }),
                choice("Area", "area", MASVSArea.allCases.map { ($0.rawValue, $0.rawValue) }),
                choice("Verdict", "state", TestVerdict.State.allCases.map { ($0.rawValue, HTMLVerdicts.name($0)) }),
                .element("button", ["type": "button", "data-unfold": "", "aria-pressed": "false"], ["Unfold all"]),
                .element("button", ["type": "reset", "class": "reset"], ["Clear"]),
                .element("p", ["class": "shown", "role": "status", "aria-live": "polite"]),
            ])
    }

    private func choice(_ title: StaticString, _ name: String, _ options: [(value: String, text: String)]) -> Markup {
        .element(
            "label", [:],
            [
                .element("span", [:], [.text(title.description)]),
                .element(
                    "select", ["name": name],
                    [.element("option", ["value": ""], ["all"])]
                        + options.map { .element("option", ["value": $0.value], [.text($0.text)]) }),
            ])
    }
}
