import MerlonCore

/// Input that comes by a custom scheme and is not checked.
struct SchemeInputRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-scheme-input",
        title: "Input of a custom URL scheme is not checked",
        area: .platform,
        controls: ["MASVS-PLATFORM-1"],
        tests: ["MASTG-TEST-0370"],
        weaknesses: ["MASWE-0058"],
        cwe: [20, 939],
        severity: .medium,
        rationale: """
            Any app and any web page can open an address of a custom scheme with values of its choice. A handler that uses them as they are \
            lets others steer what the app does, in the name of its user.
            """,
        fix: Fix(
            "Convert each value to the narrowest type, compare it with what is allowed, and ask the user before anything of weight is done."
        ),
        examples: [
            .bad(
                "a query value is used as it is",
                .example(
                    plist: ["CFBundleURLTypes": [["CFBundleURLSchemes": ["example"]]]],
                    references: [
                        .example(.call, "_$s7SwiftUI4ViewPAAE9onOpenURL7performQry10Foundation0F0Vc_tF", in: "App.body"),
                        .example(.call, "_$s10Foundation12URLQueryItemV5valueSSSgvg", in: "App.handle(_:)"),
                    ])),
            .good("no scheme and no handler", .example()),
            RuleExample(
                "a value that is converted", expects: .manual,
                .example(
                    plist: ["CFBundleURLTypes": [["CFBundleURLSchemes": ["example"]]]], selectors: ["scene:openURLContexts:"],
                    references: [
                        .example(.call, "_$s10Foundation12URLQueryItemV5valueSSSgvg", in: "App.handle(_:)"),
                        .example(.call, "_$ss17FixedWidthIntegerPsE_5radixxSgqd___SitcSyRd__lufC", in: "App.handle(_:)", at: 16),
                    ])),
            RuleExample(
                "a declared scheme, encrypted code", expects: .notDecidable,
                .example(plist: ["CFBundleURLTypes": [["CFBundleURLSchemes": ["example"]]]], encrypted: true)),
            RuleExample("a framework", expects: .notApplicable, .example(.framework)),
        ])

    var interests: CodeInterests { CodeInterests(of: LinkHandling.schemeHandlers + LinkHandling.values + LinkHandling.checks) }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard artifact.kind != .framework else { return .notApplicable(because: "schemes belong to the app") }
        return artifact.judgeCode(.absence, in: context) { code in
            let declared = artifact.schemeEvidence
            let handlers = code.places(of: LinkHandling.schemeHandlers) { "handles addresses by \($0.name)" }
            guard !declared.isEmpty || !handlers.isEmpty else {
                return .pass(examined: "declared schemes, and handlers in \(code.examined)")
            }
            let (unchecked, checked) = LinkHandling.values(in: code)
            if !handlers.isEmpty, !unchecked.isEmpty {
                // Where some functions check what they take, one that does not may well be given what was checked.
                return .findings([
                    finding(
                        "The app handles a custom scheme, and values of addresses are used without a check in the same function.",
                        at: artifact, unchecked, confidence: checked == 0 ? .firm : .tentative)
                ])
            }
            return .manual(
                lookAt: "See in the handlers of custom schemes that each part of the address is checked before it has an effect.",
                evidence: declared + handlers)
        }
    }
}
