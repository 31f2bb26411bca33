public import MerlonCore
public import MerlonPinning

/// A client of one authorization server (OAuth 2.1, OpenID Connect): signs in by code with PKCE or by device code, refreshes, revokes, signs out.
///
/// ```swift
/// let server = try await ServerDiscovery("https://id.example.com", transport: transport).metadata()
/// let client = try OAuthClient(server, clientID: "app", transport: transport)
/// let signIn = try await client.signIn(through: browser, options: SignInOptions(scopes: ["openid", "offline_access"]))
/// let session = Session(in: vault, refresher: client)
/// try await session.start(with: signIn.tokens)
/// ```
/// - Requests go to the server's endpoints over `https` alone and are never redirected; answers have at most 64 KiB and come within 30 seconds.
/// - An ID token is verified with the server's published keys before anything of it is believed.
/// - It is the ``TokenRefresher`` of a ``Session``.
public struct OAuthClient: Sendable {
    /// The server.
    public let server: ServerMetadata
    /// The client's identifier at the server.
    public let clientID: String
    let authentication: ClientAuthentication
    let transport: any HTTPTransport
    let keys: RemoteKeySet?
    let entropy: any Entropy
    let time: any TimeSource
    let pause: @Sendable (TimeSpan) async -> Void

    /// A client of a server. Nothing is asked yet.
    ///
    /// - Parameters:
    ///   - transport: A pinned transport. Who controls this connection gets the tokens.
    ///   - entropy: Where `state`, `nonce` and PKCE verifiers come from.
    public init(
        _ server: ServerMetadata, clientID: String, authentication: ClientAuthentication = .none, transport: any HTTPTransport,
        entropy: any Entropy = SystemEntropy(), time: any TimeSource = SystemTimeSource()
    ) throws(AuthError) {
        try self.init(server, clientID: clientID, authentication: authentication, transport: transport, entropy: entropy, time: time) {
            try? await Task.sleep(nanoseconds: UInt64(max($0.nanoseconds, 0)))
        }
    }

    init(
        _ server: ServerMetadata, clientID: String, authentication: ClientAuthentication, transport: any HTTPTransport,
        entropy: any Entropy, time: any TimeSource, pause: @escaping @Sendable (TimeSpan) async -> Void
    ) throws(AuthError) {
        guard (1...255).contains(clientID.utf8.count), clientID.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw AuthError(.invalidArgument, "A client's identifier has 1 to 255 visible characters (RFC 6749, A.1).")
        }
        let endpoints = [
            server.authorizationEndpoint, server.tokenEndpoint, server.keysEndpoint, server.revocationEndpoint,
            server.deviceAuthorizationEndpoint, server.endSessionEndpoint,
        ]
        guard endpoints.allSatisfy({ $0?.isSecureOrLocal ?? true }) else {
            throw AuthError(.invalidArgument, "A server's endpoints are https.")
        }
        self.server = server
        self.clientID = clientID
        self.authentication = authentication
        self.transport = transport
        self.entropy = entropy
        self.time = time
        self.pause = pause
        if let url = server.keysEndpoint {
            keys = try RemoteKeySet(at: url, transport: transport, time: time)
        } else {
            keys = nil
        }
    }
}

extension OAuthClient: CustomStringConvertible, CustomReflectable {
    public var description: String { "OAuth client of \(server.issuer)" }
    public var customMirror: Mirror { Mirror(self, children: ["issuer": server.issuer]) }
}
