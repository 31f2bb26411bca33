public import MerlonCore
import MerlonPinning

extension OAuthClient: TokenRefresher {
    /// Asks for new tokens. An ID token that comes along is not looked at: who the session is of was decided when it began.
    public func refresh(_ refreshToken: SecretBytes) async throws(AuthError) -> TokenResponse {
        try await tokens([("grant_type", "refresh_token"), ("refresh_token", refreshToken.text)], refusedGrant: .signInRequired)
    }

    /// Gives both tokens up (RFC 7009), the refresh token first: most servers end the access token with it, and some do not.
    ///
    /// - Throws: ``AuthError/Code/unsupported`` when the server revokes no tokens, and what came of the first token that was not given up.
    public func revoke(accessToken: SecretBytes, refreshToken: SecretBytes?) async throws(AuthError) {
        guard let url = server.revocationEndpoint else { throw AuthError(.unsupported, "This server revokes no tokens.") }
        if let refreshToken { try await revoke(refreshToken, "refresh_token", at: url) }
        do throws(AuthError) { try await revoke(accessToken, "access_token", at: url) } catch {
            // Servers whose access tokens cannot be revoked say so; they expire soon, and the refresh token is gone.
            guard error.code == .unsupported, refreshToken != nil else { throw error }
        }
    }

    private func revoke(_ token: SecretBytes, _ hint: String, at url: HTTPURL) async throws(AuthError) {
        let response = try await post([("token", token.text), ("token_type_hint", hint)], to: url)
        guard response.status != 200 else { return }
        let refusal = EndpointRefusal(response, now: time.wallTime)
        guard !refusal.isRefusal || refusal.code != "unsupported_token_type" else {
            throw AuthError(.unsupported, "The server does not revoke tokens of this kind.")
        }
        throw refusal.error(refusedGrant: .unavailable)
    }
}
