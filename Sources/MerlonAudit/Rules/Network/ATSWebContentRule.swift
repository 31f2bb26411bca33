import MerlonCore

/// Transport security switched off for what web views load.
struct ATSWebContentRule: Rule {
    let metadata = RuleMetadata(
        id: "network-ats-web-content",
        title: "Web views may load plain HTTP",
        area: .network,
        controls: ["MASVS-NETWORK-1"],
        tests: ["MASTG-TEST-0322"],
        weaknesses: ["MASWE-0050"],
        cwe: [319],
        severity: .medium,
        rationale: """
            NSAllowsArbitraryLoadsInWebContent lets every web view load pages and scripts over plain HTTP. A script that is changed on the way \
            runs in the app's view, with its cookies and with every native bridge that the view has.
            """,
        fix: Fix("Remove NSAllowsArbitraryLoadsInWebContent; open pages of others in SFSafariViewController."),
        examples: [
            .bad("allowed", .example(plist: ["NSAppTransportSecurity": ["NSAllowsArbitraryLoadsInWebContent": true]])),
            .good("stated and false", .example(plist: ["NSAppTransportSecurity": ["NSAllowsArbitraryLoadsInWebContent": false]])),
            .good("no exception", .example()),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeTransportSecurity { settings in
            let key = "NSAllowsArbitraryLoadsInWebContent"
            guard settings[key]?.boolean == true else { return [] }
            return [
                finding(
                    "Web views of the app may load plain HTTP from every host.", at: artifact,
                    [artifact.plistEvidence("NSAppTransportSecurity.\(key)", "\(key) is true")], confidence: .certain)
            ]
        }
    }
}
