import FuzzRunner
import MerlonAuth
import MerlonCore

let secret = try SecretBytes(copying: [UInt8](1...32))
let signer = try TokenSigner(secret: secret)
let keys = try JSONWebKeySet([try TokenVerificationKey(secret: secret)])
let verifier = TokenVerifier(keys: keys, policy: TokenPolicy(issuer: "i", audience: "a"))

fuzz { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let unverified = try? UnverifiedToken(parsing: text)
    precondition(unverified != nil || (try? verifier.verify(text)) == nil, "a token that cannot be read is verified")
    // Rightly signed, so that what comes behind the signature is reached.
    guard let token = try? signer.sign(bytes), let verified = try? verifier.verifyJSON(token) else { return }
    let claims = try? JSONValue(parsing: bytes)
    precondition(claims == verified.claims && claims?["iss"] == "i", "two readers see two sets of claims")
    precondition(claims?["aud"] == "a" || claims?["aud"]?.array?.contains("a") ?? false, "another recipient")
}
