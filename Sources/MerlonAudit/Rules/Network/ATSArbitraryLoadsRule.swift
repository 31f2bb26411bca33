import MerlonCore

/// App Transport Security switched off for the whole app.
struct ATSArbitraryLoadsRule: Rule {
    let metadata = RuleMetadata(
        id: "network-ats-arbitrary-loads",
        title: "App Transport Security is off for all hosts",
        area: .network,
        controls: ["MASVS-NETWORK-1"],
        tests: ["MASTG-TEST-0322"],
        weaknesses: ["MASWE-0050"],
        cwe: [319],
        severity: .high,
        rationale: """
            With NSAllowsArbitraryLoads the system no longer refuses plain HTTP or weak TLS for any host that has no exception of its own. \
            Whoever sits on the network path can then read and change what the app exchanges.
            """,
        fix: Fix(
            "Remove NSAllowsArbitraryLoads. Where one host cannot be mended, give it an exception of its own with a date to remove it.",
            api: "MerlonPinning.PinningPolicy"),
        examples: [
            .bad("arbitrary loads allowed", .example(plist: ["NSAppTransportSecurity": ["NSAllowsArbitraryLoads": true]])),
            .bad(
                "a narrower key that is false does not replace it",
                .example(
                    plist: ["NSAppTransportSecurity": ["NSAllowsArbitraryLoads": true, "NSAllowsLocalNetworking": false]])),
            .bad("allowed in a source folder", .example(.source, plist: ["NSAppTransportSecurity": ["NSAllowsArbitraryLoads": true]])),
            .good("no exception", .example()),
            .good("stated and false", .example(plist: ["NSAppTransportSecurity": ["NSAllowsArbitraryLoads": false]])),
            RuleExample("a framework has no transport settings", expects: .notApplicable, .example(.framework)),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeTransportSecurity { settings in
            guard settings["NSAllowsArbitraryLoads"]?.boolean == true else { return [] }
            let narrowing = Self.narrowerKeys.filter { settings[$0] != nil }
            // Since iOS 10 the presence of a narrower key makes the system ignore the broad one, which then only holds for iOS 9.
            let message =
                narrowing.isEmpty
                ? "The app allows plain HTTP and weak TLS to every host."
                : "The app allows plain HTTP and weak TLS to every host on iOS 9; \(narrowing.joined(separator: ", ")) overrides it on later systems."
            return [
                finding(
                    message, at: artifact,
                    [artifact.plistEvidence("NSAppTransportSecurity.NSAllowsArbitraryLoads", "NSAllowsArbitraryLoads is true")],
                    confidence: .certain, severity: narrowing.isEmpty ? .high : .low)
            ]
        }
    }

    private static let narrowerKeys = ["NSAllowsArbitraryLoadsInWebContent", "NSAllowsArbitraryLoadsForMedia", "NSAllowsLocalNetworking"]
}
