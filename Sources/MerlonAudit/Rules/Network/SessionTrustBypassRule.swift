import MerlonCore

/// URL session delegates that accept any certificate.
struct SessionTrustBypassRule: Rule {
    let metadata = RuleMetadata(
        id: "network-session-trust-bypass",
        title: "A URL session delegate accepts any certificate",
        area: .network,
        controls: ["MASVS-NETWORK-1"],
        tests: ["MASTG-TEST-0396"],
        weaknesses: ["MASWE-0052"],
        cwe: [295],
        severity: .high,
        rationale: """
            A delegate that answers a server-trust challenge with a credential takes the decision away from the system. Where it did not \
            evaluate the trust before, every certificate is good enough, also that of whoever stands in between.
            """,
        fix: Fix(
            "Do not implement the challenge, or call SecTrustEvaluateWithError and cancel when it says no.",
            api: "MerlonPinning.PinningPolicy"),
        examples: [
            .bad(
                "a credential without evaluation",
                .example(
                    selectors: ["URLSession:didReceiveChallenge:completionHandler:"],
                    references: [
                        .example(.selector, "serverTrust", in: "Delegate.urlSession(_:didReceive:completionHandler:)"),
                        .example(.selector, "initWithTrust:", in: "Delegate.urlSession(_:didReceive:completionHandler:)", at: 32),
                    ])),
            .bad(
                "evaluated in another delegate only, in Swift that is not optimised",
                .example(references: [
                    .example(
                        .call, "_$sSo15NSURLCredentialC5trustABSo11SecTrustRefa_tcfC", in: "A.urlSession(_:didReceive:completionHandler:)"),
                    .example(.selector, "initWithTrust:", in: "$sSo15NSURLCredentialC5trustABSo11SecTrustRefa_tcfcTO"),
                    .example(.call, "_SecTrustEvaluateWithError", in: "B.urlSession(_:didReceive:completionHandler:)"),
                    .example(.selector, "credentialForTrust:", in: "B.urlSession(_:didReceive:completionHandler:)", at: 32),
                ])),
            .good(
                "a credential after evaluation",
                .example(
                    selectors: ["URLSession:didReceiveChallenge:completionHandler:"],
                    references: [
                        .example(.call, "_SecTrustEvaluateWithError", in: "Delegate.urlSession(_:didReceive:completionHandler:)"),
                        .example(.selector, "initWithTrust:", in: "Delegate.urlSession(_:didReceive:completionHandler:)", at: 32),
                    ])),
            .good("no handler", .example(classes: ["NSURLSession"])),
            RuleExample(
                "a handler that makes no credential", expects: .manual,
                .example(selectors: ["URLSession:didReceiveChallenge:completionHandler:"])),
            RuleExample(
                "encrypted", expects: .notDecidable,
                .example(selectors: ["URLSession:didReceiveChallenge:completionHandler:"], encrypted: true)),
        ])

    var interests: CodeInterests { TrustBypass.interests }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            let seen = code.slices.map(TrustBypass.places)
            // A function that cannot be told apart is counted here: URL sessions are by far the more frequent.
            let bypasses = seen.flatMap(\.bypasses).filter { $0.side != .webView }
            if !bypasses.isEmpty {
                let isSure = bypasses.contains { !$0.evaluatesElsewhere }
                return .findings([
                    finding(
                        "A server-trust challenge is answered with a credential without evaluating the trust.", at: artifact,
                        bypasses.map(\.evidence), confidence: isSure ? .firm : .tentative)
                ])
            }
            let evaluated = seen.flatMap(\.evaluated)
            guard evaluated.isEmpty else {
                return .pass(examined: "\(evaluated.count) places that make a credential of a trust, each after evaluating it")
            }
            let handlers = code.places(of: TrustBypass.sessionHandlers) { "handles \($0.name)" }
            guard handlers.isEmpty else {
                return .manual(
                    lookAt: "See that each handler of a challenge evaluates the server's trust before it goes on.", evidence: handlers)
            }
            return .pass(examined: "challenge handlers in \(code.examined)")
        }
    }
}
