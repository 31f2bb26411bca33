import Foundation
import TestSupport
import Testing

/// Every file of the folder has a decision: the test that runs it, or why nothing does.
@Suite(.enabled(if: Vectors.areAvailable, "\(Vectors.need)")) struct WycheproofInventoryTests {
    enum Decision {
        /// The file of the test, and the text in it by which the test names the vectors.
        case run(by: String, as: String)
        case notRun(because: String)
    }

    private static let curves = "MerlonCryptoTests/CurveVectorTests.swift"
    private static let ciphers = "MerlonCryptoTests/CipherVectorTests.swift"
    private static let derivations = "MerlonCryptoTests/DerivationVectorTests.swift"
    private static let chunks = "MerlonCryptoTests/ChunkedEncryptionTests.swift"
    private static let tokens = "MerlonAuthTests/JOSE/WycheproofTokenTests.swift"

    static let decisions: [String: Decision] = [
        "a128cbc_hs256": .notRun(because: "a cipher of JWE alone, which MerlonAuth does not have; CBC with a MAC is nothing to begin with"),
        "aes_gcm": .run(by: ciphers, as: #"load("aes_gcm")"#),
        "aes_wrap": .run(by: ciphers, as: #"load("aes_wrap")"#),
        "c2sp_chunked_encryption_aes_128_gcm": .run(by: chunks, as: #"(.aes128, "128")"#),
        "c2sp_chunked_encryption_aes_256_gcm": .run(by: chunks, as: #"(ChunkedEncryption.Suite.aes256, "256")"#),
        "chacha20_poly1305": .run(by: ciphers, as: #"load("chacha20_poly1305")"#),
        "ecdh_secp256r1": .run(by: curves, as: #"load("ecdh_secp256r1")"#),
        "ecdh_secp256r1_ecpoint": .run(by: curves, as: #"load("ecdh_secp256r1_ecpoint")"#),
        "ecdsa_secp256r1_sha256": .run(by: curves, as: #""ecdsa_secp256r1_sha256""#),
        "ecdsa_secp256r1_sha256_p1363": .run(by: curves, as: #"load("ecdsa_secp256r1_sha256_p1363")"#),
        "ecdsa_secp384r1_sha384": .run(by: curves, as: #""ecdsa_secp384r1_sha384""#),
        "ed25519": .run(by: curves, as: #"load("ed25519")"#),
        "hkdf_sha1": .run(by: derivations, as: #"load("hkdf_\(name)")"#),
        "hkdf_sha256": .run(by: derivations, as: #"load("hkdf_\(name)")"#),
        "hkdf_sha384": .run(by: derivations, as: #"load("hkdf_\(name)")"#),
        "hkdf_sha512": .run(by: derivations, as: #"load("hkdf_\(name)")"#),
        "hmac_sha1": .run(by: derivations, as: #"load("hmac_\(name)")"#),
        "hmac_sha256": .run(by: derivations, as: #"load("hmac_\(name)")"#),
        "hmac_sha384": .run(by: derivations, as: #"load("hmac_\(name)")"#),
        "hmac_sha512": .run(by: derivations, as: #"load("hmac_\(name)")"#),
        "json_web_crypto": .notRun(
            because: "JWE, and one JWS in JSON, which MerlonAuth does not have; its other cases stand in json_web_signature"),
        "json_web_encryption": .notRun(because: "MerlonAuth has no JWE"),
        "json_web_key": .run(by: tokens, as: #""json_web_key""#),
        "json_web_signature": .run(by: tokens, as: #""json_web_signature""#),
        "pbkdf2_hmacsha1": .run(by: derivations, as: #"load("pbkdf2_hmac\(name)")"#),
        "pbkdf2_hmacsha256": .run(by: derivations, as: #"load("pbkdf2_hmac\(name)")"#),
        "pbkdf2_hmacsha512": .run(by: derivations, as: #"load("pbkdf2_hmac\(name)")"#),
        "rsa_oaep_2048_sha256_mgf1sha256": .notRun(
            because: """
                Merlon decrypts nothing with RSA: what is new is sealed by HPKE, hardware keys are of P-256, and a decryption whose failures must \
                all look and last alike (RFC 8017, 7.1.2) is not worth having for old data alone
                """),
        "rsa_pss_2048_sha256_mgf1_32": .run(by: curves, as: #""rsa_pss_2048_sha256_mgf1_32""#),
        "rsa_signature_2048_sha256": .run(by: curves, as: #""rsa_signature_2048_sha256""#),
        "x25519": .run(by: curves, as: #"load("x25519")"#),
        "xchacha20_poly1305": .run(by: ciphers, as: #"load("xchacha20_poly1305")"#),
    ]

    @Test func everyFileHasADecision() throws {
        let folder = try #require(Vectors.folder).appendingPathComponent("wycheproof")
        let suffix = "_test.json"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(suffix) }
            .map { String($0.dropLast(suffix.count)) }
        #expect(Set(names) == Set(Self.decisions.keys))
        let tests = PackageFolder.url.appendingPathComponent("Tests")
        for (name, decision) in Self.decisions {
            switch decision {
            case .run(let file, let text):
                let source = try String(contentsOf: tests.appendingPathComponent(file), encoding: .utf8)
                #expect(source.contains(text), "\(name): \(file) does not say \(text)")
            case .notRun(let reason): #expect(!reason.isEmpty, "\(name)")
            }
        }
    }
}
