import Foundation
import MerlonAuth
import MerlonCore
import TestSupport
import Testing

/// RFC 7520 (signatures), RFC 7797 and RFC 8037 by the working group's own files.
@Suite("JOSE cookbook", .enabled(if: Vectors.areAvailable, "\(Vectors.need)"))
struct CookbookTests {
    static let files = [
        "jws/4_1.rsa_v15_signature", "jws/4_2.rsa-pss_signature", "jws/4_4.hmac-sha2_integrity_protection",
        "jws/4_5.signature_with_detached_content", "curve25519/jws", "rfc7797/hmac-sha2_b64_false",
    ]

    private static func example(_ name: String) throws -> JSONValue {
        try JSONValue(parsing: Array(try Vectors.data("jose-cookbook/\(name).json")))
    }

    @Test(arguments: files)
    func verifies(_ name: String) throws {
        let example = try Self.example(name)
        let (key, payload, algorithm) = try Self.input(example)
        let text = try #require(example["output"]?["compact"]?.string)
        let keys = try JSONWebKeySet([try key.verificationKey(algorithm: algorithm)])
        if text.contains("..") {
            _ = try JWS.verify(text, detachedPayload: payload, with: keys)
            #expect(throws: AuthError.authenticationFailed) { try JWS.verify(text, detachedPayload: payload + [0], with: keys) }
            #expect(throws: AuthError.authenticationFailed) { try JWS.verify(text, with: keys) }
        } else {
            #expect(try JWS.verify(text, with: keys).payload == payload)
        }
    }

    /// What is deterministic comes out as it is in the files, header aside: their members have another order.
    @Test(arguments: files)
    func signs(_ name: String) throws {
        let example = try Self.example(name)
        let (key, payload, algorithm) = try Self.input(example)
        let keys = try JSONWebKeySet([try key.verificationKey(algorithm: algorithm)])
        let signer = try key.signer(algorithm: algorithm)
        #expect(try JWS.verify(try signer.sign(payload), with: keys).payload == payload)
        for isRaw in [false, true] {
            let detached = try signer.signDetached(payload, isRaw: isRaw)
            #expect(try JWS.verify(detached, detachedPayload: payload, with: keys).algorithm == algorithm)
        }
    }

    private static func input(_ example: JSONValue) throws -> (JSONWebKey, [UInt8], JWSAlgorithm) {
        let input = try #require(example["input"])
        let algorithm = try #require(input["alg"]?.string.flatMap(JWSAlgorithm.init))
        return (
            try JSONWebKey(parsing: try #require(input["key"]).serialized()), Array(try #require(input["payload"]?.string).utf8), algorithm
        )
    }

    /// The JSON serialization and P-521 are left out on purpose, by name.
    @Test func leftOut() throws {
        let p521 = try Self.example("jws/4_3.ecdsa_signature")
        #expect(throws: AuthError(.unsupported, "")) { try JSONWebKey(parsing: try #require(p521["input"]?["key"]).serialized()) }
        for name in ["jws/4_6.protecting_specific_header_fields", "jws/4_7.protecting_content_only", "rfc7797/4.2.hmac-sha2_b64_false"] {
            let example = try Self.example(name)
            #expect(example["output"]?["compact"] == nil, "\(name) has a compact form after all")
        }
    }

    @Test func keys() throws {
        let expected = [
            "3_1.ec_public_key": AuthError.Code.unsupported, "3_2.ec_private_key": .unsupported,
            "3_6.symmetric_key_encryption": .invalidKey,
        ]
        for name in [
            "3_1.ec_public_key", "3_2.ec_private_key", "3_3.rsa_public_key", "3_4.rsa_private_key", "3_5.symmetric_key_mac_computation",
            "3_6.symmetric_key_encryption",
        ] {
            let text = try Self.example("jwk/\(name)").serialized()
            if let code = expected[name] {
                #expect(throws: AuthError(code, "")) { try JSONWebKey(parsing: text) }
            } else {
                let key = try JSONWebKey(parsing: text)
                #expect(key.isPrivate == !name.contains("public"))
                _ = try key.verificationKey(algorithm: key.algorithm ?? .rs256)
            }
        }
    }
}
