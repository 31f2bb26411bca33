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
            let findings = Self.generators.compactMap { api -> Finding? in
                let places = code.slices.flatMap { slice in slice.places(of: api.uses) { "uses \($0.name)" } }
                return places.isEmpty ? nil : finding("The code takes numbers from \(api.name).", at: artifact, places.capped)
            }
            return .findings(findings, orPassExamining: "random number APIs in \(code.examined)")
        }
    }
}
