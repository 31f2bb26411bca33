/// Keys that are short enough to be searched or factored.
struct KeySizeRule: Rule {
    let metadata = RuleMetadata(
        id: "crypto-key-size",
        title: "A key that is too short",
        area: .crypto,
        controls: ["MASVS-CRYPTO-1", "MASVS-CRYPTO-2"],
        tests: ["MASTG-TEST-0209"],
        weaknesses: ["MASWE-0009"],
        cwe: [326],
        severity: .high,
        rationale: """
            An RSA key of 1024 bits is within reach of those who can pay for it, and an elliptic curve of less than 224 bits or a symmetric \
            key of less than 112 likewise; NIST SP 800-57 asks for 2048, 224 and 112 bits at least, and for 128 symmetric bits beyond 2030.
            """,
        fix: Fix(
            "Use RSA keys of 3072 bits, curves from P-256 up, and symmetric keys of 128 bits or more.", api: "MerlonCrypto.SigningKey"),
        examples: [
            .bad("RSA of 1024 bits", .example(references: sized(1024, type: "_kSecAttrKeyTypeRSA"))),
            .bad(
                "RSA of 1024 bits, boxed in Objective-C",
                .example(references: [
                    .example(.selector, "numberWithInt:", in: "-[Keys make]", at: 0, arguments: [2: 1024]),
                    .example(.data, "_kSecAttrKeySizeInBits", in: "-[Keys make]", at: 16),
                ])),
            .bad("a curve of 192 bits", .example(references: sized(192, type: "_kSecAttrKeyTypeECSECPrimeRandom"))),
            .bad(
                "RSA of 512 bits by OpenSSL", .example(references: [.example(.call, "_RSA_generate_key_ex", in: "f", arguments: [1: 512])])),
            .bad("a symmetric key of 64 bits", .example(references: [.example(.call, "_CCCrypt", in: "f", arguments: [1: 4, 4: 8])])),
            .bad(
                "CryptoKit, 64 bits",
                .example(references: [.example(.call, "_$s9CryptoKit16SymmetricKeySizeV8bitCountACSi_tcfC", in: "f", arguments: [0: 64])])),
            .good("RSA of 2048 bits", .example(references: sized(2048, type: "_kSecAttrKeyTypeRSA"))),
            .good("a curve of 256 bits", .example(references: sized(256, type: "_kSecAttrKeyTypeECSECPrimeRandom"))),
            .good("AES with 256 bits", .example(references: [.example(.call, "_CCCrypt", in: "f", arguments: [1: 0, 4: 32])])),
            .good("no key is made", .example(imports: ["_CC_SHA256"])),
            RuleExample(
                "a size decided at run time", expects: .manual,
                .example(references: [.example(.data, "_kSecAttrKeySizeInBits", in: "-[Keys make:]")])),
            RuleExample("encrypted", expects: .notDecidable, .example(imports: ["_kSecAttrKeySizeInBits"], encrypted: true)),
        ])

    let interests = CodeInterests(
        of: [Self.sizeAttribute] + Self.curves + Self.rsa + Self.boxing + CryptorCall.uses + Self.sizes.keys.map(\.self))

    private static let sizeAttribute = CodeUse.symbol("_kSecAttrKeySizeInBits")
    private static let rsa: [CodeUse] = [.symbol("_kSecAttrKeyTypeRSA")]
    private static let curves: [CodeUse] = [
        "_kSecAttrKeyTypeECSECPrimeRandom", "_kSecAttrKeyTypeEC", "_kSecAttrKeyTypeECDSA",
    ].map(CodeUse.symbol)
    /// How Objective-C makes a number for a dictionary.
    private static let boxing: [CodeUse] = [
        "numberWithInt:", "numberWithInteger:", "numberWithUnsignedInteger:", "numberWithUnsignedInt:", "numberWithLong:",
    ].map(CodeUse.selector)
    /// Calls with a key size in bits as an argument: its register, and the least size.
    private static let sizes: [CodeUse: (register: Int, least: UInt64)] = [
        .symbol("_RSA_generate_key_ex"): (1, 2048), .symbol("_RSA_generate_key"): (0, 2048),
        .symbol("_EVP_PKEY_CTX_set_rsa_keygen_bits"): (1, 2048), .symbol("_CCRSACryptorGeneratePair"): (0, 2048),
        .symbol("_$s9CryptoKit16SymmetricKeySizeV8bitCountACSi_tcfC"): (0, 112),
    ]

    private static func sized(_ bits: UInt64, type: String) -> [CodeReference] {
        var size = CodeReference.example(.data, "_kSecAttrKeySizeInBits", in: "make()", at: 8)
        size.followingConstants = [bits]
        return [.example(.data, type, in: "make()"), size]
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var short: [Evidence] = []
            var undecided: [Evidence] = []
            for slice in code.slices { judgeAttributes(in: slice, &short, &undecided) }
            for call in CryptorCall.all(in: code) {
                // DES is of 8 bytes by its nature, and another rule's matter.
                guard let length = call.keyLength, length > 0, length < 14, call.algorithm != 1 else { continue }
                short.append(call.evidence("a key of \(length * 8) bits"))
            }
            for slice in code.slices {
                for (use, argument) in Self.sizes {
                    for reference in slice.references(to: [use]) {
                        guard let bits = reference.constantArguments[argument.register], bits > 0, bits < argument.least else { continue }
                        short.append(slice.evidence(reference, "a key of \(bits) bits; \(argument.least) are the least"))
                    }
                }
            }
            if !short.isEmpty { return .findings([finding("The code makes or uses keys that are too short.", at: artifact, short.capped)]) }
            if !undecided.isEmpty { return .manual(lookAt: "the key size that is set here", evidence: undecided.capped) }
            return .pass(examined: "key sizes in \(code.examined)")
        }
    }

    private func judgeAttributes(in slice: CodeView.Slice, _ short: inout [Evidence], _ undecided: inout [Evidence]) {
        let places = slice.references(to: [Self.sizeAttribute])
        if places.isEmpty, slice.uses([Self.sizeAttribute]), !slice.facts.isEncrypted {
            undecided.append(slice.evidence("sets a key size", symbol: "kSecAttrKeySizeInBits"))
        }
        for place in places {
            let boxed = slice.references(beside: place).filter { neighbour in Self.boxing.contains { $0.matches(neighbour) } }
                .compactMap { $0.constantArguments[2] }
            // The first number after the key that can be a key size at all is its value; other numbers are counts and type marks.
            let plausible = { (bits: UInt64) in bits >= 112 && bits <= 16384 && bits % 8 == 0 }
            guard let bits = place.followingConstants.first(where: plausible) ?? boxed.first(where: plausible) else {
                undecided.append(slice.evidence(place, "sets a key size that is not a constant"))
                continue
            }
            let isCurve = slice.uses(Self.curves, beside: place)
            let isRSA = slice.uses(Self.rsa, beside: place)
            let isShort =
                switch (isRSA, isCurve) {
                case (true, false): bits < 2048
                case (false, true): bits < 224
                // Both types in one function: only what is short for either is surely short.
                case (true, true): bits < 224 || bits >= 522 && bits < 2048
                // The type is set elsewhere: a size from 512 up can only be RSA's, a smaller one may be AES's.
                case (false, false): bits >= 512 && bits != 521 && bits < 2048
                }
            if isShort {
                short.append(slice.evidence(place, "a key of \(bits) bits"))
            }
        }
    }
}
