import MerlonCore

/// TLS versions that are set on URL sessions.
struct URLSessionTLSVersionRule: Rule {
    let metadata = RuleMetadata(
        id: "network-urlsession-tls-version",
        title: "A URL session is set to an outdated TLS version",
        area: .network,
        controls: ["MASVS-NETWORK-1"],
        tests: ["MASTG-TEST-0343"],
        weaknesses: ["MASWE-0050"],
        cwe: [327],
        severity: .medium,
        rationale: """
            A URLSessionConfiguration whose minimum or maximum is below TLS 1.2 takes part in handshakes that RFC 8996 retired, as soon as \
            transport security has an exception that lets it.
            """,
        fix: Fix(
            "Leave the versions alone: the system's own minimum is TLS 1.2. Raise the minimum to TLS 1.3 where your servers have it.",
            api: "MerlonPinning.PinningPolicy"),
        examples: [
            .bad(
                "a minimum of TLS 1.0",
                .example(references: [
                    .example(.selector, "setTLSMinimumSupportedProtocolVersion:", in: "Client.make()", arguments: [2: 0x0301])
                ])),
            .bad(
                "a maximum of TLS 1.1 by the old property",
                .example(references: [
                    .example(.selector, "setTLSMaximumSupportedProtocol:", in: "Client.make()", arguments: [2: 7])
                ])),
            .good(
                "a minimum of TLS 1.3",
                .example(references: [
                    .example(.selector, "setTLSMinimumSupportedProtocolVersion:", in: "Client.make()", arguments: [2: 0x0304])
                ])),
            .good("never set", .example(classes: ["NSURLSession"])),
            RuleExample(
                "a version that only the run tells", expects: .manual,
                .example(references: [.example(.selector, "setTLSMinimumSupportedProtocolVersion:", in: "Client.make()")])),
            RuleExample(
                "encrypted", expects: .notDecidable, .example(selectors: ["setTLSMinimumSupportedProtocolVersion:"], encrypted: true)),
        ])

    private static let setters: [TLSVersionSetter] = [
        .init(use: .selector("setTLSMinimumSupportedProtocolVersion:"), argument: 2, numbering: .wire),
        .init(use: .selector("setTLSMaximumSupportedProtocolVersion:"), argument: 2, numbering: .wire),
        .init(use: .selector("setTLSMinimumSupportedProtocol:"), argument: 2, numbering: .secureTransport),
        .init(use: .selector("setTLSMaximumSupportedProtocol:"), argument: 2, numbering: .secureTransport),
    ]

    var interests: CodeInterests { CodeInterests(of: Self.setters.map(\.use)) }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            let judged = code.slices.map { TLSVersionSetter.judge(Self.setters, in: $0) }
            let outdated = judged.flatMap(\.outdated)
            if !outdated.isEmpty {
                return .findings([
                    finding("A URL session accepts or offers only TLS below 1.2.", at: artifact, outdated, confidence: .certain)
                ])
            }
            let unknown = judged.flatMap(\.unknown)
            guard unknown.isEmpty else {
                return .manual(lookAt: "See which TLS version is set on the URL session at these places.", evidence: unknown)
            }
            return .pass(examined: "TLS versions set on URL sessions in \(code.examined)")
        }
    }
}
