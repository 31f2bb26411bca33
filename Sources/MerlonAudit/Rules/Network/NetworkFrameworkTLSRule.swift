import MerlonCore

/// TLS options that are set on connections of Network.framework.
struct NetworkFrameworkTLSRule: Rule {
    let metadata = RuleMetadata(
        id: "network-framework-tls-options",
        title: "A Network.framework connection is set to weak TLS",
        area: .network,
        controls: ["MASVS-NETWORK-1"],
        tests: ["MASTG-TEST-0344"],
        weaknesses: ["MASWE-0050"],
        cwe: [327],
        severity: .medium,
        rationale: """
            Transport security does not reach connections of Network.framework: what the app sets with sec_protocol_options is all there is. \
            A minimum below TLS 1.2, or a verify block that says yes to everything, is then in force.
            """,
        fix: Fix(
            "Leave the minimum at the system's own or raise it to TLS 1.3, and let the system verify the peer.",
            api: "MerlonPinning.PinningPolicy"),
        examples: [
            .bad(
                "a minimum of TLS 1.0",
                .example(references: [
                    .example(.call, "_sec_protocol_options_set_min_tls_protocol_version", in: "Socket.open()", arguments: [1: 0x0301])
                ])),
            .bad(
                "a maximum of TLS 1.1",
                .example(references: [
                    .example(.call, "_sec_protocol_options_set_max_tls_protocol_version", in: "Socket.open()", arguments: [1: 0x0302])
                ])),
            .bad(
                "the peer is not authenticated",
                .example(references: [
                    .example(.call, "_sec_protocol_options_set_peer_authentication_required", in: "Socket.open()", arguments: [1: 0])
                ])),
            .good(
                "a minimum of TLS 1.3",
                .example(references: [
                    .example(.call, "_sec_protocol_options_set_min_tls_protocol_version", in: "Socket.open()", arguments: [1: 0x0304])
                ])),
            .good("no options are set", .example(imports: ["_nw_connection_create"])),
            RuleExample(
                "a verify block of the app's own", expects: .manual,
                .example(references: [.example(.call, "_sec_protocol_options_set_verify_block", in: "Socket.open()")])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    private static let setters: [TLSVersionSetter] = [
        .init(use: .symbol("_sec_protocol_options_set_min_tls_protocol_version"), argument: 1, numbering: .wire),
        .init(use: .symbol("_sec_protocol_options_set_max_tls_protocol_version"), argument: 1, numbering: .wire),
        .init(use: .symbol("_sec_protocol_options_set_tls_min_version"), argument: 1, numbering: .secureTransport),
        .init(use: .symbol("_sec_protocol_options_set_tls_max_version"), argument: 1, numbering: .secureTransport),
    ]
    private static let peerAuthentication = CodeUse.symbol("_sec_protocol_options_set_peer_authentication_required")
    private static let ownJudgement: [CodeUse] = [
        .symbol("_sec_protocol_options_set_verify_block"), .symbol("_sec_protocol_options_append_tls_ciphersuite"),
        .symbol("_sec_protocol_options_add_tls_ciphersuite"), .symbol("_sec_protocol_options_add_tls_ciphersuite_group"),
    ]

    var interests: CodeInterests { CodeInterests(of: Self.setters.map(\.use) + [Self.peerAuthentication] + Self.ownJudgement) }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            let judged = code.slices.map { TLSVersionSetter.judge(Self.setters, in: $0) }
            let unauthenticated = code.slices.flatMap { slice in
                slice.facts.references.filter { Self.peerAuthentication.matches($0) && $0.constantArguments[1].map { $0 & 1 } == 0 }
                    .map { slice.evidence($0, "peer authentication is switched off") }
            }
            let weak = judged.flatMap(\.outdated) + unauthenticated
            if !weak.isEmpty {
                return .findings([finding("A connection of Network.framework uses weak TLS.", at: artifact, weak, confidence: .certain)])
            }
            let open = judged.flatMap(\.unknown) + code.places(of: Self.ownJudgement)
            guard open.isEmpty else {
                return .manual(lookAt: "See which TLS versions, suites and verification the code sets at these places.", evidence: open)
            }
            return .pass(examined: "TLS options of Network.framework in \(code.examined)")
        }
    }
}
