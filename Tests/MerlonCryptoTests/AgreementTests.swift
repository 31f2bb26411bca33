import MerlonCore
@testable import MerlonCrypto
import TestSupport
import Testing

@Suite struct AgreementTests {
    @Test(arguments: AgreementCurve.allCases) func bothPartiesGetOneKeyAndNobodyElse(curve: AgreementCurve) throws {
        let keys = try (0..<3).map { _ in try AgreementPrivateKey.generate(curve) }
        let agreed = try keys[0].agree(with: keys[1].publicKey, context: "c").secret("s")
        #expect(try keys[1].agree(with: keys[0].publicKey, context: "c").secret("s") == agreed)
        #expect(try keys[1].agree(with: keys[0].publicKey, context: "d").secret("s") != agreed)
        #expect(try keys[0].agree(with: keys[2].publicKey, context: "c").secret("s") != agreed)
        #expect(throws: CryptoError(.invalidKey, "")) { try keys[0].agree(with: keys[0].publicKey, context: "c") }
        let other = try AgreementPrivateKey.generate(curve == .p256 ? .x25519 : .p256)
        #expect(throws: CryptoError(.invalidKey, "")) { try keys[0].agree(with: other.publicKey, context: "c") }
    }

    /// The raw secret is no part of the API: the key is what an independent HKDF makes of RFC 7748's example (6.1).
    @Test(.enabled(if: Executable("python3").isInstalled, "needs python3, which Scripts/setup --tests installs"))
    func theKeyBindsBothPublicKeysAndTheContext() throws {
        let program = """
            import hashlib, hmac
            def mac(k, *m): return hmac.new(k, b"".join(m), hashlib.sha256).digest()
            def parts(*p): return b"".join(len(x).to_bytes(4, "big") + x for x in p)
            def hkdf(salt, ikm, info): return mac(mac(salt, ikm), info, b"\\x01")
            a = bytes.fromhex("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
            b = bytes.fromhex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
            z = bytes.fromhex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
            key = hkdf(b"merlon.agree.1", z, parts(b"X25519", a, b, parts(b"purpose", b"detail")))
            print(hkdf(b"merlon.derive.1", key, parts(b"label", b"")).hex())
            """
        let alice = try AgreementPrivateKey(
            .x25519, material: Hex.decodeSecret("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"))
        let bob = try AgreementPublicKey(.x25519, Hex.decode("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"))
        let key = try alice.agree(with: bob, context: SealingContext("purpose", "detail")).secret("label")
        let run = try Executable("python3").run(["-c", program])
        let theirs = try Hex.decodeSecret(String(run.output.dropLast()))
        #expect(run.status == 0 && key == theirs, "\(run.errors)")
    }

    /// RFC 7748, 5.2: the iterated test, 1 and 1,000 times.
    @Test func iteratedX25519() throws {
        var scalar = try Hex.decode("09" + String(repeating: "00", count: 31))
        var point = scalar
        var results: [Int: String] = [:]
        for step in 1...1000 {
            let next = try Backend.sharedSecret(.x25519, privateKey: try SecretBytes(copying: scalar), peer: point)
            point = scalar
            scalar = unsafe next.withUnsafeBytes { unsafe Array($0) }
            results[step] = Hex.encode(scalar)
        }
        #expect(results[1] == "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079")
        #expect(results[1000] == "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51")
    }

    @Test func badPublicKeysAreRefused() throws {
        let p256 = try AgreementPrivateKey.generate(.p256).publicKey
        let x25519 = try AgreementPrivateKey.generate(.x25519).publicKey
        var points: [(AgreementCurve, [UInt8])] = [
            (.p256, []), (.p256, Array(p256.bytes.dropLast())), (.p256, p256.bytes + [0]), (.p256, [2] + p256.bytes[1...32]),
            (.p256, [6] + p256.bytes.dropFirst()), (.p256, p256.bytes.dropLast() + [p256.bytes[64] ^ 1]), (.p256, x25519.bytes),
            (.x25519, []), (.x25519, p256.bytes), (.x25519, x25519.bytes + [0]), (.x25519, Array(x25519.bytes.dropLast())),
            (.p256, [4] + [UInt8](repeating: 0, count: 64)), (.p256, [UInt8](repeating: 0, count: 65)),
        ]
        // The points of small order and all spellings of theirs (https://cr.yp.to/ecdh.html#validate), and a reduced point with its top bit set.
        for low in [
            "00", "01", "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
            "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "cdeb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b880",
            "4c9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f11d7",
            "d9ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            "daffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            "dbffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        ] {
            points.append((.x25519, try Hex.decode(low + String(repeating: "0", count: 64 - low.count))))
        }
        points.append((.x25519, x25519.bytes.dropLast() + [x25519.bytes[31] | 0x80]))
        for (curve, bytes) in points {
            #expect(throws: CryptoError(.invalidKey, ""), "\(curve) \(Hex.encode(bytes))") { try AgreementPublicKey(curve, bytes) }
        }
        // The largest reduced number stands for a point like any other... but 2^255 - 20 has small order, so the next one below it.
        #expect(try AgreementPublicKey(.x25519, [0xEB] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]).bytes[0] == 0xEB)
    }

    @Test(arguments: AgreementCurve.allCases) func informationComesBackAndNothingCloseToItDoes(curve: AgreementCurve) throws {
        let key = try AgreementPrivateKey.generate(curve).publicKey
        let der = key.subjectPublicKeyInfo
        #expect(try AgreementPublicKey(subjectPublicKeyInfo: der) == key)
        var taken = 0
        for count in 0..<der.count where (try? AgreementPublicKey(subjectPublicKeyInfo: der.prefix(count))) != nil { taken += 1 }
        for index in 0..<(der.count - key.bytes.count) {
            var changed = der
            changed[index] ^= 1
            if (try? AgreementPublicKey(subjectPublicKeyInfo: changed)) != nil { taken += 1 }
        }
        #expect(taken == 0 && (try? AgreementPublicKey(subjectPublicKeyInfo: der + [0])) == nil)
    }

    @Test(arguments: AgreementCurve.allCases) func privateKeysTravelSealed(curve: AgreementCurve) throws {
        let key = try AgreementPrivateKey.generate(curve)
        let sealing = try SealingKey.generate()
        let back = try sealing.open(try sealing.seal(key, context: "k"), as: AgreementPrivateKey.self, context: "k")
        #expect(back.publicKey == key.publicKey && back.material == key.material)
        #expect("\(key)" == "private key for agreement" && Mirror(reflecting: key).children.isEmpty)
        for count in [0, 31, 33] {
            #expect(throws: CryptoError(.invalidKey, "")) {
                try AgreementPrivateKey(curve, material: SystemEntropy().secret(count: count))
            }
        }
    }

    @Test func brokenEntropyIsAnErrorAndNotALoop() {
        struct Zeros: Entropy {
            func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CoreError) { unsafe wipe(buffer) }
        }
        #expect(throws: CryptoError(.entropyUnavailable, "")) { try AgreementPrivateKey.generate(.p256, using: Zeros()) }
        #expect(throws: CryptoError(.entropyUnavailable, "")) { try SoftwareAgreementKey.generate(using: Zeros()) }
        for algorithm in [SignatureAlgorithm.ecdsaP256, .ecdsaP384] {
            #expect(throws: CryptoError(.entropyUnavailable, "")) { try SoftwareSigningKey.generate(algorithm, using: Zeros()) }
        }
    }
}
