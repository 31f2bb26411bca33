import MerlonAudit
import MerlonCommandLine
import MerlonCore

/// Puts into words what is known about a rule, a test or a control.
struct Explanation {
    let rules: [RuleMetadata]
    let layout: TextLayout

    /// What is known about `id`; case does not matter.
    func of(_ id: String) throws(CommandLineError) -> String {
        let upper = id.uppercased()
        let lower = id.lowercased()
        if let rule = rules.first(where: { $0.id == lower }) { return text(rule) }
        if let control = MASVSControl.all.first(where: { $0.id == upper || $0.id == "MASVS-" + upper }) { return text(control) }
        for prefix in ["", "MASTG-", "MASTG-TEST-"] {
            if let test = MASTGTest.test(prefix + upper) { return text(test) }
        }
        let known = rules.map(\.id) + MASTGTest.all.map(\.id) + MASVSControl.all.map(\.id)
        let nearest = NearestName.of(id, among: known)
        throw CommandLineError(
            .invalidValue, "there is no rule, test or control '\(id)'",
            hint: nearest.map { "did you mean '\($0)'?" } ?? "'merlon rules' lists the rules")
    }

    private func text(_ rule: RuleMetadata) -> String {
        var fix = layout.wrap(rule.fix.text, indent: 2)
        if let api = rule.fix.api { fix += layout.wrap("Merlon: \(api)\(rule.fix.isPlanned ? " (planned)" : "")", indent: 2) }
        return heading(rule.id, rule.title)
            + "\nwhy it matters:\n" + layout.wrap(rule.rationale, indent: 2)
            + "\nhow to mend it:\n" + fix
            + "\nreferences:\n"
            + layout.table(
                [
                    ("severity", rule.severity.rawValue), ("MASVS", rule.controls.joined(separator: ", ")),
                    ("MASTG", rule.tests.joined(separator: ", ")), ("MASWE", rule.weaknesses.joined(separator: ", ")),
                    ("CWE", rule.cwe.map { "CWE-\($0)" }.joined(separator: ", ")),
                ].filter { !$0.1.isEmpty })
            + "\nexamples:\n" + rule.examples.map { layout.wrap("\($0.expectation.words): \($0.title)", indent: 2) }.joined()
    }

    private func text(_ test: MASTGTest) -> String {
        let speaking = rules.filter { $0.tests.contains(test.id) }.map { ($0.id, $0.title) }
        let profiles = test.profiles.sorted().map(\.rawValue).joined(separator: ", ")
        return heading(test.id, test.title)
            + "\nreferences:\n"
            + layout.table([("MASVS", test.controls.joined(separator: ", ")), ("MASWE", test.weakness), ("profiles", profiles)])
            + "\nhow it is decided:\n" + layout.wrap(test.method.words, indent: 2)
            + "\nrules that speak for it:\n" + (speaking.isEmpty ? "  none\n" : layout.table(speaking))
            + "\nwhat a person looks at:\n" + layout.wrap(test.lookAt, indent: 2)
    }

    private func text(_ control: MASVSControl) -> String {
        let tests = MASTGTest.all.filter { $0.controls.contains(control.id) }.map { ($0.id, $0.title) }
        let speaking = rules.filter { $0.controls.contains(control.id) }.map { ($0.id, $0.title) }
        return heading(control.id, control.title)
            + "\ntests:\n" + (tests.isEmpty ? "  none\n" : layout.table(tests))
            + "\nrules:\n" + (speaking.isEmpty ? "  none\n" : layout.table(speaking))
    }

    private func heading(_ id: String, _ title: String) -> String { layout.wrap("\(id): \(title)") }
}

extension MASTGTest.Method {
    fileprivate var words: String {
        switch self {
        case .analysis: "From what was shipped, by the tool alone."
        case .review: "From what was shipped; a person judges what the tool points at."
        case .running: "From the running app, its traffic, or what it left on the device: a person does it."
        }
    }
}

extension RuleExample.Expectation {
    fileprivate var words: String {
        switch self {
        case .findings: "reported"
        case .pass: "passes"
        case .manual: "a person decides"
        case .notDecidable: "not decidable"
        case .notApplicable: "not applicable"
        }
    }
}
