import MerlonCore

/// Key exchange without forward secrecy accepted from single domains.
struct ATSForwardSecrecyRule: Rule {
    let metadata = RuleMetadata(
        id: "network-ats-forward-secrecy",
        title: "Forward secrecy is not asked of a domain",
        area: .network,
        controls: ["MASVS-NETWORK-1"],
        tests: ["MASTG-TEST-0342"],
        weaknesses: ["MASWE-0050"],
        cwe: [327],
        severity: .medium,
        rationale: """
            With NSExceptionRequiresForwardSecrecy set to false the session key may be sent under the server's long-term key. Whoever records \
            the traffic now and gets that key later can read all of it.
            """,
        fix: Fix(
            "Remove the exception and let the server offer ECDHE suites.", api: "MerlonPinning.PinningPolicy"),
        examples: [
            .bad(
                "not required for one domain",
                .example(plist: [
                    "NSAppTransportSecurity": ["NSExceptionDomains": ["example.org": ["NSExceptionRequiresForwardSecrecy": false]]]
                ])),
            .bad(
                "not required by the key for third parties",
                .example(plist: [
                    "NSAppTransportSecurity": [
                        "NSExceptionDomains": ["example.org": ["NSThirdPartyExceptionRequiresForwardSecrecy": "NO"]]
                    ]
                ])),
            .good(
                "required",
                .example(plist: [
                    "NSAppTransportSecurity": ["NSExceptionDomains": ["example.org": ["NSExceptionRequiresForwardSecrecy": true]]]
                ])),
            .good("no exception", .example()),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeTransportSecurity { settings in
            let weak = ATSException.all(in: settings).compactMap { exception -> (String, Evidence)? in
                guard let (key, value) = exception.value(of: "RequiresForwardSecrecy"), value.boolean == false else { return nil }
                return (exception.scope, artifact.plistEvidence(exception.keyPath(key), "\(key) is false for \(exception.scope)"))
            }
            guard !weak.isEmpty else { return [] }
            let names = weak.map(\.0).joined(separator: ", ")
            return [finding("Forward secrecy is not asked of \(names).", at: artifact, weak.map(\.1), confidence: .certain)]
        }
    }
}
