import MerlonCore

/// Transport security switched off for media.
struct ATSMediaRule: Rule {
    let metadata = RuleMetadata(
        id: "network-ats-media",
        title: "Media may be loaded over plain HTTP",
        area: .network,
        controls: ["MASVS-NETWORK-1"],
        tests: ["MASTG-TEST-0322"],
        weaknesses: ["MASWE-0050"],
        cwe: [319],
        severity: .low,
        rationale: """
            NSAllowsArbitraryLoadsForMedia lets AVFoundation load from every host without TLS. Who listens learns what is watched, and can put \
            other content, made for a flaw in a decoder, in its place.
            """,
        fix: Fix("Remove NSAllowsArbitraryLoadsForMedia and serve media over HTTPS."),
        examples: [
            .bad("allowed", .example(plist: ["NSAppTransportSecurity": ["NSAllowsArbitraryLoadsForMedia": true]])),
            .bad("allowed under the old key", .example(plist: ["NSAppTransportSecurity": ["NSAllowsArbitraryLoadsInMedia": true]])),
            .good("no exception", .example()),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeTransportSecurity { settings in
            let keys = ["NSAllowsArbitraryLoadsForMedia", "NSAllowsArbitraryLoadsInMedia"].filter { settings[$0]?.boolean == true }
            guard !keys.isEmpty else { return [] }
            return [
                finding(
                    "The app may load media over plain HTTP from every host.", at: artifact,
                    keys.map { artifact.plistEvidence("NSAppTransportSecurity.\($0)", "\($0) is true") }, confidence: .certain)
            ]
        }
    }
}
