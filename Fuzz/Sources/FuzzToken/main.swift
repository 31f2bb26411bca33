import FuzzRunner
import MerlonAuth
import MerlonCore
import MerlonCrypto

let secret = try SecretBytes(copying: [UInt8](1...32))
let keys = try JSONWebKeySet([try TokenVerificationKey(secret: secret)])
let verifier = TokenVerifier(keys: keys, policy: TokenPolicy(issuer: "i", audience: "a"))

/// A text with this header and payload, rightly signed: what comes behind the signature is reached.
func signed(_ header: some Collection<UInt8>, _ payload: some Collection<UInt8>) -> String? {
    let text = "\(Base64URL.encode(header)).\(Base64URL.encode(payload))"
    guard let code = try? HMAC.code(.sha256, key: secret, message: text.utf8) else { return nil }
    return "\(text).\(Base64URL.encode(code))"
}

fuzz { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let unverified = try? UnverifiedToken(parsing: text)
    precondition(unverified != nil || (try? verifier.verify(text)) == nil, "a token that cannot be read is verified")
    if let token = signed(#"{"alg":"HS256"}"#.utf8, bytes), let verified = try? verifier.verifyJSON(token) {
        let claims = try? JSONValue(parsing: bytes)
        precondition(claims == verified.claims && claims?["iss"] == "i", "two readers see two sets of claims")
        precondition(claims?["aud"] == "a" || claims?["aud"]?.array?.contains("a") ?? false, "another recipient")
    }
    if let token = signed(bytes, #"{"iss":"i","aud":"a","exp":4102444800}"#.utf8), (try? verifier.verify(token)) != nil {
        precondition((try? JSONValue(parsing: bytes))?["alg"] == "HS256", "another algorithm")
    }
}
