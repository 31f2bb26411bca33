/// The findings of a target as HTML, worst first.
struct HTMLFindings {
    private let target: TargetReport
    private let label: String
    private let index: ReportIndex

    init(_ target: TargetReport, label: String, _ index: ReportIndex) {
        self.target = target
        self.label = label
        self.index = index
    }

    var markup: Markup {
        let findings = ReportIndex.worstFirst(target.findings)
        let list = findings.isEmpty ? [Markup.element("p", ["class": "empty"], ["Nothing was found."])] : findings.map(card)
        return .element(
            "section", ["aria-label": "Findings in \(label)"],
            [
                .element("h2", [:], ["Findings ", .element("span", ["class": "count"], ["\(findings.count)"])])
            ] + list + [.element("p", ["class": "empty", "data-none": "finding", "hidden": ""], ["No finding matches the filter."])])
    }

    private func card(_ finding: Finding) -> Markup {
        let rule = index.rule(finding.rule)
        let area = index.area(of: finding)?.rawValue ?? ""
        return .element(
            "article",
            [
                "class": "finding \(finding.severity.rawValue)", "data-kind": "finding", "data-severity": finding.severity.rawValue,
                "data-area": area,
            ],
            [
                .element(
                    "header", [:],
                    [
                        .element("span", ["class": "badge \(finding.severity.rawValue)"], [.text(finding.severity.rawValue)]),
                        finding.confidence == .tentative ? .element("span", ["class": "badge outline"], ["tentative"]) : .none,
                        .element("span", ["class": "faint"], [.text(area)]),
                        .element("h3", [:], [.text(index.title(ofRule: finding.rule))]),
                    ]),
                .element("p", ["class": "message"], [.text(finding.message, limit: 2000)]),
                evidence(finding),
                rule.map(fix) ?? .none,
                rule.map { rule in
                    .element(
                        "details", ["class": "why"],
                        [.element("summary", [:], ["Why it matters"]), .element("p", [:], [.text(rule.rationale)])])
                } ?? .none,
                .element(
                    "p", ["class": "refs"],
                    ([finding.rule] + finding.tests + (rule?.controls ?? []) + (rule?.weaknesses ?? [])
                        + (rule?.cwe ?? []).map { "CWE-\($0)" })
                        .map { .element("code", [:], [.text($0)]) }),
            ])
    }

    private func fix(_ rule: RuleMetadata) -> Markup {
        let api =
            rule.fix.offer.map { Markup.list([" ", .text($0.before), .element("code", [:], [.text($0.api)]), .text($0.after)]) } ?? .none
        return .element("p", ["class": "fix"], [.element("strong", [:], ["Fix "]), .text(rule.fix.text), api])
    }

    private func evidence(_ finding: Finding) -> Markup {
        // A short report shows everything at once; a long one is easier to survey folded.
        HTMLEvidence.markup(finding.evidence, isOpen: target.findings.count <= 10 && finding.evidence.count <= 3)
    }
}

/// Places as a list that can be folded.
enum HTMLEvidence {
    static func markup(_ evidence: [Evidence], isOpen: Bool) -> Markup {
        guard !evidence.isEmpty else { return .none }
        let limit = HTMLReporter.placeLimit
        var items = evidence.prefix(limit).map(item)
        if evidence.count > limit { items.append(.element("li", ["class": "faint"], ["and \(evidence.count - limit) more places"])) }
        return .element(
            "details", ["class": "evidence", "open": isOpen ? "" : nil],
            [
                .element("summary", [:], ["Evidence ", .element("span", ["class": "count"], ["\(evidence.count)"])]),
                .element("ol", ["tabindex": "0", "aria-label": "Places"], items),
            ])
    }

    private static func item(_ evidence: Evidence) -> Markup {
        let parts: [(String, String?)] = [
            ("slice", evidence.architecture), ("address", evidence.address.map { "0x" + String($0, radix: 16) }),
            ("symbol", evidence.symbol),
            ("key", evidence.plistKey),
        ]
        let facts = parts.compactMap { part in
            part.1.map { Markup.element("span", ["class": part.0, "title": part.0], [.text($0, limit: 500)]) }
        }
        let file = evidence.line.map { "\(evidence.file):\($0)" } ?? evidence.file
        return .element(
            "li", [:],
            [
                .element("code", ["class": "file"], [.text(file, limit: 1000)]),
                facts.isEmpty ? .none : .element("code", ["class": "at"], facts),
                .element("span", ["class": "detail"], [.text(evidence.detail, limit: 500)]),
            ])
    }
}
