import MerlonCore

/// Addresses for web views that are put together from parts.
struct WebViewAddressRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-webview-address",
        title: "A web view loads an address that others may set",
        area: .platform,
        controls: ["MASVS-PLATFORM-2"],
        tests: ["MASTG-TEST-0332"],
        weaknesses: ["MASWE-0071"],
        cwe: [79, 601, 939],
        severity: .medium,
        rationale: """
            A web view shows what it is told to load, with the app's name above it and the app's bridges below it. If a link, a message or \
            something typed in becomes part of the address or of the HTML, its author chooses the page or runs script in it.
            """,
        fix: Fix(
            "Build addresses with URLComponents from fixed parts, compare host and path with those allowed, and escape values for HTML."),
        examples: [
            .bad(
                "an address made of parts",
                .example(
                    classes: ["WKWebView"],
                    references: [
                        .example(.call, "_$sSS6appendyySSF", in: "Page.show(name:)"),
                        .example(.call, "_$s10Foundation3URLV6stringACSgSSh_tcfC", in: "Page.show(name:)", at: 8),
                        .example(.selector, "loadFileURL:allowingReadAccessToURL:", in: "Page.show(name:)", at: 16),
                    ])),
            .bad(
                "HTML made of parts",
                .example(
                    classes: ["WKWebView"],
                    references: [
                        .example(.selector, "stringWithFormat:", in: "-[Page show:]"),
                        .example(.selector, "loadHTMLString:baseURL:", in: "-[Page show:]", at: 16),
                    ])),
            .good("no web view", .example(selectors: ["loadRequest:"])),
            RuleExample(
                "a fixed address", expects: .manual,
                .example(
                    classes: ["WKWebView"],
                    references: [
                        .example(.call, "_$s10Foundation3URLV6stringACSgSSh_tcfC", in: "Page.show()"),
                        .example(.selector, "loadRequest:", in: "Page.show()", at: 16),
                    ])),
            RuleExample("encrypted", expects: .notDecidable, .example(classes: ["WKWebView"], encrypted: true)),
        ])

    var interests: CodeInterests { CodeInterests(of: WebViewUse.loads + WebViewUse.composition + WebViewUse.outside) }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(.absence, in: context) { code in
            guard code.uses([WebViewUse.view]) else { return .pass(examined: "use of WKWebView in \(code.examined)") }
            let composed = code.slices.flatMap { slice in
                slice.functions.flatMap { function -> [Evidence] in
                    function.all(WebViewUse.loads).compactMap { load in
                        guard let part = function.last(WebViewUse.composition + WebViewUse.outside, before: load) else { return nil }
                        return slice.evidence(load, "\(load.name) after text is put together (\(Self.shown(part.name)))")
                    }
                }
            }
            if !composed.isEmpty {
                return .findings([
                    finding(
                        "A web view loads an address or HTML that is put together at run time; see where its parts come from.",
                        at: artifact,
                        composed, confidence: .tentative)
                ])
            }
            let loads = code.places(of: WebViewUse.loads)
            guard loads.isEmpty else { return .manual(lookAt: "See where what the web view loads comes from.", evidence: loads) }
            return .pass(examined: "loads of web views in \(code.examined)")
        }
    }

    private static func shown(_ name: String) -> String { name.hasPrefix("_$s") ? "a Swift string" : name }
}
