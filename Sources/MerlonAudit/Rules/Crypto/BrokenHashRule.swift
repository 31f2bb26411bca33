/// Hash functions for which collisions are made at will.
struct BrokenHashRule: Rule {
    let metadata = RuleMetadata(
        id: "crypto-broken-hash",
        title: "A broken hash function",
        area: .crypto,
        controls: ["MASVS-CRYPTO-1"],
        tests: ["MASTG-TEST-0211"],
        weaknesses: ["MASWE-0021"],
        cwe: [328],
        severity: .medium,
        rationale: """
            Two files of the same MD5 are made in a second, two of the same SHA-1 for a modest sum (SHAttered, 2017), so neither tells that \
            something is unchanged or authentic. Both are also far too fast for passwords.
            """,
        fix: Fix(
            "Use SHA-256 or better; for passwords a slow function, for authenticity an HMAC or a signature.",
            api: "MerlonCrypto.PasswordHash"),
        examples: [
            .bad("MD5 of CommonCrypto", .example(references: [.example(.call, "_CC_MD5", in: "-[Cache keyFor:]")])),
            .bad("incremental SHA-1", .example(imports: ["_CC_SHA1_Init", "_CC_SHA1_Update", "_CC_SHA1_Final"])),
            .bad("MD5 of CryptoKit", .example(references: [.example(.call, "_$s9CryptoKit8InsecureO3MD5VMa", in: "digest(_:)")])),
            .bad("SHA-1 of CryptoKit", .example(imports: ["_$s9CryptoKit8InsecureO4SHA1VAA12HashFunctionAAMc"])),
            .bad("an HMAC with MD5", .example(references: [.example(.call, "_CCHmac", in: "sign(_:)", arguments: [0: 1])])),
            .bad("a signature over SHA-1", .example(imports: ["_kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA1"])),
            .bad("an encrypted app's import shows it", .example(imports: ["_CC_MD5"], encrypted: true)),
            .good("SHA-256", .example(imports: ["_CC_SHA256", "_$s9CryptoKit6SHA256VMa"])),
            .good("an HMAC with SHA-256", .example(references: [.example(.call, "_CCHmac", in: "sign(_:)", arguments: [0: 2])])),
            .good("a signature over SHA-256", .example(imports: ["_kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA256"])),
            .good("words about hashes", .example(strings: ["md5", "SHA1 checksum"])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    let interests = CodeInterests(of: Self.hashes + Self.signatures).union(CodeInterests(of: Array(Self.keyed.keys)))

    private static let hashes: [CodeAPI] = [
        CodeAPI("MD2", symbols("CC_MD2", "CC_MD2_Init", "CC_MD2_Update", "CC_MD2_Final", "EVP_md2")),
        CodeAPI("MD4", symbols("CC_MD4", "CC_MD4_Init", "CC_MD4_Update", "CC_MD4_Final", "MD4", "MD4_Init", "EVP_md4")),
        CodeAPI(
            "MD5",
            symbols("CC_MD5", "CC_MD5_Init", "CC_MD5_Update", "CC_MD5_Final", "MD5", "MD5_Init", "MD5_Update", "MD5_Final", "EVP_md5")
                + swift("$s9CryptoKit8InsecureO3MD5V", "$s6Crypto8InsecureO3MD5V", "$s11CryptoSwift3MD5C", "$sSS11CryptoSwiftE3md5")),
        CodeAPI(
            "SHA-1",
            symbols(
                "CC_SHA1", "CC_SHA1_Init", "CC_SHA1_Update", "CC_SHA1_Final", "SHA1", "SHA1_Init", "SHA1_Update", "SHA1_Final", "EVP_sha1")
                + swift("$s9CryptoKit8InsecureO4SHA1V", "$s6Crypto8InsecureO4SHA1V", "$s11CryptoSwift4SHA1C", "$sSS11CryptoSwiftE4sha1")),
    ]

    private static let signatures: [CodeAPI] = [
        CodeAPI(
            "a signature over SHA-1",
            [
                "RSASignatureDigestPKCS1v15SHA1", "RSASignatureMessagePKCS1v15SHA1", "RSASignatureDigestPSSSHA1",
                "RSASignatureMessagePSSSHA1",
                "ECDSASignatureDigestX962SHA1", "ECDSASignatureMessageX962SHA1",
            ].map { .symbol("_kSecKeyAlgorithm" + $0) })
    ]

    /// HMAC functions, and the argument with kCCHmacAlg: 0 SHA-1, 1 MD5.
    private static let keyed: [CodeUse: Int] = [.symbol("_CCHmac"): 0, .symbol("_CCHmacInit"): 1]

    private static func symbols(_ names: String...) -> [CodeUse] { names.map { .symbol("_" + $0) } }
    private static func swift(_ prefixes: String...) -> [CodeUse] { prefixes.map { .symbols(startingWith: "_" + $0) } }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var findings = (Self.hashes + Self.signatures).compactMap { api -> Finding? in
                let places = code.places(of: api)
                return places.isEmpty ? nil : finding("The code uses \(api.name).", at: artifact, places.capped)
            }
            let macs = code.slices.flatMap { slice in
                Self.keyed.flatMap { use, register in
                    slice.references(to: [use]).compactMap { reference -> Evidence? in
                        guard let algorithm = reference.constantArguments[register], algorithm < 2 else { return nil }
                        return slice.evidence(reference, "\(use.name) with \(algorithm == 0 ? "SHA-1" : "MD5")")
                    }
                }
            }
            if !macs.isEmpty {
                // No attack on these MACs is known; they are on the way out all the same (NIST SP 800-131A revision 3).
                let message = "The code computes an HMAC with a broken hash."
                findings.append(
                    finding(message, at: artifact, macs.sorted { ($0.address ?? 0) < ($1.address ?? 0) }.capped, severity: .low))
            }
            return .findings(findings, orPassExamining: "hash APIs in \(code.examined)")
        }
    }
}
