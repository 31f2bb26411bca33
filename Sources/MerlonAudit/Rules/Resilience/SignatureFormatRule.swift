import MerlonCore

/// Code signatures in a format that current systems no longer accept.
struct SignatureFormatRule: Rule {
    let metadata = RuleMetadata(
        id: "resilience-signature-format",
        title: "An outdated code signature format",
        area: .resilience,
        controls: ["MASVS-RESILIENCE-2"],
        tests: ["MASTG-TEST-0220"],
        weaknesses: ["MASWE-0104"],
        cwe: [347, 328],
        severity: .medium,
        readsHeadersOnly: true,
        rationale: """
            iOS 15 asks for a CodeDirectory of version 0x20400 or later with hashes of SHA-256, and for entitlements in DER beside the XML. \
            Older signatures leave the executable segment unsealed or rest on SHA-1, for which collisions are made.
            """,
        fix: Fix("Sign again with a current codesign; --generate-entitlement-der adds the DER form."),
        examples: [
            .bad("an old CodeDirectory", .example(slice: { $0.signature = signature([0x20200], ["sha256"]) })),
            .bad("SHA-1 alone", .example(slice: { $0.signature = signature([0x20400], ["sha1"]) })),
            .bad(
                "entitlements without DER",
                .example(slice: {
                    $0.signature = signature([0x20500], ["sha256"])
                    $0.signature?.entitlements = ["application-identifier": "ABCDE12345.org.example"]
                })),
            .good("current", .example(slice: { $0.signature = signature([0x20500], ["sha256"]) })),
            .good(
                "SHA-1 beside SHA-256 for old systems",
                .example(slice: { $0.signature = signature([0x20400, 0x20500], ["sha1", "sha256"]) })),
            .good(
                "FairPlay leaves the signature readable",
                .example(encrypted: true, slice: { $0.signature = signature([0x20500], ["sha256"]) })),
            RuleExample("not signed", expects: .notApplicable, .example()),
            RuleExample("no binary", expects: .notApplicable, .example(hasCode: false)),
        ])

    private static func signature(_ versions: [UInt32], _ hashes: [String]) -> SignatureFacts {
        SignatureFacts(identifier: "org.example.app", codeDirectoryVersions: versions, hashTypes: hashes)
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        let slices = CodeView(artifact.binaries, in: context).slices
        guard !slices.isEmpty else { return .notApplicable(because: "it has no machine code") }
        let signed = slices.compactMap { slice in slice.facts.signature.map { (slice, $0) } }
        guard !signed.isEmpty else { return .notApplicable(because: "it is not signed") }
        var evidence: [Evidence] = []
        for (slice, signature) in signed {
            if let newest = signature.codeDirectoryVersions.max(), newest < 0x20400 {
                evidence.append(slice.evidence("CodeDirectory version 0x\(String(newest, radix: 16))", symbol: "LC_CODE_SIGNATURE"))
            }
            if !signature.hashTypes.isEmpty, signature.hashTypes.allSatisfy({ $0 == "sha1" }) {
                evidence.append(slice.evidence("hashes of SHA-1 alone", symbol: "LC_CODE_SIGNATURE"))
            }
            // macOS reads the XML form to this day.
            let needsDER = slice.facts.platform != "macos" && slice.facts.platform != "maccatalyst"
            if needsDER, signature.entitlements?.dictionary?.isEmpty == false, !signature.hasDEREntitlements {
                evidence.append(slice.evidence("entitlements in XML without their DER form", symbol: "LC_CODE_SIGNATURE"))
            }
        }
        let versions = signed.map { slice, signature in
            "\(slice.facts.architecture): version \(signature.codeDirectoryVersions.map { "0x" + String($0, radix: 16) }.joined(separator: ", ")), \(signature.hashTypes.joined(separator: ", "))"
        }
        return .findings(
            evidence.isEmpty
                ? [] : [finding("The code signature has an outdated format.", at: artifact, evidence.capped, confidence: .certain)],
            orPassExamining: "the code signature (\(versions.prefix(8).joined(separator: "; ")))")
    }
}
