import MerlonCore

/// Input that comes by a universal link and is not checked.
struct UniversalLinkInputRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-universal-link-input",
        title: "Input of a universal link is not checked",
        area: .platform,
        controls: ["MASVS-PLATFORM-1"],
        tests: ["MASTG-TEST-0395"],
        weaknesses: ["MASWE-0058"],
        cwe: [20, 939],
        severity: .medium,
        rationale: """
            A universal link proves which site it belongs to, not who made it: everyone can send one with parameters of their choice. A handler \
            that uses them as they are does what the sender of the link wants.
            """,
        fix: Fix("Check host and path against those that the app serves, convert each parameter, and confirm sensitive actions."),
        examples: [
            .bad(
                "a parameter is used as it is",
                .example(
                    selectors: ["scene:continueUserActivity:"],
                    references: [
                        .example(.selector, "webpageURL", in: "Scene.open(_:)"),
                        .example(.call, "_$s10Foundation12URLQueryItemV5valueSSSgvg", in: "Scene.open(_:)", at: 16),
                    ])),
            .good("no handler", .example()),
            .good("activities that are no links", .example(selectors: ["scene:continueUserActivity:"])),
            RuleExample(
                "a parameter that is compared", expects: .manual,
                .example(
                    selectors: ["scene:continueUserActivity:"],
                    references: [
                        .example(.selector, "webpageURL", in: "Scene.open(_:)"),
                        .example(.call, "_$s10Foundation12URLQueryItemV5valueSSSgvg", in: "Scene.open(_:)", at: 16),
                        .example(.call, "_$sSh8containsySbxF", in: "Scene.open(_:)", at: 32),
                    ])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    var interests: CodeInterests {
        CodeInterests(of: LinkHandling.activityHandlers + LinkHandling.webLink + LinkHandling.values + LinkHandling.checks)
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(.absence, in: context) { code in
            var links = code.places(of: LinkHandling.webLink) { "takes universal links: \($0.name)" }
            // SwiftUI's onOpenURL also gets the links of the domains that the entitlements claim.
            if artifact.claimsUniversalLinks {
                links += code.places(of: LinkHandling.openURLModifiers) { "takes universal links: \($0.name)" }
            }
            let handlers = code.places(of: LinkHandling.activityHandlers) { "handles activities by \($0.name)" }
            guard !links.isEmpty else { return .pass(examined: "handlers of universal links in \(code.examined)") }
            let (unchecked, checked) = LinkHandling.values(in: code)
            if !unchecked.isEmpty {
                return .findings([
                    finding(
                        "The app handles universal links, and values of addresses are used without a check in the same function.",
                        at: artifact, unchecked, confidence: checked == 0 ? .firm : .tentative)
                ])
            }
            return .manual(
                lookAt: "See in the handlers of universal links that host, path and parameters are checked before they have an effect.",
                evidence: links + handlers)
        }
    }
}
