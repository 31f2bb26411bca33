public import MerlonCore

/// Gets new tokens for a refresh token, and gives tokens up. An OAuth client is one; an app with its own protocol writes one.
///
/// How it fails decides about the session: ``AuthError/Code/signInRequired`` ends it, and only a server that refused the refresh token may be
/// answered so (`invalid_grant`). Whatever else is thrown keeps the session; ``AuthError/retryAfter`` says when to try again.
public protocol TokenRefresher: Sendable {
    /// Asks for new tokens. Called by one caller at a time, over all instances and processes.
    func refresh(_ refreshToken: SecretBytes) async throws(AuthError) -> TokenResponse

    /// Tells the server that the tokens are not used any more.
    func revoke(accessToken: SecretBytes, refreshToken: SecretBytes?) async throws(AuthError)
}

/// A refresher of one closure, whose server knows no revocation.
public struct ClosureRefresher: TokenRefresher {
    private let body: @Sendable (SecretBytes) async throws(AuthError) -> TokenResponse

    /// Makes one of a closure that asks an app's own server; see ``TokenRefresher/refresh(_:)`` for what its errors mean.
    public init(_ body: @escaping @Sendable (SecretBytes) async throws(AuthError) -> TokenResponse) { self.body = body }

    public func refresh(_ refreshToken: SecretBytes) async throws(AuthError) -> TokenResponse { try await body(refreshToken) }

    public func revoke(accessToken: SecretBytes, refreshToken: SecretBytes?) async throws(AuthError) {
        throw AuthError(.unsupported, "This server revokes no tokens.")
    }
}
