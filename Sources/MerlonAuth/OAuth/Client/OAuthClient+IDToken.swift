import MerlonCore
import MerlonCrypto

extension OAuthClient {
    /// How long an ID token may live: it is looked at once, when it comes.
    private static let maximumIDTokenLifetime = TimeSpan.hours(24)

    /// Verifies an ID token (OpenID Connect Core, 3.1.3.7): signature by the server's published keys, issuer, recipient, authorised party, nonce,
    /// times, the access token that it came with, and when the person has shown who they are.
    func verify(
        _ token: Redacted<String>, nonce: String?, accessToken: SecretBytes, maximumAge: TimeSpan?
    ) async throws(AuthError) -> VerifiedToken<JSONValue> {
        guard let keys else { throw AuthError(.unsupported, "The server publishes no keys to verify its ID token by.") }
        let policy = TokenPolicy(issuer: server.issuer, audience: clientID, maximumLifetime: Self.maximumIDTokenLifetime)
        let verified = try await RemoteTokenVerifier(keys: keys, policy: policy, time: time).verifyJSON(token.unredacted, nonce: nonce)
        // A secret that is published is none: everybody could have signed.
        guard !verified.header.algorithm.isSymmetric else { throw AuthError.authenticationFailed }
        guard let subject = verified.registered.subject, (1...255).contains(subject.utf8.count), verified.registered.issuedAt != nil else {
            throw AuthError(.claimMismatch, "The ID token does not say whom it is about, or when it was made.")
        }
        // Several recipients need an authorised party, and an authorised party must be this client.
        let party = verified.claims["azp"]
        guard party == nil ? verified.registered.audience.count == 1 : party?.string?.utf8.elementsEqual(clientID.utf8) ?? false else {
            throw AuthError(.claimMismatch, "The ID token was issued to another client.")
        }
        if let hash = verified.claims["at_hash"] {
            let expected = Self.leftHalf(of: accessToken, verified.header.algorithm.hash)
            guard let hash = hash.string, ConstantTime.equal(hash.utf8, expected.utf8) else {
                throw AuthError(.claimMismatch, "The ID token belongs to another access token.")
            }
        }
        if let maximumAge { try check(maximumAge, verified.claims["auth_time"], skew: policy.skew) }
        return verified
    }

    private func check(_ maximumAge: TimeSpan, _ claim: JSONValue?, skew: TimeSpan) throws(AuthError) {
        guard let seconds = claim?.wholeNumber else {
            throw AuthError(.claimMismatch, "The ID token does not say when the person has shown who they are.")
        }
        let age = time.wallTime - WallTime(seconds: seconds)
        guard age <= maximumAge + skew else { throw AuthError(.expired, "The person has shown who they are too long ago.") }
        guard age >= .zero - skew else { throw AuthError(.notYetValid, "The ID token speaks of the future.") }
    }

    /// What `at_hash` is of an access token (OpenID Connect Core, 3.1.3.6).
    private static func leftHalf(of token: SecretBytes, _ hash: HashAlgorithm) -> String {
        let digest = unsafe token.withUnsafeBytes { unsafe hash.digest(of: Array($0)) }
        return Base64URL.encode(digest.prefix(digest.count / 2))
    }
}
