import MerlonCore

/// TLS libraries that the app brings along.
struct EmbeddedTLSRule: Rule {
    let metadata = RuleMetadata(
        id: "network-embedded-tls",
        title: "A TLS library of the app is outdated or set to weak TLS",
        area: .network,
        controls: ["MASVS-NETWORK-1", "MASVS-CODE-3"],
        tests: ["MASTG-TEST-0345"],
        weaknesses: ["MASWE-0050"],
        cwe: [327, 1104],
        severity: .medium,
        rationale: """
            A TLS library within the app is outside transport security and outside the system's updates. Its versions, suites and checks are \
            what the app set, and a release without support keeps every flaw that was found since.
            """,
        fix: Fix("Use the system's TLS through URLSession or Network.framework; otherwise keep the library at a supported release."),
        examples: [
            .bad("OpenSSL 1.0.2", .example(strings: ["OpenSSL 1.0.2k  26 Jan 2017"])),
            .bad(
                "OpenSSL told not to verify",
                .example(references: [.example(.call, "_SSL_CTX_set_verify", in: "connect", arguments: [1: 0])])),
            .bad(
                "a minimum of TLS 1.0",
                .example(references: [.example(.call, "_SSL_CTX_ctrl", in: "connect", arguments: [1: 123, 2: 0x0301])])),
            .good(
                "OpenSSL told to verify, from TLS 1.2 on",
                .example(references: [
                    .example(.call, "_SSL_CTX_set_verify", in: "connect", arguments: [1: 1]),
                    .example(.call, "_SSL_CTX_ctrl", in: "connect", at: 8, arguments: [1: 123, 2: 0x0303]),
                ])),
            .bad("mbed TLS 2", .example(strings: ["mbed TLS 2.16.3"])),
            .good("none", .example(strings: ["uses OpenSSL-style names"])),
            RuleExample("OpenSSL of a supported release", expects: .manual, .example(strings: ["OpenSSL 3.5.1 1 Jul 2025"])),
            RuleExample("BoringSSL", expects: .manual, .example(strings: ["BoringSSL"])),
            RuleExample("encrypted", expects: .notDecidable, .example(strings: ["OpenSSL 1.0.2k  26 Jan 2017"], encrypted: true)),
        ])

    var interests: CodeInterests { EmbeddedTLSSetting.interests }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            let weak = code.slices.flatMap(EmbeddedTLSSetting.weaknesses)
            if !weak.isEmpty {
                return .findings([finding("A TLS library of the app is set to weak TLS.", at: artifact, weak, severity: .high)])
            }
            var outdated: [Evidence] = []
            var present: [Evidence] = []
            for slice in code.slices {
                for (library, address) in EmbeddedTLSLibrary.all(in: slice) {
                    let detail = library.version.isEmpty ? library.name : "\(library.name) \(library.version)"
                    let place = slice.evidence(detail, symbol: library.name, address: address)
                    if library.isOutdated { outdated.append(place) } else { present.append(place) }
                }
            }
            if !outdated.isEmpty {
                let names = outdated.map(\.detail).unique.joined(separator: ", ")
                return .findings([finding("The app brings \(names), which is no longer supported.", at: artifact, outdated)])
            }
            guard present.isEmpty else {
                return .manual(
                    lookAt: "See which TLS versions this library is set to, and that it verifies certificates and names.", evidence: present
                )
            }
            return .pass(examined: "version texts of TLS libraries in \(code.examined)")
        }
    }
}
