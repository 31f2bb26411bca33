import MerlonCore

/// Switches that turn certificate checks off.
struct TrustDisabledRule: Rule {
    let metadata = RuleMetadata(
        id: "network-trust-disabled",
        title: "Certificate checks are switched off",
        area: .network,
        controls: ["MASVS-NETWORK-1"],
        tests: ["MASTG-TEST-0396"],
        weaknesses: ["MASWE-0052"],
        cwe: [295, 297],
        severity: .high,
        rationale: """
            Networking libraries have switches for test servers: accept invalid certificates, do not compare the name, trust nothing of the \
            chain. In a shipped app they open every connection to whoever stands in between.
            """,
        fix: Fix(
            "Remove the switch; trust a test server's own authority in development builds alone.",
            api: "MerlonPinning.PinningPolicy"),
        examples: [
            .bad(
                "AFNetworking accepts invalid certificates",
                .example(references: [.example(.selector, "setAllowInvalidCertificates:", in: "Client.make()", arguments: [2: 1])])),
            .bad("a private switch of NSURLRequest", .example(selectors: ["setAllowsAnyHTTPSCertificate:forHost:"])),
            .bad("Alamofire's evaluator that trusts all", .example(imports: ["_$s9Alamofire23DisabledTrustEvaluatorCMa"])),
            .bad("a stream that does not check the chain", .example(imports: ["_kCFStreamSSLValidatesCertificateChain"])),
            .good(
                "AFNetworking told to refuse them",
                .example(references: [.example(.selector, "setAllowInvalidCertificates:", in: "Client.make()", arguments: [2: 0])])),
            .good("no switch", .example(classes: ["NSURLSession"])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    /// Nothing but the switch itself is needed to see what it does.
    private static let plain: [CodeUse] = [
        .selector("setAllowsAnyHTTPSCertificate:forHost:"), .selector("allowsAnyHTTPSCertificateForHost:"),
        .symbols(startingWith: "_$s9Alamofire23DisabledTrustEvaluator"), .symbols(startingWith: "_$s9Alamofire17DisabledEvaluator"),
        .symbol("_kCFStreamSSLAllowsAnyRoot"), .symbol("_kCFStreamSSLAllowsExpiredCertificates"),
        .symbol("_kCFStreamSSLAllowsExpiredRoots"), .selector("continueWithoutCredentialForAuthenticationChallenge:"),
    ]
    /// Interfaces that are often used to switch checks off, and can be used otherwise.
    private static let likely: [CodeUse] = [
        .symbol("_kCFStreamSSLValidatesCertificateChain"), .symbol("_SecTrustSetExceptions"), .symbol("_SecTrustCopyExceptions"),
    ]
    /// Switches with the value that is bad.
    private static let switches: [(use: CodeUse, bad: UInt64)] = [
        (.selector("setAllowInvalidCertificates:"), 1), (.selector("setValidatesDomainName:"), 0),
        (.selector("setValidatesSecureCertificate:"), 0), (.selector("setDisableSSLCertificateValidation:"), 1),
        (.selector("setAllowUntrustedSSLCertificates:"), 1), (.selector("setTrustsAllSSLCertificates:"), 1),
    ]

    var interests: CodeInterests { CodeInterests(of: Self.plain + Self.likely + Self.switches.map(\.use)) }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var sure = code.places(of: Self.plain)
            var unsure = code.places(of: Self.likely)
            for slice in code.slices {
                for reference in slice.facts.references {
                    guard let setting = Self.switches.first(where: { $0.use.matches(reference) }) else { continue }
                    switch reference.constantArguments[2].map({ $0 & 1 }) {
                    case setting.bad:
                        sure.append(slice.evidence(reference, "\(reference.name) with \(setting.bad == 1 ? "true" : "false")"))
                    case nil: unsure.append(slice.evidence(reference, "\(reference.name) with a value that is not a constant here"))
                    default: break
                    }
                }
            }
            if !sure.isEmpty { return .findings([finding("The code switches certificate checks off.", at: artifact, sure)]) }
            if !unsure.isEmpty {
                return .findings([
                    finding("The code may switch certificate checks off.", at: artifact, unsure, confidence: .tentative, severity: .medium)
                ])
            }
            return .pass(examined: "switches of certificate checks in \(code.examined)")
        }
    }
}
