/// The rule reference: what is said about each rule, as Markdown. One page an area, and an index.
public enum RuleReference: Sendable {
    /// File names and contents, relative to `Documentation`.
    public static func pages(_ rules: [any Rule]) -> [(path: String, text: String)] {
        let areas = MASVSArea.allCases
        return [("Rules.md", index(areas))]
            + areas.map { area in
                ("Rules/\(area.rawValue).md", page(area, rules.map(\.metadata).filter { $0.area == area }.sorted { $0.id < $1.id }))
            }
    }

    /// What is said about one rule.
    public static func entry(_ rule: RuleMetadata) -> String {
        var lines = ["## \(rule.id)", "", "**\(rule.title)** · severity \(rule.severity.rawValue)", "", references(rule), ""]
        lines += [rule.rationale, "", "*Fix:* \(rule.fix.text)"]
        if let api = rule.fix.api { lines += ["", "*Merlon:* `\(api)`\(rule.fix.isPlanned ? " (planned)" : "")"] }
        lines += ["", "| example | answer |", "|---|---|"]
        lines += rule.examples.map { "| \($0.title) | \(answer($0.expectation)) |" }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func index(_ areas: [MASVSArea]) -> String {
        let list = areas.map { "- [\($0.rawValue)](Rules/\($0.rawValue).md)" }.joined(separator: "\n")
        return """
            # Rules

            What `merlon audit` looks for, by area of OWASP MASVS v2. Written by `Scripts/generate-rules --reference` from the rules themselves; \
            the examples listed are run as tests. How rules make the verdict of a MASTG test is in [Verdicts](Verdicts.md).

            \(list)

            """
    }

    private static func page(_ area: MASVSArea, _ rules: [RuleMetadata]) -> String {
        "# Rules of MASVS-\(area.rawValue)\n\n" + rules.map(entry).joined(separator: "\n")
    }

    private static func references(_ rule: RuleMetadata) -> String {
        (rule.controls + rule.tests + rule.weaknesses + rule.cwe.map { "CWE-\($0)" }).joined(separator: " · ")
    }

    private static func answer(_ expectation: RuleExample.Expectation) -> String {
        switch expectation {
        case .findings: "reported"
        case .pass: "passes"
        case .manual: "a person decides"
        case .notDecidable: "not decidable"
        case .notApplicable: "not applicable"
        }
    }
}
