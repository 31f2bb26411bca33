import MerlonCore

/// Scripts of the app that run in the page's own world.
struct WebViewContentWorldRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-webview-content-world",
        title: "The app's scripts run in the page's own world",
        area: .platform,
        controls: ["MASVS-PLATFORM-2"],
        tests: ["MASTG-TEST-0379"],
        weaknesses: ["MASWE-0069"],
        cwe: [829],
        severity: .medium,
        rationale: """
            evaluateJavaScript without a content world runs among the page's scripts, which may have replaced every function that it calls. \
            What it reads of the page is then what they want it to read.
            """,
        fix: Fix("Name a content world: evaluateJavaScript(_:in:in:completionHandler:) with .defaultClient or one of the app's own."),
        examples: [
            .bad(
                "reads the page",
                .example(references: [
                    .example(.string, "document.querySelector('#amount').textContent", in: "Page.read()"),
                    .example(.selector, "evaluateJavaScript:completionHandler:", in: "Page.read()", at: 16),
                ])),
            .bad("runs some script", .example(selectors: ["evaluateJavaScript:completionHandler:"])),
            .good("names a world", .example(selectors: ["evaluateJavaScript:inFrame:inContentWorld:completionHandler:"])),
            .good("runs no script", .example(classes: ["WKWebView"])),
            RuleExample("encrypted", expects: .notDecidable, .example(classes: ["WKWebView"], encrypted: true)),
        ])

    var interests: CodeInterests {
        var interests = CodeInterests(of: WebViewUse.pageScripts + WebViewUse.worldScripts, stringsBeside: true)
        interests.formUnion(CodeInterests(of: WebViewUse.otherWorlds + [WebViewUse.pageWorld]))
        return interests
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            let reading = code.slices.flatMap { slice in
                slice.functions.filter { function in function.strings.contains(where: Self.readsPage) }.flatMap { function in
                    function.all(WebViewUse.pageScripts).map { slice.evidence($0, "a script that reads the page runs in the page's world") }
                }
            }
            if !reading.isEmpty {
                return .findings([finding("The app reads a page by a script that runs in the page's own world.", at: artifact, reading)])
            }
            let named = code.slices.flatMap { slice in
                WebViewUse.inPageWorld(WebViewUse.worldScripts, in: slice).map { slice.evidence($0, "runs in the page's world, by name") }
            }
            let any = code.places(of: WebViewUse.pageScripts) { "\($0.name) without a content world" } + named
            guard any.isEmpty else {
                return .findings([
                    finding(
                        "The app runs scripts in the page's own world.", at: artifact, any, confidence: .tentative, severity: .low)
                ])
            }
            return .pass(examined: "scripts for web views in \(code.examined)")
        }
    }

    /// Asks the page for something: the answer is what a hostile script would forge.
    private static func readsPage(_ script: String) -> Bool {
        guard script.contains("document.") || script.contains("window.") || script.contains("localStorage") else { return false }
        let reads = [
            "querySelector", "getElement", "textContent", "innerText", "innerHTML", "outerHTML", ".value", "cookie", "getItem", "location",
        ]
        return reads.contains { script.contains($0) }
    }
}
