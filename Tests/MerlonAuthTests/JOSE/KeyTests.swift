import MerlonAuth
import MerlonCore
import MerlonCrypto
import Testing

@Suite("Token keys and key sets")
struct KeyTests {
    static let curve = SignatureAlgorithm.ecdsaP256

    /// JWKs that no key may be made of, with the code that says why.
    static let refused: [(String, AuthError.Code)] = [
        ("", .malformed), ("[]", .malformed), ("{}", .malformed), (#"{"kty":1}"#, .malformed), (#"{"kty":"oct"}"#, .malformed),
        (#"{"kty":"XYZ"}"#, .unsupported), (#"{"kty":"oct","k":"AAAA","alg":"A128KW"}"#, .unsupported),
        (#"{"kty":"oct","k":"AA=="}"#, .malformed), (#"{"kty":"oct","k":"AAAA","use":"enc"}"#, .invalidKey),
        (#"{"kty":"oct","k":"AAAA","key_ops":["wrapKey"]}"#, .invalidKey), (#"{"kty":"oct","k":"AAAA","key_ops":"sign"}"#, .malformed),
        (#"{"kty":"oct","k":"AAAA","key_ops":["sign","sign"]}"#, .malformed), (#"{"kty":"oct","k":"AAAA","alg":"ES256"}"#, .malformed),
        (#"{"kty":"oct","k":"AAAA","kty":"oct"}"#, .malformed), (#"{"kty":"oct","k":"AAAA","alg":"HS256"}"#, .invalidKey),
        (#"{"kty":"oct","k":"AAAA"}"#, .invalidKey), (#"{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#, .malformed),
        (#"{"kty":"EC","crv":"Ed25519","x":"AA"}"#, .malformed), (#"{"kty":"EC","crv":"secp256k1","x":"AA","y":"AA"}"#, .unsupported),
        (#"{"kty":"OKP","crv":"X25519","x":"AA"}"#, .unsupported), (#"{"kty":"RSA","n":"AA","e":"AQAB"}"#, .malformed),
        (#"{"kty":"RSA","n":"_w","e":"AQAB"}"#, .invalidKey), (#"{"kty":"RSA","n":"_w"}"#, .malformed),
        (#"{"kty":"RSA","n":"_w","e":"AQAB","p":"_w"}"#, .malformed), (#"{"kty":"RSA","n":"_w","e":"AQAB","d":"_w"}"#, .malformed),
    ]

    @Test func refusedKeys() {
        for (json, code) in Self.refused {
            var thrown: AuthError.Code?
            do throws(AuthError) { _ = try JSONWebKey(parsing: json).verificationKey(algorithm: json.contains("RSA") ? .rs256 : nil) } catch
            {
                thrown = error.code
            }
            #expect(thrown == code, "\(json)")
        }
    }

    @Test func aKeyHasOneAlgorithm() throws {
        let key = try SoftwareSigningKey.generate(.ecdsaP256)
        let jwk = try JSONWebKey(key.verifyingKey)
        for algorithm in JWSAlgorithm.allCases where algorithm != .es256 {
            #expect(throws: AuthError(.invalidKey, "")) { try jwk.verificationKey(algorithm: algorithm) }
        }
        let secret = try TokenForge.secret()
        #expect(throws: AuthError(.invalidKey, "")) { try TokenVerificationKey(secret: secret, algorithm: .hs512) }
        #expect(throws: AuthError(.invalidKey, "")) { try TokenSigner(secret: secret, algorithm: .es256) }
        // The classic confusion: the public key's bytes as a secret.
        let point = try SecretBytes(copying: key.verifyingKey.rawRepresentation ?? [])
        let forged = try TokenSigner(secret: point).sign([1, 2, 3])
        let keys = try JSONWebKeySet([try TokenVerificationKey(key.verifyingKey)])
        #expect(throws: AuthError.authenticationFailed) { try JWS.verify(forged, with: keys) }
        #expect(throws: AuthError(.invalidKey, "")) {
            try JSONWebKeySet([try TokenVerificationKey(key.verifyingKey), try TokenVerificationKey(secret: secret)])
        }
    }

    /// Which key is tried: (names of the keys, name in the token, whether the token of the first key is taken).
    static let choices: [([String?], String?, Bool)] = [
        ([nil], nil, true), ([nil], "a", true), (["a"], "a", true), (["a"], nil, true), (["a"], "b", false), (["a", "b"], "a", true),
        (["a", "b"], nil, false), (["a", nil], "a", true), ([nil, nil], nil, false), ([nil, "b"], "a", true), ([nil, "b"], "b", false),
        (["a", "a"], "a", false), ([nil, nil], "a", false), (["a", "b", nil], "a", true), ([nil, "b"], nil, true),
    ]

    @Test func choosesOneKeyOrNone() throws {
        for (names, named, isTaken) in Self.choices {
            let pairs = try names.map { ($0, try SoftwareSigningKey.generate(.ed25519)) }
            let keys = try JSONWebKeySet(try pairs.map { try TokenVerificationKey($1.verifyingKey, keyID: $0) })
            let token = try TokenSigner(key: pairs[0].1, keyID: named).sign([])
            #expect(((try? JWS.verify(token, with: keys)) != nil) == isTaken, "\(names) \(named ?? "-")")
        }
    }

    @Test func setsSkipWhatTheyCannotUse() throws {
        let key = try SoftwareSigningKey.generate(.ecdsaP384)
        let good = try JSONWebKey(key.verifyingKey, keyID: "good").publicJSON()
        let set = try JSONWebKeySet(
            parsing: #"""
                {"keys":[{"kty":"AKP","alg":"ML-DSA-44","kid":"new"},\#(good),{"kty":"oct","k":"AAAA"},7,{"kty":"RSA","n":"_w","e":"AQAB"},
                {"kty":"EC","kid":"d","crv":"P-256"},{"kty":"EC","kid":"d","crv":"P-384"}],"more":1}
                """#)
        #expect(set.keys.map(\.keyID) == ["good"])
        #expect(set.skipped.map(\.index) == [0, 2, 3, 4, 5, 6])
        #expect(set.skipped.allSatisfy { !$0.reason.isEmpty })
        #expect(try JWS.verify(try TokenSigner(key: key, keyID: "good").sign([1]), with: set).payload == [1])
        for wrong in ["", "{}", "[]", #"{"keys":{}}"#, #"{"keys":[]"#] {
            #expect(throws: AuthError(.malformed, "")) { try JSONWebKeySet(parsing: wrong) }
        }
        let many = #"{"keys":["# + Array(repeating: "{}", count: 257).joined(separator: ",") + "]}"
        #expect(throws: AuthError(.limitExceeded, "")) { try JSONWebKeySet(parsing: many) }
    }

    @Test func halvesOfTwoKeysDoNotSign() throws {
        let (one, other) = (try SoftwareSigningKey.generate(.ecdsaP256), try SoftwareSigningKey.generate(.ecdsaP256))
        let d = unsafe try #require(other.rawRepresentation).withUnsafeBytes { unsafe Base64URL.encode(Array($0)) }
        let json = try JSONWebKey(one.verifyingKey).publicJSON().dropLast() + #","d":"\#(d)"}"#
        #expect(throws: AuthError(.invalidKey, "")) { try JSONWebKey(parsing: String(json)).signer() }
        #expect(throws: AuthError(.invalidKey, "")) { try JSONWebKey(one.verifyingKey).signer() }
    }
}
