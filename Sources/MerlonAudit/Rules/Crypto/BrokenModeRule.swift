/// Modes of operation that show patterns of what they encrypt.
struct BrokenModeRule: Rule {
    let metadata = RuleMetadata(
        id: "crypto-broken-mode",
        title: "A broken mode of a symmetric cipher",
        area: .crypto,
        controls: ["MASVS-CRYPTO-1"],
        tests: ["MASTG-TEST-0317"],
        weaknesses: ["MASWE-0020"],
        cwe: [327, 329],
        severity: .high,
        rationale: """
            Electronic code book encrypts equal blocks to equal blocks, so that the structure of the data shows. Cipher block chaining \
            with no initialisation vector takes zeros for it, and then equal beginnings of messages show.
            """,
        fix: Fix("Use AES-256-GCM with a fresh nonce for each message.", api: "MerlonCrypto.SealingKey"),
        examples: [
            .bad(
                "code book with padding",
                .example(references: [.example(.call, "_CCCrypt", in: "encrypt(_:)", arguments: [1: 0, 2: 3, 5: 0])])),
            .bad(
                "code book by mode", .example(references: [.example(.call, "_CCCryptorCreateWithMode", in: "f", arguments: [1: 1, 2: 0])])),
            .bad("code book of OpenSSL", .example(imports: ["_EVP_aes_256_ecb"])),
            .bad("chaining without a vector", .example(references: [.example(.call, "_CCCrypt", in: "f", arguments: [1: 0, 2: 1, 5: 0])])),
            .good("chaining with a vector", .example(references: [.example(.call, "_CCCrypt", in: "f", arguments: [1: 0, 2: 1])])),
            .good("no cipher", .example(imports: ["_CC_SHA256"])),
            .good("counter mode", .example(references: [.example(.call, "_CCCryptorCreateWithMode", in: "f", arguments: [1: 4, 2: 0])])),
            RuleExample("a mode decided at run time", expects: .manual, .example(references: [.example(.call, "_CCCrypt", in: "f")])),
            RuleExample("encrypted", expects: .notDecidable, .example(imports: ["_CCCrypt"], encrypted: true)),
        ])

    let interests = CodeInterests(of: CryptorCall.uses).union(CodeInterests(of: Self.libraries))

    private static let libraries: [CodeAPI] = [
        CodeAPI(
            "electronic code book",
            ["_EVP_aes_128_ecb", "_EVP_aes_192_ecb", "_EVP_aes_256_ecb", "_AES_ecb_encrypt", "_mbedtls_aes_crypt_ecb"].map(CodeUse.symbol)
                + [.symbols(startingWith: "_$s11CryptoSwift3ECBV")])
    ]

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var codebook = code.places(of: Self.libraries)
            var withoutVector: [Evidence] = []
            var undecided = code.slices.contains(where: \.facts.isEncrypted) ? [] : CryptorCall.unlocated(in: code)
            for call in CryptorCall.all(in: code) where call.algorithm != 4 {  // RC4 has no modes
                switch call.isCodebook {
                case nil: undecided.append(call.evidence("the mode is not a constant"))
                case true?: codebook.append(call.evidence("electronic code book"))
                case false?:
                    if call.isChaining == true, call.hasNoVector { withoutVector.append(call.evidence("chaining without a vector")) }
                }
            }
            var findings: [Finding] = []
            if !codebook.isEmpty {
                let message = "The code encrypts or decrypts in electronic code book mode."
                findings.append(finding(message, at: artifact, codebook.capped, confidence: .certain))
            }
            if !withoutVector.isEmpty {
                let message = "The code uses cipher block chaining with a vector of zeros."
                findings.append(finding(message, at: artifact, withoutVector.capped, severity: .medium))
            }
            if findings.isEmpty, !undecided.isEmpty {
                return .manual(lookAt: "which mode these calls are made with", evidence: undecided.capped)
            }
            return .findings(findings, orPassExamining: "cipher modes in \(code.examined)")
        }
    }
}
