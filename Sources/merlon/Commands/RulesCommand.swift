import MerlonAudit
import MerlonCommandLine
import MerlonCore

/// `merlon rules`: what the audit looks for.
enum RulesCommand {
    private enum Format: String, CaseIterable, Sendable { case text, json }

    private static let names = Argument(.ruleName, count: .zeroOrMore, "a rule, an area such as NETWORK, or a MASTG test; all without it")
    private static let format = Option("format", short: "f", .choice("FORMAT"), default: Format.text, shownAs: "text", "text or json")

    static let command = Command(
        name: "rules", abstract: "list the rules",
        arguments: [names.definition], options: [format.definition],
        examples: [
            Example("merlon rules NETWORK", "Lists the rules of that area."),
            Example("merlon rules MASTG-TEST-0322 --format json", "Says which rules speak for that test."),
        ]
    ) { invocation in
        let all = RuleRegistry.all.map(\.metadata)
        let selection: Selection
        do {
            selection = try Selection(only: invocation.values(of: names), rules: all)
        } catch let error as AuditError {
            // The names are arguments here: the error's place, an option of `audit`, does not apply.
            throw CommandLineError(.invalidValue, error.reason, hint: error.hint)
        }
        let rules = all.filter(selection.includes)
        switch try invocation.value(of: format) {
        case .text: try invocation.console.output.write(text(rules, layout: TextLayout(width: invocation.console.width)))
        case .json: try invocation.console.output.write(JSONValue.array(rules.map(json)).serialized(pretty: true))
        }
        return .success
    }

    private static func text(_ rules: [RuleMetadata], layout: TextLayout) -> String {
        var text = ""
        for area in MASVSArea.allCases {
            let ofArea = rules.filter { $0.area == area }.sorted { $0.id < $1.id }
            guard !ofArea.isEmpty else { continue }
            text += "\(text.isEmpty ? "" : "\n")\(area.rawValue)\n"
            for rule in ofArea {
                text += "  \(rule.id)\n" + layout.wrap("\(rule.title) (\(rule.severity.rawValue))", indent: 6)
            }
        }
        return text + "\n\(rules.count) of \(RuleRegistry.all.count) rules. 'merlon explain ID' explains one.\n"
    }

    private static func json(_ rule: RuleMetadata) -> JSONValue {
        .object([
            "id": .string(rule.id), "title": .string(rule.title), "area": .string(rule.area.rawValue),
            "severity": .string(rule.severity.rawValue), "controls": strings(rule.controls), "tests": strings(rule.tests),
            "weaknesses": strings(rule.weaknesses), "cwe": .array(rule.cwe.map { .integer(Int64($0)) }),
            "rationale": .string(rule.rationale),
            "fix": .members([
                "text": .string(rule.fix.text), "api": rule.fix.api.map(JSONValue.string),
                "planned": rule.fix.api == nil ? nil : .boolean(rule.fix.isPlanned),
            ]),
        ])
    }

    private static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}
