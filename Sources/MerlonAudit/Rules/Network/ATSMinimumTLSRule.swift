import MerlonCore

/// TLS below 1.2 accepted from single domains.
struct ATSMinimumTLSRule: Rule {
    let metadata = RuleMetadata(
        id: "network-ats-minimum-tls",
        title: "Outdated TLS is accepted from a domain",
        area: .network,
        controls: ["MASVS-NETWORK-1"],
        tests: ["MASTG-TEST-0342"],
        weaknesses: ["MASWE-0050"],
        cwe: [327],
        severity: .medium,
        rationale: """
            NSExceptionMinimumTLSVersion below TLSv1.2 lets a connection fall back to TLS 1.0 or 1.1, which RFC 8996 retired: their handshakes \
            rest on MD5 and SHA-1, and their CBC records have known attacks.
            """,
        fix: Fix("Remove NSExceptionMinimumTLSVersion and mend the server.", api: "MerlonPinning.PinningPolicy"),
        examples: [
            .bad(
                "TLS 1.0 for one domain",
                .example(plist: [
                    "NSAppTransportSecurity": ["NSExceptionDomains": ["example.org": ["NSExceptionMinimumTLSVersion": "TLSv1.0"]]]
                ])),
            .bad(
                "TLS 1.1 under the old key",
                .example(plist: [
                    "NSAppTransportSecurity": ["NSExceptionDomains": ["example.org": ["NSTemporaryExceptionMinimumTLSVersion": "TLSv1.1"]]]
                ])),
            .good(
                "TLS 1.3 demanded",
                .example(plist: [
                    "NSAppTransportSecurity": ["NSExceptionDomains": ["example.org": ["NSExceptionMinimumTLSVersion": "TLSv1.3"]]]
                ])),
            .good("no exception", .example()),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeTransportSecurity { settings in
            let weak = ATSException.all(in: settings).compactMap { exception -> (String, Evidence)? in
                guard let (key, value) = exception.value(of: "MinimumTLSVersion"), let version = value.string,
                    Self.outdated.contains(version.uppercased())
                else { return nil }
                return (exception.scope, artifact.plistEvidence(exception.keyPath(key), "\(key) is \(version) for \(exception.scope)"))
            }
            guard !weak.isEmpty else { return [] }
            let names = weak.map(\.0).joined(separator: ", ")
            return [finding("TLS below 1.2 is accepted from \(names).", at: artifact, weak.map(\.1), confidence: .certain)]
        }
    }

    private static let outdated: Set<String> = ["SSLV3", "SSLV3.0", "TLSV1", "TLSV1.0", "TLSV1.1"]
}
