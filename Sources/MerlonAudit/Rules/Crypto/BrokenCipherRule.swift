/// Symmetric ciphers that are broken or have too small a block.
struct BrokenCipherRule: Rule {
    let metadata = RuleMetadata(
        id: "crypto-broken-cipher",
        title: "A broken symmetric cipher",
        area: .crypto,
        controls: ["MASVS-CRYPTO-1"],
        tests: ["MASTG-TEST-0210"],
        weaknesses: ["MASWE-0020"],
        cwe: [327],
        severity: .high,
        rationale: """
            DES and RC2 fall to a search of their keys, RC4 leaks its plain text through biases, and 3DES, Blowfish and CAST-128 have \
            blocks of 64 bits, which repeat within an hour of traffic (CVE-2016-2183). NIST SP 800-131A allows none of them for new data.
            """,
        fix: Fix("Use AES-256-GCM or ChaCha20-Poly1305, which also detect changes.", api: "MerlonCrypto.SealingKey"),
        examples: [
            .bad("DES", .example(references: [.example(.call, "_CCCrypt", in: "encrypt(_:)", arguments: [0: 0, 1: 1, 2: 1, 4: 8])])),
            .bad("3DES in a cryptor", .example(references: [.example(.call, "_CCCryptorCreate", in: "make()", arguments: [1: 2])])),
            .bad(
                "RC4 with a mode",
                .example(references: [.example(.call, "_CCCryptorCreateWithMode", in: "make()", arguments: [1: 9, 2: 4])])),
            .bad("RC4 of OpenSSL", .example(references: [.example(.call, "_EVP_rc4", in: "cipher")])),
            .bad("Blowfish of CryptoSwift", .example(imports: ["_$s11CryptoSwift8BlowfishC3key7paddingACSays5UInt8VG_AA7PaddingOtKcfC"])),
            .good("AES", .example(references: [.example(.call, "_CCCrypt", in: "encrypt(_:)", arguments: [0: 0, 1: 0, 2: 1, 4: 32])])),
            .good("no cipher", .example(imports: ["_CC_SHA256"])),
            .good(
                "a mode's number is no cipher's",
                .example(references: [.example(.call, "_CCCryptorCreateWithMode", in: "f", arguments: [1: 2, 2: 0])])),
            RuleExample(
                "a cipher decided at run time", expects: .manual, .example(references: [.example(.call, "_CCCrypt", in: "crypt(_:)")])),
            RuleExample("encrypted", expects: .notDecidable, .example(imports: ["_CCCrypt"], encrypted: true)),
        ])

    let interests = CodeInterests(of: CryptorCall.uses).union(CodeInterests(of: Self.libraries))

    private static let libraries: [CodeAPI] =
        [
            ("DES", ["DES_set_key", "DES_set_key_unchecked", "DES_ecb_encrypt", "DES_ncbc_encrypt", "EVP_des_cbc", "EVP_des_ecb"]),
            (
                "3DES",
                ["DES_ede3_cbc_encrypt", "DES_ecb3_encrypt", "EVP_des_ede3", "EVP_des_ede3_cbc", "EVP_des_ede3_ecb", "EVP_des_ede_cbc"]
            ),
            ("RC4", ["RC4", "RC4_set_key", "EVP_rc4", "EVP_rc4_40"]),
            ("RC2", ["RC2_set_key", "EVP_rc2_cbc", "EVP_rc2_ecb", "EVP_rc2_40_cbc"]),
            ("Blowfish", ["BF_set_key", "BF_cbc_encrypt", "BF_ecb_encrypt", "EVP_bf_cbc", "EVP_bf_ecb"]),
            ("CAST-128", ["CAST_set_key", "EVP_cast5_cbc", "EVP_cast5_ecb"]),
        ].map { name, symbols in CodeAPI(name, symbols.map { .symbol("_" + $0) }) } + [
            .swift("CryptoSwift Blowfish", "$s11CryptoSwift8BlowfishC"), .swift("CryptoSwift Rabbit", "$s11CryptoSwift6RabbitC"),
        ]

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var broken: [String: [Evidence]] = [:]
            var undecided = code.slices.contains(where: \.facts.isEncrypted) ? [] : CryptorCall.unlocated(in: code)
            for call in CryptorCall.all(in: code) {
                guard let algorithm = call.algorithm else {
                    undecided.append(call.evidence("the cipher is not a constant"))
                    continue
                }
                if let name = CryptorCall.brokenCipher(algorithm) { broken[name, default: []].append(call.evidence(name)) }
            }
            for library in Self.libraries {
                let places = code.places(of: library)
                if !places.isEmpty { broken[library.name, default: []] += places }
            }
            let findings = broken.sorted { $0.key < $1.key }.map { name, places in
                finding("The code encrypts or decrypts with \(name).", at: artifact, places.capped, confidence: .certain)
            }
            if findings.isEmpty, !undecided.isEmpty {
                return .manual(lookAt: "which cipher these calls are made with", evidence: undecided.capped)
            }
            return .findings(findings, orPassExamining: "cipher APIs in \(code.examined)")
        }
    }
}
