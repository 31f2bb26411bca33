import MerlonAuth
import MerlonCore
import MerlonPinning
import MerlonVault
import TestSupport
import Testing

/// Whatever is printed, dumped or looked into by a mirror, on the way of a whole sign-in: no token, code, verifier or secret of it is seen.
@Suite("Secrets in print")
struct PrintedSecretsTests {
    @Test func nothingPrintsASecret() async throws {
        let server = try FakeServer()
        let secret = try SecretBytes(copying: "client-secret-1".utf8)
        let client = try OAuthClient(
            FakeServer.metadata, clientID: "app", authentication: .secret(secret), transport: server, time: server.time)
        var text = ""
        func show(_ value: Any) {
            dump(value, to: &text)
            text += "\(value) \(String(reflecting: value)) \(String(describing: value))\n"
        }
        let flow = try client.begin(redirectURI: RedirectURI("com.example.app:/callback"))
        await server.expect(flow)
        let state = FakeServer.parameters(of: flow.url)["state"] ?? ""
        let answer = "com.example.app:/callback?code=the%20code&iss=\(FakeServer.issuer)&state=\(state)"
        await server.takeAnyClient()
        let signIn = try await client.finish(flow, with: answer)
        for value in [flow, signIn, signIn.tokens, signIn.identity as Any, client, ClientAuthentication.secret(secret)] as [Any] {
            show(value)
        }

        let vault = try Vault(namespace: .init("printed-secrets", environment: .development), store: MemoryStore())
        let session = Session(in: vault, name: "printed-\(state)", refresher: client, time: server.time)
        try await session.start(with: signIn.tokens)
        show(session)
        show(try await session.accessToken())
        show(try await session.authorized(HTTPRequest(.get, HTTPURL("https://api.example/"))))
        await server.publish(
            "/device", 200, #"{"device_code":"device-secret-1","user_code":"A","verification_uri":"https://id.example/d","expires_in":60}"#)
        show(try await client.authorizeDevice())
        show(try client.beginLogout(redirectURI: RedirectURI("com.example.app:/x"), idTokenHint: signIn.tokens.unverifiedIDToken))

        // Every failure, with the tokens at hand.
        for (status, error, _) in EndpointTests.failures {
            await server.fail(status, error)
            do { _ = try await client.refresh(try #require(signIn.tokens.refreshToken)) } catch { show(error) }
        }
        await server.work()
        for trick in FakeServer.Trick.allCases {
            let flow = try client.begin(redirectURI: RedirectURI("com.example.app:/callback"))
            await server.expect(flow)
            await server.play(trick)
            let state = FakeServer.parameters(of: flow.url)["state"] ?? ""
            do {
                show(
                    try await client.finish(flow, with: "com.example.app:/callback?code=the%20code&iss=\(FakeServer.issuer)&state=\(state)")
                )
            } catch {
                show(error)
            }
        }
        await server.fail(503)
        show(try await session.signOut())
        for request in await server.requests { show(request) }

        var secrets = await server.issued + ["client-secret-1", "device-secret-1", "the code", "the%20code"]
        secrets += await server.forms.compactMap { $0["code_verifier"] }
        #expect(secrets.count > 80)
        IssuedTokens.record(await server.issued)
        #expect(secrets.filter { text.contains($0) }.isEmpty)
    }
}
