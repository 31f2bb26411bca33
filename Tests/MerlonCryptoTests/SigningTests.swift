import Foundation
import MerlonCore
import TestSupport
import Testing

@testable import MerlonCrypto

@Suite struct SigningTests {
    private static let message = Array("message".utf8)

    /// RFC 8032, 7.1, test 3.
    @Test func standardExample() throws {
        let seed = try Hex.decodeSecret("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7")
        let key = try SoftwareSigningKey(rawRepresentation: seed, algorithm: .ed25519)
        let signature = try Hex.decode(
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        )
        #expect(
            key.verifyingKey.rawRepresentation.map { Hex.encode($0) }
                == "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025")
        #expect(try key.signWithoutContext([0xAF, 0x82]) == signature)
        #expect(throws: Never.self) { try key.verifyingKey.verifyWithoutContext(signature, of: [0xAF, 0x82]) }
    }

    @Test(arguments: [SignatureAlgorithm.ed25519, .ecdsaP256, .ecdsaP384])
    func oneContextProvesNothingForAnother(_ algorithm: SignatureAlgorithm) throws {
        let key = try SoftwareSigningKey.generate(algorithm)
        let signature = try key.sign(Self.message, context: "order")
        #expect(throws: Never.self) { try key.verifyingKey.verify(signature, of: Self.message, context: "order") }
        let bare = try key.signWithoutContext(Self.message)
        let wrong: [(String, [UInt8], [UInt8], SigningContext?)] = [
            ("another context", signature, Self.message, "orders"), ("one part more", signature, Self.message, SigningContext("order", "")),
            ("another message", signature, Self.message + [0], "order"), ("no context", signature, Self.message, nil),
            ("none when signed", bare, Self.message, "order"), ("no signature", [], Self.message, "order"),
            ("a long one", [UInt8](repeating: 1, count: 2000), Self.message, "order"),
            ("another key", try SoftwareSigningKey.generate(algorithm).sign(Self.message, context: "order"), Self.message, "order"),
        ]
        for (name, signature, message, context) in wrong {
            #expect(throws: CryptoError.authenticationFailed, "\(name)") {
                if let context {
                    try key.verifyingKey.verify(signature, of: message, context: context)
                } else {
                    try key.verifyingKey.verifyWithoutContext(signature, of: message)
                }
            }
        }
        // Who chooses bare messages gets no signature with a context, and cannot pass one off as a bare message's.
        let disguised = SigningContext("order").signedBytes(Self.message)
        #expect(throws: CryptoError(.invalidArgument, "")) { try key.signWithoutContext(disguised) }
        #expect(throws: CryptoError(.invalidArgument, "")) { try key.verifyingKey.verifyWithoutContext(signature, of: disguised) }
    }

    @Test func derAndRawAreTwoFormsOfOneSignature() throws {
        for algorithm in [SignatureAlgorithm.ecdsaP256, .ecdsaP384] {
            let key = try SoftwareSigningKey.generate(algorithm)
            let der = try key.sign(Self.message, context: "order", encoding: .der)
            let raw = try ECDSASignature.raw(fromDER: der, componentByteCount: algorithm == .ecdsaP256 ? 32 : 48)
            #expect(throws: Never.self) {
                try key.verifyingKey.verify(der, of: Self.message, context: "order", encoding: .der)
                try key.verifyingKey.verify(raw, of: Self.message, context: "order")
            }
            #expect(throws: CryptoError.authenticationFailed) { try key.verifyingKey.verify(der, of: Self.message, context: "order") }
            // A byte behind the sequence, a length in a longer form than needed, a number with a leading zero.
            let long = [0x30, 0x81] + der.dropFirst()
            let padded = [0x30, der[1] + 1, 0x02, der[3] + 1, 0] + der.dropFirst(4)
            for wrong in [der + [0], long, padded, Array(raw), []] {
                #expect(throws: CryptoError.authenticationFailed) {
                    try key.verifyingKey.verify(wrong, of: Self.message, context: "order", encoding: .der)
                }
            }
        }
        let key = try SoftwareSigningKey.generate(.ed25519)
        #expect(throws: CryptoError(.invalidArgument, "")) { try key.sign(Self.message, context: "order", encoding: .der) }
    }

    @Test func keysOfAnotherKindAreRefused() throws {
        for algorithm in [SignatureAlgorithm.ed25519, .ecdsaP256, .ecdsaP384] {
            let key = try SoftwareSigningKey.generate(algorithm)
            let info = key.verifyingKey.subjectPublicKeyInfo
            let pkcs8 = try key.pkcs8()
            for other in SignatureAlgorithm.allCases where other != algorithm {
                #expect(throws: CryptoError(.invalidKey, "")) { try VerifyingKey(subjectPublicKeyInfo: info, algorithm: other) }
                #expect(throws: CryptoError(.invalidKey, "")) { try SoftwareSigningKey(pkcs8: pkcs8, algorithm: other) }
            }
            var failures = 0
            let bytes = unsafe pkcs8.withUnsafeBytes { unsafe Array($0) }
            for count in 0..<bytes.count {
                let cut = try SecretBytes(copying: bytes[..<count])
                if (try? SoftwareSigningKey(pkcs8: cut, algorithm: algorithm)) != nil { failures += 1 }
                if count < info.count, (try? VerifyingKey(subjectPublicKeyInfo: info[..<count], algorithm: algorithm)) != nil {
                    failures += 1
                }
            }
            for wrong in [bytes + [0], Array(bytes.dropLast()) + [bytes[bytes.count - 1] ^ 1]] {
                // Ed25519's file ends with the seed: another seed is another key.
                if algorithm == .ed25519, wrong.count == bytes.count { continue }
                if (try? SoftwareSigningKey(pkcs8: SecretBytes(copying: wrong), algorithm: algorithm)) != nil { failures += 1 }
            }
            #expect(failures == 0)
            #expect(try SoftwareSigningKey(pkcs8: pkcs8, algorithm: algorithm).verifyingKey == key.verifyingKey)
        }
        #expect(throws: CryptoError(.unsupported, "")) { try SoftwareSigningKey.generate(.rsaPSSSHA256) }
        // A modulus that is too short, exponents of 1 and of an even number, none at all.
        let modulus = [UInt8](repeating: 0xFF, count: 256)
        let numbers: [([UInt8], [UInt8])] = [
            (Array(modulus.prefix(255)), [1, 0, 1]), (modulus, [1]), (modulus, [2]), (modulus, []), ([], [3]), (modulus, [0]),
            ([UInt8](repeating: 0xFF, count: 2000), [1, 0, 1]),
        ]
        for (modulus, exponent) in numbers {
            #expect(throws: CryptoError(.invalidKey, "")) {
                try VerifyingKey(rsaModulus: modulus, exponent: exponent, algorithm: .rsaPKCS1SHA256)
            }
        }
    }

    @Test func privateKeysPrintNothing() throws {
        let key = try SoftwareSigningKey.generate(.ecdsaP256)
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key) \(dumped)" == "ecdsaP256 private key - ecdsaP256 private key\n")
        #expect(key.attributes == .software && !key.attributes.isHardwareHeld)
    }
}

