import MerlonCore

/// Message handlers that answer by running a script in the page.
struct WebViewBridgeReplyRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-webview-bridge-reply",
        title: "A message handler answers through evaluateJavaScript",
        area: .platform,
        controls: ["MASVS-PLATFORM-2"],
        tests: ["MASTG-TEST-0377"],
        weaknesses: ["MASWE-0069"],
        cwe: [200, 749],
        severity: .medium,
        rationale: """
            A handler that returns its result by calling a function of the page hands it to whoever defined that function last. Every script of \
            the page can put its own in place and collect the answers.
            """,
        fix: Fix("Use WKScriptMessageHandlerWithReply, whose answer goes to the caller alone."),
        examples: [
            .bad(
                "in the handler",
                .example(references: [
                    .example(
                        .selector, "evaluateJavaScript:completionHandler:", in: "Bridge.userContentController(_:didReceive:)")
                ])),
            .bad(
                "in a function without a name that reads a message",
                .example(
                    selectors: ["userContentController:didReceiveScriptMessage:"],
                    references: [
                        .example(.selector, "body", in: "sub_4000"),
                        .example(.selector, "evaluateJavaScript:completionHandler:", in: "sub_4000", at: 16),
                    ])),
            .good(
                "a script that no handler runs",
                .example(references: [
                    .example(.selector, "evaluateJavaScript:completionHandler:", in: "Page.webView(_:didFinish:)")
                ])),
            .good(
                "a handler with a reply",
                .example(selectors: ["userContentController:didReceiveScriptMessage:replyHandler:"])),
            RuleExample("encrypted", expects: .notDecidable, .example(classes: ["WKWebView"], encrypted: true)),
        ])

    private static let handler: [CodeUse] = [.selector("userContentController:didReceiveScriptMessage:")]
    private static let message: [CodeUse] = [.selector("body"), .selector("frameInfo")]

    var interests: CodeInterests {
        var interests = CodeInterests(of: WebViewUse.pageScripts + WebViewUse.worldScripts, stringsBeside: true)
        interests.formUnion(CodeInterests(of: Self.message))
        return interests
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var replies: [Evidence] = []
            var isSensitive = false
            for slice in code.slices {
                for function in slice.functions where isHandler(function, in: slice) {
                    let scripts = function.all(WebViewUse.pageScripts)
                    replies += scripts.map { slice.evidence($0, "a message handler runs a script in the page") }
                    if !scripts.isEmpty, function.strings.contains(where: { SensitiveWords.first(in: $0) != nil }) { isSensitive = true }
                }
            }
            if !replies.isEmpty {
                return .findings([
                    finding(
                        "A message handler answers by a script that any script of the page can intercept.", at: artifact, replies,
                        confidence: isSensitive ? .firm : .tentative)
                ])
            }
            // Where no place is known, both names together are for a person to look at.
            let unlocated = code.slices.filter { $0.uses(Self.handler) && $0.uses(WebViewUse.pageScripts) && $0.functions.isEmpty }
            guard unlocated.isEmpty else {
                return .manual(
                    lookAt: "See whether a message handler calls evaluateJavaScript.",
                    evidence: unlocated.flatMap { $0.places(of: Self.handler + WebViewUse.pageScripts) { "uses \($0.name)" } })
            }
            return .pass(examined: "message handlers in \(code.examined)")
        }
    }

    private func isHandler(_ function: CodeFunction, in slice: CodeView.Slice) -> Bool {
        if let name = function.name?.lowercased(), name.contains("usercontentcontroller"), !name.contains("replyhandler") { return true }
        return slice.uses(Self.handler) && function.uses(Self.message)
    }
}
