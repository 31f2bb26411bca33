import MerlonCore

/// Known tracking domains that no privacy manifest declares.
struct TrackingDomainsRule: Rule {
    let metadata = RuleMetadata(
        id: "privacy-tracking-domains",
        title: "Known tracking domains are not declared",
        area: .privacy,
        controls: ["MASVS-PRIVACY-1", "MASVS-PRIVACY-3"],
        tests: ["MASTG-TEST-0281"],
        weaknesses: ["MASWE-0108"],
        cwe: [359],
        severity: .low,
        rationale: """
            NSPrivacyTrackingDomains lists the hosts that track; the system blocks them until the user agrees. A tracking host that is in the \
            code and in no manifest is reached without anybody having been asked.
            """,
        fix: Fix("Declare the domains in NSPrivacyTrackingDomains of the app or of the SDK that reaches them, or remove the SDK."),
        examples: [
            .bad("an address of an advertising network", .example(strings: ["https://googleads.g.doubleclick.net/pagead/ads"])),
            .bad("a bare host", .example(strings: ["events.appsflyer.com"], privacyManifest: ["NSPrivacyTrackingDomains": []])),
            .good(
                "a declared domain",
                .example(
                    strings: ["https://events.appsflyer.com/v1"], privacyManifest: ["NSPrivacyTrackingDomains": ["appsflyer.com"]])),
            .good("other hosts", .example(strings: ["https://api.example.org/", "notdoubleclick.net"])),
            RuleExample("encrypted", expects: .notDecidable, .example(strings: ["events.appsflyer.com"], encrypted: true)),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        let declared = Set(
            ([context.root.privacyManifest] + context.root.flattened.map(\.privacyManifest)).compactMap { $0 }
                .flatMap { $0["NSPrivacyTrackingDomains"]?.array ?? [] }.compactMap { $0.string?.lowercased() })
        return artifact.judgeCode(in: context) { code in
            var seen: Set<String> = []
            let places = code.slices.flatMap { slice in
                (0..<slice.facts.strings.count).compactMap { index -> Evidence? in
                    guard let host = Self.host(in: slice.facts.strings.utf8(at: index)), let domain = TrackingDomain.known(for: host),
                        !declared.contains(where: { host == $0 || host.hasSuffix("." + $0) }), seen.insert(host).inserted
                    else { return nil }
                    return slice.evidence(
                        "\(host == domain ? host : "\(host), of \(domain),") is not declared",
                        address: slice.facts.strings.address(at: index))
                }
            }
            guard places.isEmpty else {
                return .findings([
                    finding("The code names tracking domains that no privacy manifest declares.", at: artifact, Array(places.prefix(50)))
                ])
            }
            let count = code.slices.reduce(0) { $0 + $1.facts.strings.count }
            return .pass(examined: "hosts among \(count) strings, and \(declared.count) declared domains")
        }
    }

    /// The host of a string that is an address or a bare host.
    private static func host(in bytes: ArraySlice<UInt8>) -> String? {
        guard (6...300).contains(bytes.count), bytes.contains(UInt8(ascii: ".")) else { return nil }
        for scheme in ["https", "http"] where bytes.starts(with: scheme.utf8) {
            return WebAddress.all(scheme, in: bytes).first?.host
        }
        let isBare = bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
            default: false
            }
        }
        return isBare ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
