/// Cryptographic keys that stand in the code.
struct HardcodedKeyRule: Rule {
    let metadata = RuleMetadata(
        id: "crypto-hardcoded-key",
        title: "A cryptographic key in the code",
        area: .crypto,
        controls: ["MASVS-CRYPTO-2"],
        tests: ["MASTG-TEST-0213"],
        weaknesses: ["MASWE-0014"],
        cwe: [321, 798],
        severity: .high,
        rationale: """
            Everybody who has the app has the key, and it is the same on every device. What it encrypts is open, what it signs proves \
            nothing, and it cannot be changed without a new version of the app.
            """,
        fix: Fix(
            "Make the key on the device and keep it in the keychain or the Secure Enclave, or derive it from what the user knows.",
            api: "MerlonCrypto.KeySet"),
        examples: [
            .bad(
                "an RSA key as an array of bytes",
                .example(slice: {
                    $0.byteArrays.append([0x30, 0x82, 0x02, 0x5B, 0x02, 0x01, 0x00, 0x02, 0x81, 0x81] + filler(597), at: 0x1_0001_00C8)
                })),
            .bad(
                "an array of 32 bytes beside CryptoKit's key",
                .example(
                    references: [
                        CodeReference(.bytes, "", address: 0x1_0000_47B4, functionAddress: 0x1_0000_46DC, target: 0x1_0001_00C8),
                        CodeReference(
                            .call, "_$s9CryptoKit4P256O7SigningO10PrivateKeyV17rawRepresentationAGx_tKc10Foundation15ContiguousBytesRzlufC",
                            address: 0x1_0000_48D4, functionAddress: 0x1_0000_46DC),
                    ], slice: { $0.byteArrays.append(filler(32), at: 0x1_0001_00C8) })),
            .bad(
                "a text of 16 characters beside CCCrypt",
                .example(references: [
                    .example(.string, "9fKq27LmZx81TbWd", in: "encrypt(_:)", at: 0), .example(.call, "_CCCrypt", in: "encrypt(_:)", at: 20),
                ])),
            .bad("an address of constant data for the key", .example(references: [constantKey])),
            .bad("a key in PEM", .example(strings: [pem])),
            .good(
                "an array of bytes that no key API sees",
                .example(
                    references: [CodeReference(.bytes, "", address: 0x1_0000_47B4, functionAddress: 0x1_0000_46DC, target: 0x1_0001_00C8)],
                    slice: { $0.byteArrays.append(filler(32), at: 0x1_0001_00C8) })),
            .good(
                "the markers that every PEM reader has",
                .example(strings: ["-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"])),
            .good(
                "words beside CCCrypt",
                .example(references: [
                    .example(.string, "Decryption error", in: "decrypt(_:)", at: 0), .example(.call, "_CCCrypt", in: "decrypt(_:)", at: 20),
                ])),
            .good("no key", .example(imports: ["_SecKeyCreateRandomKey"])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    let interests = CodeInterests(of: Self.keyAPIs, stringsBeside: true).union(CodeInterests(of: SwiftBridging.uses))

    /// Calls that are given a key.
    private static let keyAPIs: [CodeUse] =
        CryptorCall.uses
        + ["_CCHmac", "_CCHmacInit", "_SecKeyCreateWithData", "_AES_set_encrypt_key", "_EVP_EncryptInit_ex", "_HMAC"].map(CodeUse.symbol)
        + [.symbols(startingWith: "_$s9CryptoKit12SymmetricKeyV4data"), .symbols(startingWith: "_$s11CryptoSwift3AESC3key")]
        + ["4P256O", "4P384O", "4P521O", "10Curve25519O"].flatMap { curve in
            ["7SigningO", "12KeyAgreementO"].flatMap { purpose in
                // Initialisers return the key; the properties of the same names are harmless.
                ["17rawRepresentation", "18x963Representation", "17derRepresentation", "17pemRepresentation"].map {
                    CodeUse.symbols(startingWith: "_$s9CryptoKit\(curve)\(purpose)10PrivateKeyV\($0)AG")
                }
            }
        }

    private static func filler(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 / 3 &* 31 &+ 90) } }
    private static var constantKey: CodeReference {
        var call = CodeReference.example(.call, "_CCCrypt", in: "encrypt(_:)", arguments: [0: 0, 1: 0, 2: 1, 4: 32])
        call.addressArguments = [3: 0x1_0000_9000]
        return call
    }
    private static var pem: String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let body = String(filler(320).map { alphabet[Int($0 & 63)] })
        return "-----BEGIN PRIVATE KEY-----\n\(body)\n-----END PRIVATE KEY-----\n"
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var certain: [Evidence] = []
            var likely: [Evidence] = []
            for slice in code.slices {
                certain += context.secrets.secrets(in: slice).filter { $0.match.reach == .privateKey }.map {
                    slice.evidence("\($0.match.name): \($0.match.masked)", address: $0.address)
                }
                let encoded = encodedKeys(in: slice)
                certain += encoded.evidence
                likely += rawKeys(in: slice, apartFrom: encoded.addresses)
            }
            var findings: [Finding] = []
            if !certain.isEmpty {
                findings.append(finding("A private key stands in the code.", at: artifact, certain.capped, confidence: .certain))
            }
            if !likely.isEmpty {
                let message = "Constant data is at hand where the code is given a key."
                findings.append(finding(message, at: artifact, likely.unique.capped))
            }
            return .findings(findings, orPassExamining: "strings, byte arrays and key APIs in \(code.examined)")
        }
    }

    /// Arrays that are private keys in DER, with the code that loads them.
    private func encodedKeys(in slice: CodeView.Slice) -> (evidence: [Evidence], addresses: Set<UInt64>) {
        var evidence: [Evidence] = []
        var addresses: Set<UInt64> = []
        let arrays = slice.facts.byteArrays
        for index in 0..<arrays.count {
            guard let encoding = PrivateKeyEncoding(Array(arrays.utf8(at: index).prefix(32)), size: arrays.length(at: index)) else {
                continue
            }
            addresses.insert(arrays.address(at: index))
            let detail = "\(encoding.rawValue) of \(arrays.length(at: index)) bytes"
            evidence.append(slice.evidence(detail, address: arrays.address(at: index)))
            evidence += slice.facts.references.filter { $0.kind == .bytes && $0.target == arrays.address(at: index) }
                .map { slice.evidence($0, "loads the \(detail)") }
        }
        return (evidence, addresses)
    }

    /// Constant data of a key's size in functions that hand a key to an API.
    private func rawKeys(in slice: CodeView.Slice, apartFrom known: Set<UInt64>) -> [Evidence] {
        var sizes: [UInt64: Int] = [:]
        for index in 0..<slice.facts.byteArrays.count where Self.isByteLike(slice.facts.byteArrays.utf8(at: index)) {
            sizes[slice.facts.byteArrays.address(at: index)] = slice.facts.byteArrays.length(at: index)
        }
        return slice.references(to: Self.keyAPIs).flatMap { call -> [Evidence] in
            if let register = Self.keyArguments[call.name], let address = call.addressArguments[register] {
                let place = "0x" + String(address, radix: 16)
                return [slice.evidence(call, "\(Self.shown(call)) is given the constant data at \(place) for its key")]
            }
            return slice.references(beside: call).compactMap { neighbour -> Evidence? in
                switch neighbour.kind {
                case .bytes:
                    guard let target = neighbour.target, !known.contains(target), let size = sizes[target], Self.keySizes.contains(size)
                    else { return nil }
                    return slice.evidence(neighbour, "loads a constant of \(size) bytes beside \(Self.shown(call))")
                case .string:
                    guard Self.readsAsKey(neighbour.name) else { return nil }
                    let shown = "\(neighbour.name.prefix(4))… (\(neighbour.name.utf8.count) characters)"
                    return slice.evidence(neighbour, "loads the text \(shown) beside \(Self.shown(call))")
                default: return nil
                }
            }
        }
    }

    /// The argument register with the address of the key.
    private static let keyArguments = [
        "_CCCrypt": 3, "_CCCryptorCreate": 3, "_CCCryptorCreateFromData": 3, "_CCCryptorCreateWithMode": 5, "_CCHmac": 1, "_CCHmacInit": 2,
        "_AES_set_encrypt_key": 0, "_HMAC": 1,
    ]

    /// Integers of more than a byte are mostly zeros; what is left of them is no array of bytes.
    private static func isByteLike(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.count { $0 == 0 } * 2 < bytes.count }

    private static func shown(_ call: CodeReference) -> String {
        let name = SwiftName.readable(call.name)
        return name.hasPrefix("_") ? String(name.dropFirst()) : name
    }

    private static let keySizes: Set<Int> = [16, 20, 24, 32, 48, 64, 65, 66, 97]

    /// A text as long as a key, or as a key in hexadecimal digits or Base64, that is no word, name or path.
    private static func readsAsKey(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard [16, 24, 32, 44, 48, 64].contains(bytes.count) else { return false }
        let digits = bytes.count(where: SecretShapes.isDigit)
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !".:,;()<>[]{}%\\\"'".utf8.contains($0) }) else { return false }
        guard Placeholder.entropy(of: bytes) >= 2.5 else { return false }
        // Names of errors and notifications are as long at times; keys without digits mostly say what they are.
        return digits >= 3 || SensitiveWords.first(in: text) != nil
    }
}
