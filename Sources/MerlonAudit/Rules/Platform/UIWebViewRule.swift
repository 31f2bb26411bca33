import MerlonCore

/// The web view that Apple withdrew.
struct UIWebViewRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-uiwebview",
        title: "UIWebView is used",
        area: .platform,
        controls: ["MASVS-PLATFORM-2"],
        tests: ["MASTG-TEST-0331"],
        weaknesses: ["MASWE-0072"],
        cwe: [477],
        severity: .medium,
        rationale: """
            UIWebView has been deprecated since iOS 12 and gets no fixes. It runs in the app's own process, cannot switch JavaScript off, and \
            gives pages from file: addresses access to all of the app's files.
            """,
        fix: Fix("Use WKWebView, or SFSafariViewController for pages of others."),
        examples: [
            .bad("a reference to the class", .example(classes: ["UIWebView"])),
            .bad("a place in the code", .example(references: [.example(.data, "_OBJC_CLASS_$_UIWebView", in: "Browser.show()")])),
            .bad(
                "a subclass",
                .example(slice: { $0.classes = [ObjectiveCClassFacts(name: "MyWebView", superclass: "UIWebView")] })),
            .good("WKWebView", .example(classes: ["WKWebView"])),
            RuleExample("encrypted, and not among the imports", expects: .notDecidable, .example(encrypted: true)),
        ])

    private static let uses: [CodeUse] = [.objectiveCClass("UIWebView")]

    var interests: CodeInterests { CodeInterests(of: Self.uses) }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            let subclasses = code.slices.flatMap { slice in
                slice.facts.classes.filter { $0.superclass == "UIWebView" }.map {
                    slice.evidence("inherits from UIWebView", symbol: $0.name)
                }
            }
            let places = code.places(of: Self.uses) + subclasses
            guard places.isEmpty else {
                return .findings([finding("The code uses UIWebView.", at: artifact, places, confidence: .certain)])
            }
            return .pass(examined: code.examined)
        }
    }
}
