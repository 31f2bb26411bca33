import MerlonCore

/// TLS libraries that the app brings along.
struct EmbeddedTLSRule: Rule {
    let metadata = RuleMetadata(
        id: "network-embedded-tls",
        title: "The app brings an outdated TLS library",
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
            .bad("mbed TLS 2", .example(strings: ["mbed TLS 2.16.3"])),
            .good("none", .example(strings: ["uses OpenSSL-style names"])),
            RuleExample("OpenSSL of a supported release", expects: .manual, .example(strings: ["OpenSSL 3.5.1 1 Jul 2025"])),
            RuleExample("BoringSSL", expects: .manual, .example(strings: ["BoringSSL"])),
            RuleExample("encrypted", expects: .notDecidable, .example(strings: ["OpenSSL 1.0.2k  26 Jan 2017"], encrypted: true)),
        ])

    /// A library by the text that names its version, and the lowest version that is still supported.
    ///
    /// OpenSSL: 1.1.1 ended in September 2023 and 3.1 in March 2025 (openssl-library.org, release strategy). mbed TLS: 2.28 ended in 2024.
    private static let libraries: [(prefix: String, name: String, supported: [Int])] = [
        ("OpenSSL ", "OpenSSL", [3, 0]), ("LibreSSL ", "LibreSSL", [4, 0]), ("mbed TLS ", "mbed TLS", [3, 6]),
        ("Mbed TLS ", "mbed TLS", [3, 6]),
        ("mbedTLS ", "mbed TLS", [3, 6]), ("PolarSSL ", "PolarSSL", [99]), ("wolfSSL ", "wolfSSL", [5, 0]), ("CyaSSL ", "CyaSSL", [99]),
        ("GnuTLS ", "GnuTLS", [3, 6]),
    ]

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var outdated: [Evidence] = []
            var present: [Evidence] = []
            for slice in code.slices {
                for index in 0..<slice.facts.strings.count {
                    guard let (name, version, isOutdated) = Self.library(slice.facts.strings.utf8(at: index)) else { continue }
                    let place = slice.evidence("\(name) \(version)", symbol: name, address: slice.facts.strings.address(at: index))
                    if isOutdated { outdated.append(place) } else { present.append(place) }
                }
                if slice.facts.strings.contains("BoringSSL") { present.append(slice.evidence("BoringSSL", symbol: "BoringSSL")) }
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

    /// The library that a version text names: `OpenSSL 1.0.2k  26 Jan 2017`.
    private static func library(_ bytes: ArraySlice<UInt8>) -> (name: String, version: String, isOutdated: Bool)? {
        guard bytes.count < 64, let library = libraries.first(where: { bytes.starts(with: $0.prefix.utf8) }) else { return nil }
        let version = bytes.dropFirst(library.prefix.utf8.count).prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        let text = String(decoding: version, as: UTF8.self)
        let numbers = text.split(separator: ".").map { $0.prefix { $0.isASCII && $0.isNumber } }.map { Int($0) }
        guard numbers.count >= 2, !numbers.contains(nil) else { return nil }
        return (library.name, text, numbers.compactMap { $0 }.lexicographicallyPrecedes(library.supported))
    }
}
