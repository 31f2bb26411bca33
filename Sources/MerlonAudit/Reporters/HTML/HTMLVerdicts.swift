import MerlonCore

/// The verdict on every MASTG test as HTML, by area.
struct HTMLVerdicts {
    private let target: TargetReport
    private let label: String
    private let index: ReportIndex

    init(_ target: TargetReport, label: String, _ index: ReportIndex) {
        self.target = target
        self.label = label
        self.index = index
    }

    var markup: Markup {
        guard !target.verdicts.isEmpty else { return .none }
        let byArea = Dictionary(grouping: target.verdicts, by: { index.area(of: $0) })
        let groups = (MASVSArea.allCases.map(Optional.some) + [nil]).compactMap { area in byArea[area].map { group($0, of: area) } }
        return .element(
            "section", ["class": "tests", "aria-label": "Tests of \(label)"],
            [.element("h2", [:], ["Tests ", .element("span", ["class": "count"], ["\(target.verdicts.count)"])])] + groups
                + [.element("p", ["class": "empty", "data-none": "test", "hidden": ""], ["No test matches the filter."])])
    }

    /// Open where something fails. Failures first, then what is left to do; otherwise in the order of their numbers.
    private func group(_ verdicts: [TestVerdict], of area: MASVSArea?) -> Markup {
        var tally = ReportTally()
        for verdict in verdicts { tally.add(verdict) }
        let ordered = Self.order.flatMap { state in verdicts.filter { $0.state == state } }
        let rows = ordered.map { verdict in
            Markup.element(
                "li", ["data-kind": "test", "data-state": verdict.state.rawValue, "data-area": area?.rawValue ?? ""], [row(verdict)])
        }
        return .element(
            "details", ["class": "group", "data-group": "", "open": tally.count(.fail) > 0 ? "" : nil],
            [
                .element(
                    "summary", [:],
                    [
                        .element("h3", [:], [.text(area?.rawValue ?? "Others")]),
                        .element("span", ["class": "faint"], [.text(HTMLChart.words(tally))]),
                    ]),
                .element("ul", [:], rows),
            ])
    }

    private static let order: [TestVerdict.State] = [.fail, .manual, .notDecidable, .pass, .notApplicable]

    static func name(_ state: TestVerdict.State) -> String {
        switch state {
        case .fail: "fail"
        case .pass: "pass"
        case .manual: "needs a person"
        case .notDecidable: "not decidable"
        case .notApplicable: "not applicable"
        }
    }

    private func row(_ verdict: TestVerdict) -> Markup {
        let isAccepted = verdict.state == .pass && verdict.heldBack > 0
        return .element(
            "details", [:],
            [
                .element(
                    "summary", [:],
                    [
                        .element(
                            "span", ["class": "state \(isAccepted ? "accepted" : verdict.state.rawValue)"],
                            [.text(isAccepted ? "accepted" : Self.name(verdict.state))]),
                        .element("code", ["class": "id"], [.text(verdict.test)]),
                        .element("span", ["class": "title"], [.text(index.title(ofTest: verdict.test))]),
                    ]),
                .element("p", [:], [.text(verdict.reason, limit: 2000)]),
                HTMLEvidence.markup(verdict.evidence, isOpen: true),
                verdict.attestation.map(attestation) ?? .none,
                lookAt(verdict),
                .element(
                    "p", ["class": "refs"],
                    ((MASTGTest.test(verdict.test)?.controls ?? []) + verdict.rules).map { .element("code", [:], [.text($0)]) }),
            ])
    }

    /// What the catalogue says a person should do, where the verdict's reason does not say it already.
    private func lookAt(_ verdict: TestVerdict) -> Markup {
        guard let lookAt = MASTGTest.test(verdict.test)?.lookAt, !verdict.reason.contains(lookAt) else { return .none }
        return .element("p", ["class": "faint"], [.element("strong", [:], ["By hand: "]), .text(lookAt)])
    }

    private func attestation(_ attestation: Attestation) -> Markup {
        .element(
            "blockquote", [:],
            [
                .element("p", [:], [.text(attestation.because, limit: 2000)]),
                .element(
                    "p", ["class": "faint"],
                    [
                        .text(attestation.by, limit: 200), ", ", .text(String(attestation.at.iso8601.prefix(10))), ": ",
                        .text(Self.name(attestation.answer)),
                    ]),
            ])
    }
}
