import MerlonCore

/// Folders that a web view may read.
struct WebViewFileReadRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-webview-file-read",
        title: "A web view is let into a folder",
        area: .platform,
        controls: ["MASVS-PLATFORM-2"],
        tests: ["MASTG-TEST-0333"],
        weaknesses: ["MASWE-0069"],
        cwe: [552],
        severity: .low,
        rationale: """
            loadFileURL(_:allowingReadAccessTo:) lets the page read all that lies under the second address. If that is Documents or the whole \
            container, a script that gets into the page reads tokens, databases and preferences.
            """,
        fix: Fix("Pass the page's own address as the second argument, or a folder that holds the page's files and nothing else."),
        examples: [
            .bad(
                "read access to the documents folder",
                .example(
                    classes: ["WKWebView"],
                    references: [
                        .example(.selector, "URLsForDirectory:inDomains:", in: "Page.show()"),
                        .example(.selector, "loadFileURL:allowingReadAccessToURL:", in: "Page.show()", at: 16),
                    ])),
            .bad(
                "read access to a folder from elsewhere",
                .example(
                    classes: ["WKWebView"],
                    references: [.example(.selector, "loadFileURL:allowingReadAccessToURL:", in: "Page.show()", at: 16)])),
            .good("pages from the network alone", .example(selectors: ["loadRequest:"], classes: ["WKWebView"])),
            RuleExample("encrypted", expects: .notDecidable, .example(classes: ["WKWebView"], encrypted: true)),
        ])

    /// Addresses of broad folders.
    private static let broad: [CodeUse] = [
        .selector("URLsForDirectory:inDomains:"), .selector("URLForDirectory:inDomain:appropriateForURL:create:error:"),
        .symbol("_NSHomeDirectory"), .symbol("_NSSearchPathForDirectoriesInDomains"), .selector("bundleURL"), .selector("bundlePath"),
        .selector("containerURLForSecurityApplicationGroupIdentifier:"), .symbol("_NSTemporaryDirectory"), .selector("temporaryDirectory"),
        .symbols(startingWith: "_$s10Foundation3URLV18documentsDirectory"), .symbols(startingWith: "_$s10Foundation3URLV13homeDirectory"),
    ]

    var interests: CodeInterests { CodeInterests(of: WebViewUse.fileLoads + Self.broad) }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            let plainly = code.slices.flatMap { slice in
                slice.functions.filter { $0.uses(Self.broad) }.flatMap { function in
                    function.all(WebViewUse.fileLoads).map { slice.evidence($0, "read access in a function that asks for a broad folder") }
                }
            }
            if !plainly.isEmpty {
                return .findings([
                    finding(
                        "A web view seems to be let into a broad folder.", at: artifact, plainly, confidence: .tentative, severity: .medium)
                ])
            }
            let loads = code.places(of: WebViewUse.fileLoads) { "\($0.name): see the second argument" }
            guard loads.isEmpty else {
                return .findings([
                    finding("A web view is given read access to files; see to how much.", at: artifact, loads, confidence: .tentative)
                ])
            }
            return .pass(examined: "file loads of web views in \(code.examined)")
        }
    }
}
