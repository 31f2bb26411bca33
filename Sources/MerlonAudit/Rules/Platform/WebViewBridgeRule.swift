import MerlonCore

/// Native functions that every script of a page can call.
struct WebViewBridgeRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-webview-bridge",
        title: "A page's scripts can call native functions",
        area: .platform,
        controls: ["MASVS-PLATFORM-2"],
        tests: ["MASTG-TEST-0376"],
        weaknesses: ["MASWE-0069"],
        cwe: [749],
        severity: .medium,
        rationale: """
            A message handler that is added without a content world can be called by every script of every frame of the page, those of \
            advertisements and of an injection included. What the handler returns or does is theirs.
            """,
        fix: Fix("Add handlers to a content world of the app's own, check frameInfo's origin in the handler, and offer nothing sensitive."),
        examples: [
            .bad(
                "a handler in the page's world",
                .example(
                    classes: ["WKWebView"], references: [.example(.selector, "addScriptMessageHandler:name:", in: "Page.make()")])),
            .bad(
                "a handler in the page's world by name",
                .example(
                    classes: ["WKWebView"],
                    references: [
                        .example(.selector, "pageWorld", in: "Page.make()"),
                        .example(.selector, "addScriptMessageHandler:contentWorld:name:", in: "Page.make()", at: 16),
                    ])),
            .good("no handler", .example(classes: ["WKWebView"])),
            RuleExample(
                "a handler in a world of its own", expects: .manual,
                .example(selectors: ["addScriptMessageHandler:contentWorld:name:"], classes: ["WKWebView"])),
            RuleExample("encrypted", expects: .notDecidable, .example(classes: ["WKWebView"], encrypted: true)),
        ])

    var interests: CodeInterests {
        CodeInterests(of: WebViewUse.bridges + WebViewUse.worldBridges + WebViewUse.otherWorlds + [WebViewUse.pageWorld])
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            let open =
                code.places(of: WebViewUse.bridges) { "\($0.name) without a content world" }
                + code.slices.flatMap { slice in
                    WebViewUse.inPageWorld(WebViewUse.worldBridges, in: slice).map { slice.evidence($0, "\($0.name) in the page's world") }
                }
            if !open.isEmpty {
                return .findings([
                    finding(
                        "Every script of a page can call a native message handler.", at: artifact, open)
                ])
            }
            let worlds = code.places(of: WebViewUse.worldBridges)
            guard worlds.isEmpty else {
                return .manual(lookAt: "See what the message handlers offer, and which content world may call them.", evidence: worlds)
            }
            return .pass(examined: "message handlers in \(code.examined)")
        }
    }
}
