import MerlonAuth
import MerlonCore
import MerlonCrypto
import TestSupport

/// Makes tokens of any header and payload, rightly signed by a secret: what a verifier must refuse in spite of the signature.
enum TokenForge {
    static let secretBytes = [UInt8](1...32)
    static let now: Int64 = 1_800_000_000

    static func secret() throws -> SecretBytes { try SecretBytes(copying: secretBytes) }

    static func token(header: String = #"{"alg":"HS256"}"#, payload: String) throws -> String {
        let text = Base64URL.encode(header.utf8) + "." + Base64URL.encode(payload.utf8)
        return text + "." + Base64URL.encode(try HMAC.code(.sha256, key: try secret(), message: text.utf8))
    }

    /// A verifier for these tokens at ``now``.
    static func verifier(_ change: (inout TokenPolicy) -> Void = { _ in }) throws -> TokenVerifier {
        var policy = TokenPolicy(issuer: "https://id.example", audience: "api")
        change(&policy)
        let keys = try JSONWebKeySet([try TokenVerificationKey(secret: try secret())])
        return TokenVerifier(keys: keys, policy: policy, time: FixedTime(wall: now))
    }

    /// A payload that is right, with members changed or taken away (`nil`).
    static func payload(_ changes: [String: JSONValue?] = [:]) -> String {
        var members: [String: JSONValue] = [
            "iss": "https://id.example", "aud": "api", "sub": "ada", "iat": .integer(now - 10), "exp": .integer(now + 600),
        ]
        for (name, value) in changes { members[name] = value }
        return JSONValue.object(members).serialized()
    }
}

struct FixedTime: TimeSource {
    let wall: Int64
    var wallTime: WallTime { WallTime(seconds: wall) }
    var monotonicTime: MonotonicTime { MonotonicTime(nanoseconds: UInt64(wall) * 1_000_000_000) }
}
