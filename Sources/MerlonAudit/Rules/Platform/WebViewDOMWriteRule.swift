import MerlonCore

/// Native data that scripts put into a page.
struct WebViewDOMWriteRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-webview-dom-write",
        title: "Native data is written into a page",
        area: .platform,
        controls: ["MASVS-PLATFORM-2"],
        tests: ["MASTG-TEST-0380"],
        weaknesses: ["MASWE-0069"],
        cwe: [200, 79],
        severity: .medium,
        rationale: """
            What the app writes into a page's elements or storage can be read by every script of the page. A value that is pasted into the \
            script's text can also end it and begin another.
            """,
        fix: Fix(
            "Show secrets in native views; pass other values as arguments of callAsyncJavaScript, in a content world of the app's own."),
        examples: [
            .bad(
                "a value is put into an element",
                .example(references: [
                    .example(.string, "document.getElementById('otp').textContent = '", in: "Page.show(code:)"),
                    .example(.call, "_$sSS6appendyySSF", in: "Page.show(code:)", at: 8),
                    .example(.selector, "evaluateJavaScript:completionHandler:", in: "Page.show(code:)", at: 16),
                ])),
            .good(
                "a fixed script",
                .example(references: [
                    .example(.string, "document.body.style.zoom = '1.2'", in: "Page.zoom()"),
                    .example(.selector, "evaluateJavaScript:completionHandler:", in: "Page.zoom()", at: 16),
                ])),
            .good("no script", .example(classes: ["WKWebView"])),
            RuleExample(
                "a script that is put together elsewhere", expects: .manual,
                .example(references: [
                    .example(.call, "_$sSS6appendyySSF", in: "Page.run(_:)", at: 8),
                    .example(.selector, "evaluateJavaScript:completionHandler:", in: "Page.run(_:)", at: 16),
                ])),
            RuleExample("encrypted", expects: .notDecidable, .example(classes: ["WKWebView"], encrypted: true)),
        ])

    private static let scripts = WebViewUse.pageScripts + WebViewUse.worldScripts

    var interests: CodeInterests {
        var interests = CodeInterests(of: Self.scripts, stringsBeside: true)
        interests.formUnion(CodeInterests(of: WebViewUse.composition))
        return interests
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var writing: [Evidence] = []
            var isSensitive = false
            var open: [Evidence] = []
            for slice in code.slices {
                for function in slice.functions where function.uses(WebViewUse.composition) {
                    let texts = function.strings
                    let writes = texts.contains(where: Self.writesPage)
                    if writes, texts.contains(where: { SensitiveWords.first(in: $0) != nil }) { isSensitive = true }
                    for place in function.all(Self.scripts) {
                        let evidence = slice.evidence(place, writes ? "writes a value into the page" : "runs a script that is put together")
                        if writes { writing.append(evidence) } else { open.append(evidence) }
                    }
                }
            }
            if !writing.isEmpty {
                return .findings([
                    finding(
                        isSensitive
                            ? "A script that is put together from native data, which reads as sensitive, writes into a page."
                            : "A script that is put together from native data writes into a page; see whether the data is sensitive.",
                        at: artifact,
                        writing, confidence: isSensitive ? .firm : .tentative)
                ])
            }
            guard open.isEmpty else {
                return .manual(lookAt: "See what is put into the text of the scripts at these places.", evidence: open)
            }
            return .pass(examined: "scripts for web views in \(code.examined)")
        }
    }

    /// The beginning or the whole of a script that changes an element, a form or the page's storage.
    private static func writesPage(_ script: String) -> Bool {
        let writes = [
            "textContent", "innerHTML", "innerText", "outerHTML", "insertAdjacentHTML", "document.write", ".value=", ".value =", "setItem(",
            "setAttribute(", "document.cookie", "createTextNode(",
        ]
        return writes.contains { script.contains($0) }
    }
}
