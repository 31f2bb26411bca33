import MerlonCore

/// Transport security switched off for local hosts.
struct ATSLocalNetworkingRule: Rule {
    let metadata = RuleMetadata(
        id: "network-ats-local-networking",
        title: "Plain HTTP is allowed in the local network",
        area: .network,
        controls: ["MASVS-NETWORK-1"],
        tests: ["MASTG-TEST-0322"],
        weaknesses: ["MASWE-0050"],
        cwe: [319],
        severity: .low,
        rationale: """
            NSAllowsLocalNetworking lifts transport security for names under .local, for unqualified names and for IP addresses. In a foreign \
            Wi-Fi network any device can answer to such a name, so whatever the app sends there has no protection.
            """,
        fix: Fix("Remove NSAllowsLocalNetworking, or authenticate local devices by keys that were exchanged when they were paired."),
        examples: [
            .bad("allowed", .example(plist: ["NSAppTransportSecurity": ["NSAllowsLocalNetworking": true]])),
            .bad(
                "allowed under a name that is often met",
                .example(plist: ["NSAppTransportSecurity": ["NSAllowsArbitraryLoadsForLocalNetworking": true]])),
            .good("stated and false", .example(plist: ["NSAppTransportSecurity": ["NSAllowsLocalNetworking": false]])),
            .good("no exception", .example()),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeTransportSecurity { settings in
            // The second key is no key of Apple's, yet stands in many apps; it shows the same intent and does nothing.
            let keys = ["NSAllowsLocalNetworking", "NSAllowsArbitraryLoadsForLocalNetworking"].filter { settings[$0]?.boolean == true }
            guard !keys.isEmpty else { return [] }
            return [
                finding(
                    "The app may use plain HTTP to local names and IP addresses.", at: artifact,
                    keys.map { artifact.plistEvidence("NSAppTransportSecurity.\($0)", "\($0) is true") }, confidence: .firm)
            ]
        }
    }
}
