import MerlonCore

/// Whether the app can tell that its stored data was changed.
struct StorageIntegrityRule: Rule {
    let metadata = RuleMetadata(
        id: "resilience-storage-integrity",
        title: "No integrity check of stored data",
        area: .resilience,
        controls: ["MASVS-RESILIENCE-2"],
        tests: ["MASTG-TEST-0387"],
        weaknesses: ["MASWE-0105"],
        cwe: [345, 353],
        severity: .low,
        scope: .root,
        rationale: """
            On a jailbroken device, and by a changed backup, what the app stored can be edited: a score, a licence, a flag that says \
            verified. A MAC or an authenticated cipher under a key of the keychain shows it.
            """,
        fix: Fix("Seal what matters with an authenticated cipher when it is stored.", api: "MerlonVault.ProtectedFile"),
        examples: [
            .bad(
                "files are written, and nothing is authenticated",
                .example(imports: ["_CC_SHA256"], selectors: ["writeToURL:options:error:"])),
            .good(
                "what is written is sealed in the same place",
                .example(references: [
                    .example(.call, "_$s9CryptoKit3AESO3GCMO4sealySAE9SealedBoxVx", in: "save(_:)", at: 4),
                    .example(.selector, "writeToURL:options:error:", in: "save(_:)", at: 20),
                ])),
            RuleExample("an HMAC", expects: .manual, .example(references: [.example(.call, "_CCHmac", in: "seal(_:)", arguments: [0: 2])])),
            RuleExample("an authenticated cipher", expects: .manual, .example(imports: ["_$s9CryptoKit3AESO3GCMO4sealySAE9SealedBoxVx"])),
            RuleExample("nothing is stored", expects: .notApplicable, .example(imports: ["_CC_SHA256"])),
            RuleExample("a lone binary", expects: .notDecidable, .example(.binary, plist: nil, selectors: ["writeToURL:options:error:"])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    private static let authentication: [CodeAPI] = [
        CodeAPI("HMAC", [.symbol("_CCHmac"), .symbol("_CCHmacInit"), .symbols(startingWith: "_$s9CryptoKit4HMACV"), .symbol("_HMAC")]),
        .swift("AES-GCM", "$s9CryptoKit3AESO3GCMO"), .swift("ChaCha20-Poly1305", "$s9CryptoKit9ChaChaPolyO"),
        CodeAPI("signature verification", [.symbol("_SecKeyVerifySignature"), .symbol("_SecKeyRawVerify")]),
        .swift("signature verification", "$s9CryptoKit4P256O7SigningO9PublicKeyV16isValidSignature"),
        .swift("signature verification", "$s9CryptoKit10Curve25519O7SigningO9PublicKeyV16isValidSignature"),
    ]
    private static let storing: [CodeUse] =
        FileWriting.writes.uses + [.objectiveCClass("NSUserDefaults"), .objectiveCClass("NSKeyedArchiver"), .symbol("_sqlite3_open_v2")]
    private static let defence = Defence(subject: "integrity check of what it stores")

    let interests = CodeInterests(of: Self.authentication).union(CodeInterests(of: Self.storing))

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context, withChildren: true) { code in
            let sealed = code.slices.flatMap { slice in
                slice.references(to: Self.authentication.flatMap(\.uses)).filter { slice.uses(Self.storing, beside: $0) }
                    .map { slice.evidence($0, "authenticates beside storing") }
            }
            if !sealed.isEmpty { return .pass(examined: sealed.summary) }
            let places = code.places(of: Self.authentication)
            if !places.isEmpty { return .manual(lookAt: "whether these protect what the app stores", evidence: places.capped) }
            guard code.uses(Self.storing) else { return .notApplicable(because: "it is not seen to store anything") }
            guard !code.slices.contains(where: \.facts.isEncrypted) else { return .pass(examined: code.examined) }
            return Self.defence.absence(in: artifact, code) { finding($0, at: artifact, $1) }
        }
    }
}
