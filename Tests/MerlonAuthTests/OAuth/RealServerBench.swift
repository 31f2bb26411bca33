import Foundation
import MerlonAuth
import MerlonCore
import MerlonPinning
import TestSupport

/// The client's side of a server process: the transport that trusts it, and a person who signs in at it.
struct RealServerBench {
    let server: ServerProcess
    let transport: PinnedTransport
    let metadata: ServerMetadata
    static let redirect = "com.example.app:/callback"

    init(_ server: ServerProcess, issuer path: String = "/o") async throws {
        self.server = server
        transport = try Self.transport(trusting: server)
        metadata = try await ServerDiscovery(server.base + path, transport: transport).metadata()
    }

    static func transport(trusting server: ServerProcess) throws -> PinnedTransport {
        let root = try CertificateFile.certificates(in: server.pki.bytes("root.pem"))
        return try PinnedTransport(PinningPolicy([], otherHosts: .dangerouslyAllowUnpinned, anchors: .only(root)))
    }

    func client(
        _ clientID: String = "app", through transport: (any HTTPTransport)? = nil, time: any TimeSource = SystemTimeSource()
    ) throws -> OAuthClient {
        try OAuthClient(metadata, clientID: clientID, transport: transport ?? self.transport, time: time)
    }

    /// What the server sends the browser of a person back to.
    func visit(_ url: HTTPURL, as person: String = "ada") async throws -> String {
        let request = HTTPRequest(.get, url, headers: try HTTPHeaders(["x-user": person]), redirects: .deliver)
        let response = try await transport.send(request)
        guard response.status == 302, let location = response.headers["location"] else {
            throw AuthError(.malformed, "status \(response.status): \(String(decoding: response.body, as: UTF8.self).prefix(500))")
        }
        return location
    }

    func signIn(_ client: OAuthClient, _ options: SignInOptions = SignInOptions(scopes: ["openid", "read"])) async throws -> SignIn {
        let flow = try client.begin(redirectURI: RedirectURI(Self.redirect), options: options)
        return try await client.finish(flow, with: try await visit(flow.url))
    }

    /// Whether the server takes an access token.
    func takes(_ token: SecretBytes) async throws -> Bool {
        let text = unsafe token.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
        let headers = try HTTPHeaders(["authorization": "Bearer \(text)"])
        return try await transport.send(HTTPRequest(.get, HTTPURL(server.base + "/api/"), headers: headers)).status == 200
    }

    func control(_ action: String) async throws {
        let response = try await transport.send(HTTPRequest(.get, HTTPURL(server.base + "/control/" + action)))
        guard response.status == 200 else { throw AuthError(.backendFailure, "control \(action): \(response.status)") }
    }
}

/// The system's clock, moved.
final class MovedTime: TimeSource {
    private let lock = Lock()
    private nonisolated(unsafe) var offset = TimeSpan.zero

    func advance(_ span: TimeSpan) { lock.withLock { unsafe offset = unsafe offset + span } }
    var wallTime: WallTime { SystemTimeSource().wallTime + lock.withLock { unsafe offset } }
    var monotonicTime: MonotonicTime { SystemTimeSource().monotonicTime + lock.withLock { unsafe offset } }
}

/// A transport with somebody in it who sees each request, and changes or repeats it.
struct MeddlingTransport: HTTPTransport {
    let inner: PinnedTransport
    let meddle: @Sendable (HTTPRequest, PinnedTransport) async throws(PinningError) -> HTTPResponse

    func send(_ request: HTTPRequest) async throws(PinningError) -> HTTPResponse { try await meddle(request, inner) }
}
