/// Random numbers that can be foretold.
struct InsecureRandomRule: Rule {
    let metadata = RuleMetadata(
        id: "crypto-insecure-random",
        title: "A predictable random number generator",
        area: .crypto,
        controls: ["MASVS-CRYPTO-1"],
        tests: ["MASTG-TEST-0311"],
        weaknesses: ["MASWE-0027"],
        cwe: [338, 330],
        severity: .medium,
        rationale: """
            rand, random, drand48 and the generators of GameplayKit compute their numbers from a small seed, often the time. Whoever sees a \
            few of them, or guesses the seed, knows the rest: tokens, keys and nonces must not come from there.
            """,
        fix: Fix(
            "Use SecRandomCopyBytes, CryptoKit's keys, or Swift's SystemRandomNumberGenerator.", api: "MerlonCore.Entropy"),
        examples: [
            .bad(
                "rand, seeded",
                .example(references: [.example(.call, "_srand", in: "init", at: 0), .example(.call, "_rand", in: "token()", at: 4)])),
            .bad("drand48", .example(imports: ["_drand48"])),
            .bad(
                "a generator for games",
                .example(references: [.example(.data, "_OBJC_CLASS_$_GKMersenneTwisterRandomSource", in: "token()")])),
            .good(
                "the system's generators",
                .example(imports: ["_SecRandomCopyBytes", "_arc4random", "_arc4random_uniform", "_arc4random_buf"])),
            .good("Swift's generator", .example(imports: ["_$ss27SystemRandomNumberGeneratorVABycfC", "_CCRandomGenerateBytes"])),
            .good("a string that says random", .example(strings: ["rand", "drand48"])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    let interests = CodeInterests(of: Self.generators)

    private static let generators: [CodeAPI] =
        [
            ("rand", ["rand", "rand_r", "srand"]), ("random", ["random", "srandom", "initstate", "setstate"]),
            ("drand48", ["drand48", "erand48", "lrand48", "nrand48", "mrand48", "jrand48", "srand48", "seed48", "lcong48"]),
        ].map { name, symbols in CodeAPI(name, symbols.map { .symbol("_" + $0) }) } + [
            CodeAPI(
                "GameplayKit's generators",
                [
                    "GKRandomSource", "GKMersenneTwisterRandomSource", "GKLinearCongruentialRandomSource", "GKARC4RandomSource",
                    "GKRandomDistribution", "GKShuffledDistribution", "GKGaussianDistribution",
                ].map(CodeUse.objectiveCClass))
        ]

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            let findings = Self.generators.flatMap { api -> [Finding] in
                var likely: [Evidence] = []
                var harmless: [Evidence] = []
                for slice in code.slices {
                    let places = slice.places(of: api.uses) { "uses \($0.name)" }
                    // Libraries for images, sounds and games have a use for such numbers; what an app itself draws is often a token.
                    let isLibrary = slice.facts.fileType != .executable
                    harmless += places.filter { isLibrary && !Self.speaksOfSecrets($0) }
                    likely += places.filter { !isLibrary || Self.speaksOfSecrets($0) }
                }
                let message = "The code takes numbers from \(api.name)."
                var found: [Finding] = []
                if !likely.isEmpty { found.append(finding(message, at: artifact, likely.capped)) }
                if !harmless.isEmpty {
                    found.append(finding(message, at: artifact, harmless.capped, confidence: .tentative, severity: .low))
                }
                return found
            }
            return .findings(findings, orPassExamining: "random number APIs in \(code.examined)")
        }
    }

    /// Whether the function's name tells that the number is to be secret.
    private static func speaksOfSecrets(_ evidence: Evidence) -> Bool {
        guard let name = evidence.symbol?.lowercased() else { return false }
        return ["token", "password", "secret", "nonce", "salt", "session", "crypt", "otp", "keygen", "generatekey", "uuid"].contains {
            name.contains($0)
        }
    }
}
