/// One target of the HTML report.
struct HTMLTarget {
    let target: TargetReport
    let id: String
    /// What tells its landmarks apart from those of other targets, which may have the same path.
    let label: String
    let index: ReportIndex
    let summary: ReportSummary

    init(_ target: TargetReport, number: Int, _ index: ReportIndex) {
        self.target = target
        id = "t\(number)"
        label = "target \(number), \(target.path)"
        self.index = index
        summary = ReportSummary(target, index: index)
    }

    var markup: Markup {
        let heading = Markup.element("h1", [:], [.text(HTMLReporter.name(target), limit: 120)])
        if let failure = target.failure {
            return .element(
                "section", ["class": "target", "id": id, "aria-label": label],
                [
                    heading,
                    .element("p", ["class": "failure", "role": "alert"], [.element("strong", [:], ["Not audited. "]), .text(failure)]),
                ])
        }
        return .element(
            "section", ["class": "target", "id": id, "aria-label": label],
            [
                heading, facts, HTMLChart(summary, id: id).markup, HTMLFilter(id: id, name: label, summary).markup,
                HTMLFindings(target, label: label, index).markup, HTMLVerdicts(target, label: label, index).markup, held, inventory, notes,
            ])
    }

    private var facts: Markup {
        let artifacts = target.artifacts.enumerated().map { number, artifact -> Markup in
            let facts: [String?] = [
                number == 0 ? nil : artifact.name, artifact.identifier, artifact.version.map { "version \($0)" },
                artifact.system,
                artifact.architectures.isEmpty ? nil : artifact.architectures.joined(separator: ", "), artifact.team.map { "team \($0)" },
            ]
            let chips = (facts.compactMap { $0 } + artifact.runtimes.map(\.rawValue)).map {
                Markup.element("li", [:], [.text($0, limit: 120)])
            }
            let encrypted = Markup.element("li", ["class": "warn"], ["encrypted: code could not be read"])
            return .element("ul", ["class": "chips"], chips + (artifact.isEncrypted ? [encrypted] : []))
        }
        return .list([.element("p", ["class": "path"], [.element("code", [:], [.text(target.path)])])] + artifacts)
    }

    private var held: Markup {
        section(
            "Held back by the baseline", "held",
            target.suppressed.map { held in
                [
                    .element("strong", [:], [.text(index.title(ofRule: held.finding.rule))]), ": ", .text(held.reason),
                    .element("p", ["class": "faint"], [.text(held.finding.evidence.first?.place ?? held.finding.artifact, limit: 300)]),
                ]
            })
    }

    private var inventory: Markup {
        section(
            "Libraries inside", "inventory",
            target.inventory.map { component in
                [
                    .element("strong", [:], [.text(component.name)]), " ", .text(component.version ?? "version unknown"),
                    .element("p", ["class": "faint"], [.text(component.path)]),
                ]
            })
    }

    private var notes: Markup { section("Left out", "notes", target.notes.map { [.text($0)] }) }

    private func section(_ title: StaticString, _ name: String, _ items: [[Markup]]) -> Markup {
        guard !items.isEmpty else { return .none }
        return .element(
            "details", ["class": "plain", "id": "\(id)-\(name)"],
            [
                .element(
                    "summary", [:],
                    [.element("h2", [:], [.text(title.description)]), .element("span", ["class": "count"], ["\(items.count)"])]),
                .element("ul", [:], items.map { .element("li", [:], $0) }),
            ])
    }
}
