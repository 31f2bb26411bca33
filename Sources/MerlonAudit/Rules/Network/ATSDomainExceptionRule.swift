import MerlonCore

/// Plain HTTP allowed to single domains.
struct ATSDomainExceptionRule: Rule {
    let metadata = RuleMetadata(
        id: "network-ats-domain-exception",
        title: "Plain HTTP is allowed to a domain",
        area: .network,
        controls: ["MASVS-NETWORK-1"],
        tests: ["MASTG-TEST-0322"],
        weaknesses: ["MASWE-0050"],
        cwe: [319],
        severity: .medium,
        rationale: """
            An exception with NSExceptionAllowsInsecureHTTPLoads lets the app talk to that domain without TLS. All that goes over such a \
            connection can be read and changed on the way, requests that were meant for HTTPS included once they are redirected.
            """,
        fix: Fix("Serve the domain over HTTPS and remove the exception.", api: "MerlonPinning.PinningPolicy"),
        examples: [
            .bad(
                "allowed for one domain",
                .example(plist: [
                    "NSAppTransportSecurity": ["NSExceptionDomains": ["example.org": ["NSExceptionAllowsInsecureHTTPLoads": true]]]
                ])),
            .bad(
                "allowed by the key for third parties",
                .example(plist: [
                    "NSAppTransportSecurity": [
                        "NSExceptionDomains": [
                            "cdn.example.org": ["NSThirdPartyExceptionAllowsInsecureHTTPLoads": true, "NSIncludesSubdomains": true]
                        ]
                    ]
                ])),
            .good(
                "an exception that keeps TLS",
                .example(plist: [
                    "NSAppTransportSecurity": [
                        "NSExceptionDomains": ["example.org": ["NSExceptionAllowsInsecureHTTPLoads": false, "NSIncludesSubdomains": true]]
                    ]
                ])),
            .good("no exception", .example()),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeTransportSecurity { settings in
            let open = ATSException.all(in: settings).compactMap { exception -> (ATSException, Evidence)? in
                guard let (key, value) = exception.value(of: "AllowsInsecureHTTPLoads"), value.boolean == true else { return nil }
                return (exception, artifact.plistEvidence(exception.keyPath(key), "\(key) is true for \(exception.scope)"))
            }
            let (local, remote) = (open.filter(\.0.isLocal), open.filter { !$0.0.isLocal })
            var findings: [Finding] = []
            if !remote.isEmpty {
                let names = remote.map(\.0.scope).joined(separator: ", ")
                findings.append(
                    finding("Plain HTTP is allowed to \(names).", at: artifact, remote.map(\.1), confidence: .certain))
            }
            if !local.isEmpty {
                let names = local.map(\.0.scope).joined(separator: ", ")
                findings.append(
                    finding(
                        "Plain HTTP is allowed to \(names): a remnant of development?", at: artifact, local.map(\.1),
                        confidence: .tentative, severity: .low))
            }
            return findings
        }
    }
}
