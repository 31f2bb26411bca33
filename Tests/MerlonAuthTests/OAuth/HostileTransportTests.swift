import Foundation
import MerlonAuth
import MerlonCore
import MerlonPinning
import TestSupport
import Testing

/// A server that breaks the connection in every way: each costs a bounded time and a bounded number of bytes, and no session.
@Suite(
    "OAuth over a hostile connection", .enabled(if: Executable.projectPython.isInstalled, Comment(rawValue: ServerProcess.reason)))
struct HostileTransportTests {
    /// The client's own bounds, in less time.
    private struct Hurried: HTTPTransport {
        let inner: PinnedTransport
        func send(_ request: HTTPRequest) async throws(PinningError) -> HTTPResponse {
            var request = request
            request.timeout = min(request.timeout, .seconds(1))
            return try await inner.send(request)
        }
    }

    static let tricks = ["loop", "away", "cut", "unfinished", "large", "endless", "header", "slow", "silent", "garbage", "smuggled"]

    @Test func everyTrickIsBounded() async throws {
        try await ServerProcess.run("hostile_server") { server in
            let plain = try RealServerBench.transport(trusting: server)
            let transport = Hurried(inner: plain)
            let token = try SecretBytes(copying: "r".utf8)
            try await withThrowingTaskGroup(of: [String].self) { group in
                for trick in Self.tricks {
                    group.addTask {
                        let url = try HTTPURL("\(server.base)/\(trick)")
                        let metadata = ServerMetadata(
                            issuer: "\(server.base)/\(trick)", authorizationEndpoint: url, tokenEndpoint: url, keysEndpoint: url,
                            revocationEndpoint: url, deviceAuthorizationEndpoint: url)
                        let client = try OAuthClient(metadata, clientID: "app", transport: transport)
                        var wrong: [String] = []
                        func expect(_ what: String, _ body: () async throws(AuthError) -> Void) async {
                            do throws(AuthError) {
                                try await body()
                                wrong.append("\(trick), \(what): taken")
                            } catch { if error.code != .unavailable { wrong.append("\(trick), \(what): \(error)") } }
                        }
                        await expect("refresh") { () async throws(AuthError) in _ = try await client.refresh(token) }
                        await expect("revoke") { () async throws(AuthError) in
                            try await client.revoke(accessToken: token, refreshToken: nil)
                        }
                        await expect("device") { () async throws(AuthError) in _ = try await client.authorizeDevice() }
                        return wrong
                    }
                }
                for try await wrong in group { #expect(wrong.isEmpty, "\(wrong)") }
            }
            // Descriptions and keys, from the two that never end.
            for trick in ["large", "endless"] {
                // Here the issuer's own path comes last.
                let url = try HTTPURL("\(server.base)/\(trick)")
                let keys = try RemoteKeySet(at: url, transport: transport)
                await #expect(throws: AuthError(.unavailable, "")) { try await keys.refresh() }
                let sent = try await plain.send(HTTPRequest(.get, HTTPURL(server.base + "/sent")))
                // What sockets buffer on the way, and no more.
                #expect(Int(String(decoding: sent.body, as: UTF8.self)) ?? .max < 16 << 20, "\(trick)")
            }
        }
    }
}
