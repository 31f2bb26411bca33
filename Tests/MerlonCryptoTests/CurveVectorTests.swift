@testable import MerlonCrypto
import MerlonCore
import TestSupport
import Testing

private struct AgreementGroup: WycheproofGroup {
    struct Case: WycheproofCase {
        let tcId: Int
        let comment: String
        let flags: [String]
        let result: String
        let `public`: HexBytes
        /// A scalar with or without leading zeros.
        let `private`: String
        let shared: HexBytes
    }
    let tests: [Case]
}

private struct SignatureGroup: WycheproofGroup {
    struct Case: WycheproofCase {
        let tcId: Int
        let comment: String
        let flags: [String]
        let result: String
        let msg, sig: HexBytes
    }
    let publicKeyDer: HexBytes
    let tests: [Case]
}

@Suite(.enabled(if: Vectors.areAvailable, "\(Vectors.need)")) struct CurveVectorTests {
    @Test func x25519() throws {
        let decisions: [String: Wycheproof<AgreementGroup>.Decision] = [
            "Twist": .accept(because: "RFC 7748 defines the function on the twist too, and the ladder leaks nothing there"),
            "SpecialPublicKey": .accept(because: "a point like any other, unless it gives zeros"),
            "SmallPublicKey": .accept(because: "a point like any other, unless it gives zeros"),
            "NonCanonicalPublic": .accept(because: "RFC 7748, 5: values up to 2^255 - 1 are reduced"),
            "EdgeCaseShared": .accept(because: "a secret like any other"),
            "EdgeCaseMultiplication": .accept(because: "a secret like any other"),
            "Ktv": .accept(because: "an example of the standard"),
            "LowOrderPublic": .refuse(because: "RFC 7748, 6.1: the secret says nothing of the private key"),
            "ZeroSharedSecret": .refuse(because: "RFC 7748, 6.1: the peer did not contribute"),
        ]
        try Wycheproof<AgreementGroup>.load("x25519").run("x25519", acceptable: decisions) { _, test in agrees(.x25519, test) }
        // The typed keys are stricter: one key has one encoding there.
        let strict = decisions.merging(["NonCanonicalPublic": .refuse(because: "one key has one encoding")]) { $1 }
        try Wycheproof<AgreementGroup>.load("x25519").run("x25519, typed", acceptable: strict) { _, test in
            typedAgrees(.x25519, test) { (bytes) throws(CryptoError) in try AgreementPublicKey(.x25519, bytes) }
        }
    }

    @Test func p256Agreement() throws {
        let decisions: [String: Wycheproof<AgreementGroup>.Decision] = [
            "CompressedPublic": .refuse(because: "one key has one encoding"),
            "CompressedPoint": .refuse(because: "one key has one encoding"),
        ]
        try Wycheproof<AgreementGroup>.load("ecdh_secp256r1_ecpoint").run("ecdh_secp256r1_ecpoint", acceptable: decisions) { _, test in
            agrees(.p256, test)
        }
        try Wycheproof<AgreementGroup>.load("ecdh_secp256r1_ecpoint").run("ecdh_secp256r1_ecpoint, typed", acceptable: decisions) {
            _, test in
            typedAgrees(.p256, test) { (bytes) throws(CryptoError) in try AgreementPublicKey(.p256, bytes) }
        }
    }

    /// Keys as `SubjectPublicKeyInfo`.
    @Test func p256AgreementOfEncodedKeys() throws {
        let oneForm = Wycheproof<AgreementGroup>.Decision.refuse(
            because: "a key is taken in its one distinguished form, with a named curve")
        let flags = [
            "CompressedPoint", "CompressedPublic", "InvalidAsn", "ModifiedCofactor", "ModifiedCurveParameter", "ModifiedGenerator",
            "NoCofactor", "UnnamedCurve", "UnusedParam", "WrongOrder",
        ]
        let decisions = Dictionary(uniqueKeysWithValues: flags.map { ($0, oneForm) })
        try Wycheproof<AgreementGroup>.load("ecdh_secp256r1").run("ecdh_secp256r1", acceptable: decisions) { _, test in
            typedAgrees(.p256, test) { (bytes) throws(CryptoError) in try AgreementPublicKey(subjectPublicKeyInfo: bytes) }
        }
    }

    @Test func ed25519() throws {
        try Wycheproof<SignatureGroup>.load("ed25519").run("ed25519") { group, test in verifies(group, test, .ed25519) }
    }

    @Test func ecdsa() throws {
        for (name, algorithm) in [("ecdsa_secp256r1_sha256", SignatureAlgorithm.ecdsaP256), ("ecdsa_secp384r1_sha384", .ecdsaP384)] {
            try Wycheproof<SignatureGroup>.load(name).run(name) { group, test in
                guard verifies(group, test, algorithm, .der) else { return false }
                // What the strict reader takes, the writer gives back: DER has one form.
                let raw = try? ECDSASignature.raw(fromDER: test.sig.bytes, componentByteCount: algorithm == .ecdsaP256 ? 32 : 48)
                return raw.map { ECDSASignature.der(fromRaw: $0) } == test.sig.bytes
            }
        }
        try Wycheproof<SignatureGroup>.load("ecdsa_secp256r1_sha256_p1363").run("ecdsa_secp256r1_sha256_p1363") { group, test in
            verifies(group, test, .ecdsaP256)
        }
    }

    @Test func rsa() throws {
        let files = [("rsa_signature_2048_sha256", SignatureAlgorithm.rsaPKCS1SHA256), ("rsa_pss_2048_sha256_mgf1_32", .rsaPSSSHA256)]
        for (name, algorithm) in files {
            try Wycheproof<SignatureGroup>.load(name).run(
                name, acceptable: ["MissingNull": .refuse(because: "RFC 8017, 9.2: the parameters of the hash are NULL, not absent")]
            ) { group, test in verifies(group, test, algorithm) }
        }
    }

    private func verifies(
        _ group: SignatureGroup, _ test: SignatureGroup.Case, _ algorithm: SignatureAlgorithm, _ encoding: SignatureEncoding = .raw
    ) -> Bool {
        do {
            let key = try VerifyingKey(subjectPublicKeyInfo: group.publicKeyDer.bytes, algorithm: algorithm)
            try key.verifyWithoutContext(test.sig.bytes, of: test.msg.bytes, encoding: encoding)
            return true
        } catch { return false }
    }

    /// The same through the typed keys, which check the peer's when it is read.
    private func typedAgrees(
        _ curve: AgreementCurve, _ test: AgreementGroup.Case, _ read: ([UInt8]) throws(CryptoError) -> AgreementPublicKey
    ) -> Bool {
        do {
            let padded = String(repeating: "0", count: 96) + test.private
            let key = try AgreementPrivateKey(curve, material: Hex.decodeSecret(String(padded.suffix(64))))
            return try key.rawSecret(with: read(test.public.bytes)) == SecretBytes(copying: test.shared.bytes)
        } catch { return false }
    }

    private func agrees(_ curve: AgreementCurve, _ test: AgreementGroup.Case) -> Bool {
        // The file writes scalars as signed numbers: with a leading zero, or short.
        let padded = String(repeating: "0", count: 96) + test.private
        guard let key = try? Hex.decodeSecret(String(padded.suffix(64))) else { return false }
        return (try? Backend.sharedSecret(curve, privateKey: key, peer: test.public.bytes))
            == (try? SecretBytes(copying: test.shared.bytes))
    }
}