/// Files and signatures exchanged with the `openssl` command.
@Suite(.enabled(if: Executable("openssl").isInstalled, "needs the openssl command: Scripts/setup --tests"))
struct SigningExchangeTests {
    private static let openssl = Executable("openssl")

    @Test(arguments: SignatureAlgorithm.allCases) func withOpenSSL(_ algorithm: SignatureAlgorithm) async throws {
        let options =
            switch algorithm {
            case .ed25519: ["-algorithm", "ED25519"]
            case .ecdsaP256: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
            case .ecdsaP384: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"]
            default: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
            }
        try await withTemporaryFolder { folder in
            func run(_ arguments: [String]) throws -> String {
                let run = try Self.openssl.run(arguments, in: folder)
                return run.status == 0 ? run.output : "failed: \(run.errors)"
            }
            func text(_ name: String) throws -> String {
                String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
            }
            #expect(try run(["genpkey"] + options + ["-out", "key.pem"]) == "")
            #expect(try run(["pkey", "-in", "key.pem", "-pubout", "-out", "public.pem"]) == "")
            let key = try SoftwareSigningKey(pkcs8PEM: try text("key.pem"), algorithm: algorithm)
            let pem = try text("public.pem")
            #expect(key.verifyingKey.pem == pem)
            #expect(try VerifyingKey(pem: pem, algorithm: algorithm) == key.verifyingKey)
            if let numbers = key.verifyingKey.rsaComponents {
                let built = try VerifyingKey(rsaModulus: numbers.modulus, exponent: numbers.exponent, algorithm: algorithm)
                #expect(built == key.verifyingKey)
            }
            // The exported key is the one that was imported, to the byte.
            let exported = try key.pkcs8()
            try unsafe exported.withUnsafeBytes { try unsafe Data($0).write(to: folder.appendingPathComponent("own.der")) }
            #expect(try run(["pkey", "-inform", "DER", "-in", "own.der", "-pubout"]) == pem)
            // Their signature verifies here, ours verifies there.
            let message = Array("a message".utf8)
            let encoding: SignatureEncoding = algorithm == .ecdsaP256 || algorithm == .ecdsaP384 ? .der : .raw
            try Data(message).write(to: folder.appendingPathComponent("message"))
            let tool: (sign: [String], verify: [String]) =
                algorithm == .ed25519
                ? (
                    ["pkeyutl", "-sign", "-rawin", "-inkey", "key.pem", "-in", "message", "-out", "theirs"],
                    ["pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", "public.pem", "-in", "message", "-sigfile", "ours"]
                )
                : (
                    ["dgst"] + Self.digest(algorithm) + ["-sign", "key.pem", "-out", "theirs", "message"],
                    ["dgst"] + Self.digest(algorithm) + ["-verify", "public.pem", "-signature", "ours", "message"]
                )
            #expect(try run(tool.sign) == "")
            let theirs = Array(try Data(contentsOf: folder.appendingPathComponent("theirs")))
            #expect(throws: Never.self) { try key.verifyingKey.verifyWithoutContext(theirs, of: message, encoding: encoding) }
            #expect(throws: CryptoError.authenticationFailed) {
                try key.verifyingKey.verifyWithoutContext(theirs, of: message + [0], encoding: encoding)
            }
            try Data(try key.signWithoutContext(message, encoding: encoding)).write(to: folder.appendingPathComponent("ours"))
            #expect(["Verified OK\n", "Signature Verified Successfully\n"].contains(try run(tool.verify)))
        }
    }

    private static func digest(_ algorithm: SignatureAlgorithm) -> [String] {
        guard let rsa = algorithm.rsa else { return algorithm == .ecdsaP384 ? ["-sha384"] : ["-sha256"] }
        let padding = rsa.padding == .pss ? ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:digest"] : []
        return ["-sha\(8 * rsa.hash.byteCount)"] + padding
    }

    @Test func foreignPrivateKeysAreRefused() async throws {
        let cases: [(String, [String], SignatureAlgorithm)] = [
            ("RSA of 1024 bits", ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"], .rsaPSSSHA256),
            ("exponent 3 is odd and above 1: allowed", ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_pubexp:3"], .rsaPSSSHA256),
            ("another curve", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"], .ecdsaP256),
            ("X25519", ["-algorithm", "X25519"], .ed25519),
            ("encrypted", ["-algorithm", "ED25519", "-aes256", "-pass", "pass:x"], .ed25519),
        ]
        for (name, options, algorithm) in cases {
            let made = try Self.openssl.run(["genpkey"] + options)
            let key = try? SoftwareSigningKey(pkcs8PEM: made.output, algorithm: algorithm)
            #expect(made.status == 0 && (key != nil) == name.hasSuffix("allowed"), "\(name): \(made.errors)")
        }
    }
}
