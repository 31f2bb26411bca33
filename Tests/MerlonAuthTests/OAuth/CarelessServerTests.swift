import Foundation
import MerlonAuth
import MerlonCore
import MerlonPinning
import TestSupport
import Testing

/// PyPI's oidc-provider-mock: a server for tests that knows no PKCE, names no issuer in its answers and takes every client.
@Suite("OAuth with a careless server", .enabled(if: Executable.projectPython.isInstalled, Comment(rawValue: ServerProcess.reason)))
struct CarelessServerTests {
    @Test func signsInWhereTheNonceHolds() async throws {
        try await ServerProcess.run("careless_server") { server in
            let bench = try await RealServerBench(server, issuer: "")
            #expect(!bench.metadata.supportsPKCE && !bench.metadata.namesIssuerInAnswers)
            // It takes any secret, and no client without one.
            let client = try OAuthClient(
                bench.metadata, clientID: "app", authentication: .secret(SecretBytes(copying: "anything".utf8)), transport: bench.transport)
            // Without PKCE and without a nonce nothing is begun.
            #expect(throws: AuthError(.unsupported, "")) {
                try client.begin(redirectURI: RedirectURI(RealServerBench.redirect), options: SignInOptions(scopes: ["read"]))
            }
            let flow = try client.begin(redirectURI: RedirectURI(RealServerBench.redirect))
            let answer = try await visit(flow.url, bench)
            let signIn = try await client.finish(flow, with: answer)
            #expect(signIn.tokens.subject == "ada@example.org")
            let next = try await client.refresh(try #require(signIn.tokens.refreshToken))
            #expect(next.accessToken != signIn.tokens.accessToken)
            // A code that was meant for another flow: this server does not notice, and the client does.
            let (victim, attacker) = (
                try client.begin(redirectURI: RedirectURI(RealServerBench.redirect)),
                try client.begin(redirectURI: RedirectURI(RealServerBench.redirect))
            )
            let stolen = try await visit(attacker.url, bench)
            let injected = stolen.replacingOccurrences(of: Self.state(attacker.url), with: Self.state(victim.url))
            await #expect(throws: AuthError(.claimMismatch, "")) { try await client.finish(victim, with: injected) }
            IssuedTokens.record(server.issued)
        }
    }

    /// Types a name into the server's form.
    private func visit(_ url: HTTPURL, _ bench: RealServerBench) async throws -> String {
        let request = HTTPRequest(
            .post, url, headers: try HTTPHeaders(["content-type": "application/x-www-form-urlencoded"]),
            body: Array("sub=ada%40example.org".utf8), redirects: .deliver)
        let response = try await bench.transport.send(request)
        return try #require(response.headers["location"], "\(response.status) \(String(decoding: response.body, as: UTF8.self))")
    }

    private static func state(_ url: HTTPURL) -> String { FakeServer.parameters(of: url)["state"] ?? "" }
}
