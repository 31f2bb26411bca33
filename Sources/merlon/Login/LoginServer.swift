import MerlonAuth
import MerlonCore
import MerlonPinning
import MerlonVault

/// Where somebody has signed in: kept in the vault beside the tokens. It finds out about the server when it is asked for something.
struct LoginServer: Sealable, TokenRefresher {
    let issuer: String
    let clientID: String
    let secret: SecretBytes?
    /// What it asks through; not part of what is kept.
    var transport: (any HTTPTransport)?

    init(issuer: String, clientID: String, secret: SecretBytes?, transport: any HTTPTransport) {
        self.issuer = issuer
        self.clientID = clientID
        self.secret = secret
        self.transport = transport
    }

    func client() async throws(AuthError) -> OAuthClient {
        guard let transport else { throw AuthError(.invalidArgument, "There is no transport.") }
        let metadata = try await ServerDiscovery(issuer, transport: transport).metadata()
        let authentication = secret.map { ClientAuthentication.secret($0) } ?? .none
        return try OAuthClient(metadata, clientID: clientID, authentication: authentication, transport: transport)
    }

    func refresh(_ refreshToken: SecretBytes) async throws(AuthError) -> TokenResponse { try await client().refresh(refreshToken) }

    func revoke(accessToken: SecretBytes, refreshToken: SecretBytes?) async throws(AuthError) {
        try await client().revoke(accessToken: accessToken, refreshToken: refreshToken)
    }

    func encode(to encoder: inout SealedEncoder) throws(CoreError) {
        try encoder.encode(Int64(1))
        try encoder.encode(issuer)
        try encoder.encode(clientID)
        try encoder.encode(secret != nil)
        if let secret { try encoder.encode(secret) }
    }

    init(from decoder: inout SealedDecoder) throws(CoreError) {
        guard try decoder.integer() == 1 else { throw CoreError(.unsupported, "A sign-in of a later version.") }
        issuer = try decoder.string()
        clientID = try decoder.string()
        secret = try decoder.boolean() ? try decoder.secret() : nil
    }
}
