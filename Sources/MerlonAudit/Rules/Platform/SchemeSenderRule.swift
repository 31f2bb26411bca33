import MerlonCore

/// Custom schemes whose sender nobody asks for.
struct SchemeSenderRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-scheme-sender",
        title: "The sender of a custom URL scheme is not looked at",
        area: .platform,
        controls: ["MASVS-PLATFORM-1"],
        tests: ["MASTG-TEST-0371"],
        weaknesses: ["MASWE-0058"],
        cwe: [346, 939],
        severity: .low,
        rationale: """
            A custom scheme can be opened by everyone and claimed by every app. A handler that never looks at the source application treats a \
            stranger's request like one of the user's, or of the app's own family.
            """,
        fix: Fix(
            "Use universal links for what matters, and confirm sensitive actions with the user; check sourceApplication within a team."),
        examples: [
            .bad(
                "a handler that cannot know the sender",
                .example(
                    plist: ["CFBundleURLTypes": [["CFBundleURLSchemes": ["example"]]]],
                    references: [.example(.call, "_$s7SwiftUI4ViewPAAE9onOpenURL7performQry10Foundation0F0Vc_tF", in: "App.body")])),
            .bad("a handler that does not ask", .example(selectors: ["application:openURL:options:"])),
            .good("no scheme and no handler", .example()),
            RuleExample(
                "the sender is asked for", expects: .manual,
                .example(imports: ["_UIApplicationOpenURLOptionsSourceApplicationKey"], selectors: ["application:openURL:options:"])),
            RuleExample(
                "encrypted", expects: .notDecidable,
                .example(plist: ["CFBundleURLTypes": [["CFBundleURLSchemes": ["example"]]]], encrypted: true)),
            RuleExample("a framework", expects: .notApplicable, .example(.framework)),
        ])

    var interests: CodeInterests { CodeInterests(of: LinkHandling.schemeHandlers + LinkHandling.senders) }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard artifact.kind != .framework else { return .notApplicable(because: "schemes belong to the app") }
        return artifact.judgeCode(.absence, in: context) { code in
            let declared = artifact.schemeEvidence
            let handlers = code.places(of: LinkHandling.schemeHandlers) { "handles addresses by \($0.name)" }
            guard !declared.isEmpty || !handlers.isEmpty else {
                return .pass(examined: "declared schemes, and handlers in \(code.examined)")
            }
            let senders = code.places(of: LinkHandling.senders) { "asks for the sender by \($0.name)" }
            if !handlers.isEmpty, senders.isEmpty {
                return .findings([
                    finding(
                        "The app handles a custom scheme and never asks who sent the address.", at: artifact, handlers + declared)
                ])
            }
            return .manual(
                lookAt: "See that sensitive actions of custom schemes depend on the sender or on the user's consent.",
                evidence: declared + handlers + senders)
        }
    }
}
