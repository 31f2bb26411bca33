import FuzzRunner
import MerlonAuth
import MerlonPinning

/// Nobody is asked.
struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(PinningError) -> HTTPResponse { throw PinningError(.connectionFailed, "") }
}

fuzz { bytes in
    _ = try? ServerDiscovery(String(decoding: bytes, as: UTF8.self), transport: NoTransport())
    guard let server = try? ServerMetadata(parsing: bytes, issuer: "https://id.example") else { return }
    let endpoints = [
        server.authorizationEndpoint, server.tokenEndpoint, server.keysEndpoint, server.revocationEndpoint,
        server.deviceAuthorizationEndpoint, server.endSessionEndpoint,
    ]
    let isSafe = { (url: HTTPURL) in url.scheme == .https || ["localhost", "127.0.0.1", "::1", "[::1]"].contains(url.host.description) }
    precondition(endpoints.allSatisfy { $0.map(isSafe) ?? true }, "an endpoint over plain HTTP")
    guard let client = try? OAuthClient(server, clientID: "app", transport: NoTransport()) else {
        preconditionFailure("a description that no client takes")
    }
    _ = try? client.begin(redirectURI: RedirectURI("com.example.app:/callback"))
}