@Suite struct CurveTests {
    /// RFC 8032, 7.1, tests 1 and 2; RFC 7748, 6.1.
    @Test func standardExamples() throws {
        let seed = try Hex.decodeSecret("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
        #expect(
            Hex.encode(try Backend.publicKey(of: seed, SignatureScheme.ed25519))
                == "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
        #expect(
            Hex.encode(try sign([0x72], seed, .ed25519))
                == "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        )
        let alice = try Hex.decodeSecret("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
        let bob = try Hex.decode("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
        #expect(
            Hex.encode(try Backend.publicKey(of: alice, AgreementCurve.x25519))
                == "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
        #expect(
            try Backend.sharedSecret(.x25519, privateKey: alice, peer: bob)
                == Hex.decodeSecret("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"))
    }

    @Test func signaturesVerifyAndNothingElseDoes() throws {
        for scheme in SignatureScheme.allCases {
            let privateKey = try SystemEntropy().secret(count: scheme.privateKeyByteCount)
            let key = try Backend.VerifyingKey(scheme, Backend.publicKey(of: privateKey, scheme))
            let message = Array("message".utf8)
            let signature = try sign(message, privateKey, scheme)
            #expect(signature.count == scheme.signatureByteCount)
            func accepted(_ signature: [UInt8], _ message: [UInt8]) -> Bool {
                unsafe message.withBytes { unsafe key.accepts(signature: signature, of: $0) }
            }
            #expect(accepted(signature, message))
            #expect(
                !accepted(signature, message + [0]) && !accepted(Array(signature.dropLast()), message)
                    && !accepted(signature + [0], message))
            var accepts = 0
            for bit in 0..<8 * signature.count {
                var changed = signature
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                if accepted(changed, message) { accepts += 1 }
            }
            #expect(accepts == 0)
        }
    }

    @Test func badKeysAreRefused() throws {
        let order = try Hex.decode("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        for bytes in [[UInt8](repeating: 0, count: 32), order, [UInt8](repeating: 0xFF, count: 32), [1], []] {
            let key = try SecretBytes(copying: bytes)
            #expect(throws: CryptoError(.invalidKey, "")) { try Backend.publicKey(of: key, AgreementCurve.p256) }
            #expect(throws: CryptoError(.invalidKey, "")) { try sign([], key, .ecdsaP256) }
        }
        let good = try SystemEntropy().secret(count: 32)
        var point = try Backend.publicKey(of: good, AgreementCurve.p256)
        #expect(try Backend.sharedSecret(.p256, privateKey: good, peer: point).count == 32)
        point[64] ^= 1
        for peer in [
            point, Array(point.dropLast()), [UInt8](repeating: 0, count: 65), [4] + [UInt8](repeating: 0, count: 64), [2] + point[1...32],
        ] {
            #expect(throws: CryptoError(.invalidKey, "")) { try Backend.sharedSecret(.p256, privateKey: good, peer: peer) }
            #expect(throws: CryptoError(.invalidKey, "")) { try Backend.VerifyingKey(.ecdsaP256, peer) }
        }
        for low in ["00", "01", "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"] {
            let peer = try Hex.decode(low + String(repeating: "0", count: 64 - low.count))
            #expect(throws: CryptoError(.invalidKey, "")) { try Backend.sharedSecret(.x25519, privateKey: good, peer: peer) }
        }
    }

    private func sign(_ message: [UInt8], _ key: SecretBytes, _ scheme: SignatureScheme) throws -> [UInt8] {
        unsafe try message.withBytes { (message) throws(CryptoError) in unsafe try Backend.sign(message, with: key, scheme) }
    }
}
