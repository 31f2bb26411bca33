import MerlonCore

/// Web view delegates that accept any certificate.
struct WebViewTrustBypassRule: Rule {
    let metadata = RuleMetadata(
        id: "network-webview-trust-bypass",
        title: "A web view delegate accepts any certificate",
        area: .network,
        controls: ["MASVS-NETWORK-1"],
        tests: ["MASTG-TEST-0397"],
        weaknesses: ["MASWE-0052"],
        cwe: [295],
        severity: .high,
        rationale: """
            A WKNavigationDelegate that answers a server-trust challenge with a credential without evaluating the trust lets anybody in between \
            serve the page, and with it the scripts that may call the app's bridges.
            """,
        fix: Fix(
            "Do not implement the challenge, or call SecTrustEvaluateWithError and cancel when it says no.",
            api: "MerlonPinning.PinningPolicy"),
        examples: [
            .bad(
                "a credential without evaluation",
                .example(
                    selectors: ["webView:didReceiveAuthenticationChallenge:completionHandler:"],
                    references: [.example(.selector, "initWithTrust:", in: "Browser.webView(_:didReceive:completionHandler:)")])),
            .bad(
                "in a function without a name, in a binary that only has the web view's handler",
                .example(
                    selectors: ["webView:didReceiveAuthenticationChallenge:completionHandler:"],
                    references: [.example(.selector, "credentialForTrust:", in: "sub_100004000")])),
            .good(
                "a credential after evaluation",
                .example(
                    selectors: ["webView:didReceiveAuthenticationChallenge:completionHandler:"],
                    references: [
                        .example(.call, "_SecTrustEvaluateWithError", in: "Browser.webView(_:didReceive:completionHandler:)"),
                        .example(.selector, "initWithTrust:", in: "Browser.webView(_:didReceive:completionHandler:)", at: 32),
                    ])),
            .good("no handler", .example(classes: ["WKWebView"])),
            RuleExample(
                "a handler that makes no credential", expects: .manual,
                .example(selectors: ["webView:didReceiveAuthenticationChallenge:completionHandler:"])),
            RuleExample(
                "encrypted", expects: .notDecidable,
                .example(selectors: ["webView:didReceiveAuthenticationChallenge:completionHandler:"], encrypted: true)),
        ])

    var interests: CodeInterests { TrustBypass.interests }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            let seen = code.slices.map(TrustBypass.places)
            let bypasses = seen.flatMap(\.bypasses).filter { $0.side == .webView }
            if !bypasses.isEmpty {
                let isSure = bypasses.contains { !$0.evaluatesElsewhere }
                return .findings([
                    finding(
                        "A web view's server-trust challenge is answered with a credential without evaluating the trust.", at: artifact,
                        bypasses.map(\.evidence), confidence: isSure ? .firm : .tentative)
                ])
            }
            let evaluated = seen.flatMap(\.evaluated)
            guard evaluated.isEmpty else {
                return .pass(examined: "\(evaluated.count) places that make a credential of a trust, each after evaluating it")
            }
            let handlers = code.places(of: TrustBypass.webViewHandlers) { "handles \($0.name)" }
            guard handlers.isEmpty else {
                return .manual(
                    lookAt: "See that each handler of a challenge evaluates the server's trust before it goes on.", evidence: handlers)
            }
            return .pass(examined: "challenge handlers of web views in \(code.examined)")
        }
    }
}
