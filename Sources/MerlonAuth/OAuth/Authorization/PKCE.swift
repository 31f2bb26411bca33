import MerlonCore
import MerlonCrypto

/// A code verifier and its challenge (RFC 7636), always S256: 32 random bytes, made for one request.
struct PKCE: Sendable {
    let verifier: Redacted<String>
    let challenge: String

    init(using entropy: any Entropy) throws(AuthError) {
        verifier = Redacted(try RandomText.make(using: entropy))
        challenge = Self.challenge(of: verifier.unredacted)
    }

    static func challenge(of verifier: String) -> String {
        Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(verifier.utf8)))
    }
}

/// Text that nobody can guess: 32 random bytes as base64url.
enum RandomText {
    static func make(using entropy: any Entropy) throws(AuthError) -> String {
        Base64URL.encode(try authCore { () throws(CoreError) in try entropy.bytes(count: 32) })
    }
}
