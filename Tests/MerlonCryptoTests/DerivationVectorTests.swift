@testable import MerlonCrypto
import MerlonCore
import TestSupport
import Testing

private struct HKDFGroup: WycheproofGroup {
    struct Case: WycheproofCase {
        let tcId: Int
        let comment: String
        let flags: [String]
        let result: String
        let ikm, salt, info, okm: HexBytes
        let size: Int
    }
    let tests: [Case]
}

private struct HMACGroup: WycheproofGroup {
    struct Case: WycheproofCase {
        let tcId: Int
        let comment: String
        let flags: [String]
        let result: String
        let key, msg, tag: HexBytes
    }
    let tagSize: Int
    let tests: [Case]
}

private struct PBKDF2Group: WycheproofGroup {
    struct Case: WycheproofCase {
        let tcId: Int
        let comment: String
        let flags: [String]
        let result: String
        let password, salt, dk: HexBytes
        let iterationCount: Int
        let dkLen: Int
    }
    let tests: [Case]
}

@Suite struct DerivationVectorTests {
    static let algorithms: [(String, HashAlgorithm)] = [
        ("sha1", .insecureSHA1), ("sha256", .sha256), ("sha384", .sha384), ("sha512", .sha512),
    ]

    @Test(.enabled(if: Vectors.areAvailable, "\(Vectors.need)")) func hkdf() throws {
        for (name, algorithm) in Self.algorithms {
            try Wycheproof<HKDFGroup>.load("hkdf_\(name)").run("hkdf_\(name)") { _, test in
                let derived = try? HKDF.derive(
                    algorithm, from: SecretBytes(copying: test.ikm.bytes), salt: test.salt.bytes, info: test.info.bytes, count: test.size)
                return derived.map { ConstantTime.equal($0.copy, test.okm.bytes) } ?? false
            }
        }
    }

    @Test(.enabled(if: Vectors.areAvailable, "\(Vectors.need)")) func hmac() throws {
        for (name, algorithm) in Self.algorithms {
            try Wycheproof<HMACGroup>.load("hmac_\(name)").run(
                "hmac_\(name)",
                outOfScope: { $0.tagSize == 8 * algorithm.byteCount ? nil : "shortened codes are not taken" },
                accepts: { _, test in
                    (try? HMAC.verify(test.tag.bytes, algorithm, key: SecretBytes(copying: test.key.bytes), message: test.msg.bytes))
                        ?? false
                })
        }
    }

    /// The files hold the examples of RFC 6070 and RFC 7914 too.
    @Test(.enabled(if: Vectors.areAvailable, "\(Vectors.need)")) func pbkdf2() throws {
        for (name, algorithm) in Self.algorithms where name != "sha384" {
            try Wycheproof<PBKDF2Group>.load("pbkdf2_hmac\(name)").run("pbkdf2_hmac\(name)") { _, test in
                var derived = [UInt8](repeating: 0, count: test.dkLen)
                do throws(CryptoError) {
                    unsafe try test.password.bytes.withBytes { (password) throws(CryptoError) in
                        unsafe try test.salt.bytes.withBytes { (salt) throws(CryptoError) in
                            unsafe try derived.withMutableBytes { (output) throws(CryptoError) in
                                unsafe try Backend.pbkdf2(
                                    algorithm, password: password, salt: salt, iterations: test.iterationCount, into: output)
                            }
                        }
                    }
                } catch { return false }
                return derived == test.dk.bytes
            }
        }
    }

    /// RFC 4231, 4.2 to 4.8 without the shortened code of 4.6, and RFC 2202, 3, with SHA-1.
    @Test func hmacOfTheStandards() throws {
        let a = [UInt8](repeating: 0xAA, count: 131)
        let long =
            "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm."
        let cases: [(HashAlgorithm, [UInt8], [UInt8], String)] = [
            (
                .sha256, .init(repeating: 0x0B, count: 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                .sha256, Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                .sha256, .init(repeating: 0xAA, count: 20), .init(repeating: 0xDD, count: 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (.sha256, Array(1...25), .init(repeating: 0xCD, count: 50), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
            (
                .sha256, a, Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            (.sha256, a, Array(long.utf8), "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
            (
                .sha512, Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
            ),
            (
                .sha384, Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649"
            ),
            (.insecureSHA1, Array("Jefe".utf8), Array("what do ya want for nothing?".utf8), "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
            (.sha256, [], [], "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
        ]
        for (algorithm, key, message, code) in cases {
            #expect(Hex.encode(try HMAC.code(algorithm, key: SecretBytes(copying: key), message: message)) == code)
        }
    }

    /// RFC 5869, A.1 to A.3.
    @Test func hkdfOfTheStandard() throws {
        func derive(_ input: [UInt8], _ salt: [UInt8], _ info: [UInt8], _ count: Int) throws -> String {
            Hex.encode(try HKDF.derive(.sha256, from: SecretBytes(copying: input), salt: salt, info: info, count: count).copy)
        }
        let b = [UInt8](repeating: 0x0B, count: 22)
        #expect(
            try derive(b, Array(0x00...0x0C), Array(0xF0...0xF9), 42)
                == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
        #expect(
            try derive(Array(0x00...0x4F), Array(0x60...0xAF), Array(0xB0...0xFF), 82)
                == "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
        )
        #expect(
            try derive(b, [], [], 42) == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
        for count in [0, -1, 255 * 32 + 1] { #expect(throws: CryptoError(.limitExceeded, "")) { try derive(b, [], [], count) } }
    }

    /// FIPS 180-4's example, and the empty message.
    @Test func digests() {
        #expect(
            Hex.encode(HashAlgorithm.sha256.digest(of: Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(Hex.encode(HashAlgorithm.insecureSHA1.digest(of: [])) == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
        #expect(
            Hex.encode(HashAlgorithm.sha384.digest(of: Array("abc".utf8))).hasPrefix("cb00753f45a35e8bb5a03d699ac65007272c32ab0eded163"))
        var stream = HashStream(.sha512)
        for byte in Array("abc".utf8) { stream.update([byte]) }
        #expect(Hex.encode(stream.finish()).hasPrefix("ddaf35a193617abacc417349ae204131"))
    }
}

extension SecretBytes {
    /// A copy in ordinary memory, which only a test may want.
    var copy: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }
}
