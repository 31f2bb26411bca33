import MerlonAudit
import MerlonCommandLine

/// `merlon explain`: what a rule, a MASTG test or a MASVS control is about.
enum ExplainCommand {
    private static let id = Argument(
        .text(
            "ID",
            offering: { RuleRegistry.all.map(\.metadata.id) + MASTGTest.all.map(\.id) + MASVSControl.all.map(\.id) }),
        "a rule, a MASTG test such as MASTG-TEST-0322 or 0322, or a MASVS control such as MASVS-NETWORK-1")

    static let command = Command(
        name: "explain", abstract: "explain a rule, a MASTG test or a MASVS control",
        arguments: [id.definition],
        examples: [
            Example("merlon explain network-ats-arbitrary-loads", "Says why it matters and how to mend it."),
            Example("merlon explain MASTG-TEST-0322", "Says what is tested, by which rules, and what is left to a person."),
        ]
    ) { invocation in
        let explanation = Explanation(rules: RuleRegistry.all.map(\.metadata), layout: TextLayout(width: invocation.console.width))
        try invocation.console.output.write(explanation.of(invocation.values(of: id)[0]))
        return .success
    }
}
