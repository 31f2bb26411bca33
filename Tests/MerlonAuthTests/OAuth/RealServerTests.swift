import Foundation
import MerlonAuth
import MerlonCore
import MerlonPinning
import MerlonVault
import TestSupport
import Testing

/// Django with django-oauth-toolkit as the server, over TLS.
@Suite(
    "OAuth with Django", .serialized, .enabled(if: Executable.projectPython.isInstalled, Comment(rawValue: ServerProcess.reason)))
struct RealServerTests {
    @Test func signsIn() async throws {
        try await ServerProcess.run("authorization_server") { server in
            let bench = try await RealServerBench(server)
            let client = try bench.client()
            try await codeAndRefresh(bench, client)
            try await replayedCode(bench)
            try await wrongVerifier(bench)
            try await expiryAndSession(bench)
            try await reuseRevokesTheFamily(bench, client)
            try await logout(bench, client)
            try await changedKeys(bench)
            try await stepUp(bench)
            try await device(bench)
            // The other place of descriptions.
            let other = try await bench.transport.send(
                HTTPRequest(.get, HTTPURL(server.base + "/.well-known/oauth-authorization-server/o")))
            let metadata = try ServerMetadata(parsing: other.body, issuer: server.base + "/o")
            #expect(metadata.revocationEndpoint == bench.metadata.revocationEndpoint && metadata.namesIssuerInAnswers)
            #expect(Set(server.issued).count >= 20)
            IssuedTokens.record(server.issued)
        }
    }

    private func code(_ body: () async throws -> Void) async -> AuthError.Code? {
        do { try await body() } catch { return (error as? AuthError)?.code ?? AuthError.Code.backendFailure }
        return nil
    }

    private func codeAndRefresh(_ bench: RealServerBench, _ client: OAuthClient) async throws {
        let signIn = try await bench.signIn(client)
        #expect(signIn.tokens.subject == "1" && signIn.identity?.header.algorithm == .rs256 && signIn.tokens.lifetime == .minutes(5))
        #expect(try await bench.takes(signIn.tokens.accessToken))
        let next = try await client.refresh(try #require(signIn.tokens.refreshToken))
        #expect(next.accessToken != signIn.tokens.accessToken && next.refreshToken != signIn.tokens.refreshToken)
        #expect(try await bench.takes(next.accessToken))
        try await client.revoke(accessToken: next.accessToken, refreshToken: next.refreshToken)
        #expect(try await !bench.takes(next.accessToken))
        #expect(await code { _ = try await client.refresh(try #require(next.refreshToken)) } == .signInRequired)
    }

    /// Somebody has seen the token request and sends it again.
    private func replayedCode(_ bench: RealServerBench) async throws {
        let status = Recorded()
        let client = try bench.client(
            through: MeddlingTransport(inner: bench.transport) { request, inner throws(PinningError) in
                let response = try await inner.send(request)
                if request.method == .post { status.add(try await inner.send(request).status) }
                return response
            })
        _ = try await bench.signIn(client)
        #expect(status.values == [400])
    }

    private func wrongVerifier(_ bench: RealServerBench) async throws {
        let client = try bench.client(
            through: MeddlingTransport(inner: bench.transport) { request, inner throws(PinningError) in
                var request = request
                if let body = request.body {
                    let text = String(decoding: body, as: UTF8.self)
                    request.body = Array(text.replacingOccurrences(of: "code_verifier=", with: "code_verifier=A").utf8)
                }
                return try await inner.send(request)
            })
        #expect(await code { _ = try await bench.signIn(client) } == .authenticationFailed)
    }

    private func expiryAndSession(_ bench: RealServerBench) async throws {
        let time = MovedTime()
        let client = try bench.client(time: time)
        let vault = try Vault(namespace: .init("oauth-\(UUID().uuidString)", environment: .development), store: MemoryStore())
        let session = Session(in: vault, refresher: client, time: time)
        let signIn = try await bench.signIn(client)
        try await session.start(with: signIn.tokens)
        let states = await session.states()
        try await bench.control("expire")
        #expect(try await !bench.takes(signIn.tokens.accessToken))
        time.advance(.minutes(6))
        let tokens = try await withThrowingTaskGroup(of: String.self, returning: Set<String>.self) { group in
            for _ in 0..<50 { group.addTask { try await session.accessToken().unredacted } }
            return try await group.reduce(into: []) { $0.insert($1) }
        }
        #expect(tokens.count == 1, "one refresh for all")
        #expect(try await bench.takes(SecretBytes(copying: tokens.first?.utf8 ?? "".utf8)))
        #expect(try await session.signOut() == .done)
        #expect(try await !bench.takes(SecretBytes(copying: tokens.first?.utf8 ?? "".utf8)))
        #expect(try await session.state() == .signedOut(.requested))
        var told = states.makeAsyncIterator()
        var last: SessionState?
        while let state = await told.next() {
            last = state
            if case .signedOut = state { break }
        }
        #expect(last == .signedOut(.requested))
    }

    private func reuseRevokesTheFamily(_ bench: RealServerBench, _ client: OAuthClient) async throws {
        let first = try await bench.signIn(client).tokens
        let second = try await client.refresh(try #require(first.refreshToken))
        // A thief uses the old token: the server takes the whole family back, and the session that has the new one ends cleanly.
        let vault = try Vault(namespace: .init("oauth-\(UUID().uuidString)", environment: .development), store: MemoryStore())
        let time = MovedTime()
        let session = Session(in: vault, refresher: try bench.client(time: time), time: time)
        try await session.start(with: second)
        #expect(await code { _ = try await client.refresh(try #require(first.refreshToken)) } == .signInRequired)
        time.advance(.minutes(6))
        #expect(await code { _ = try await session.accessToken() } == .signInRequired)
        #expect(try await session.state() == .signedOut(.refusedByServer))
        #expect(try await vault.list().isEmpty)
    }

    private func changedKeys(_ bench: RealServerBench) async throws {
        let time = MovedTime()
        let other = try bench.client(time: time)
        let before = try await bench.signIn(other)
        try await bench.control("rotate")
        // Within the cool-down the client asks nobody, and believes nobody.
        #expect(await code { _ = try await bench.signIn(other) } == .authenticationFailed)
        time.advance(.seconds(30))
        let after = try await bench.signIn(other)
        #expect(after.identity?.header.keyID != before.identity?.header.keyID)
    }

    /// This server takes no notice of `max_age`: that is found out.
    private func stepUp(_ bench: RealServerBench) async throws {
        let late = try bench.client(time: MovedTime())
        #expect(await code { _ = try await bench.signIn(late, SignInOptions(maximumAge: .hours(1))) } == nil)
        let moved = MovedTime()
        moved.advance(.minutes(3))
        let strict = try bench.client(time: moved)
        #expect(await code { _ = try await bench.signIn(strict, SignInOptions(maximumAge: .minutes(1))) } == .expired)
    }

    private func logout(_ bench: RealServerBench, _ client: OAuthClient) async throws {
        let token = try await bench.signIn(client).tokens.unverifiedIDToken
        let flow = try client.beginLogout(redirectURI: RedirectURI("com.example.app:/logout"), idTokenHint: token)
        let answer = try await bench.visit(flow.url)
        try flow.finish(with: answer)
        #expect(throws: AuthError.authenticationFailed) { try flow.finish(with: answer) }
        let other = try client.beginLogout(redirectURI: RedirectURI("com.example.app:/logout"), idTokenHint: token)
        #expect(throws: AuthError.authenticationFailed) { try other.finish(with: answer) }
    }

    private func device(_ bench: RealServerBench) async throws {
        let client = try bench.client("tv")
        let allowed = try await client.authorizeDevice(options: SignInOptions(scopes: ["read"]))
        #expect(allowed.verificationURL.description == bench.server.base + "/o/device/")
        let waiting = Task { try await client.signIn(with: allowed) }
        try await Task.sleep(nanoseconds: 1_500_000_000)
        try await bench.control("approve?code=\(allowed.userCode)")
        #expect(try await bench.takes(waiting.value.tokens.accessToken))
        let denied = try await client.authorizeDevice(options: SignInOptions(scopes: ["read"]))
        try await bench.control("deny?code=\(denied.userCode)")
        #expect(await code { _ = try await client.signIn(with: denied) } == .userCancelled)
    }
}

/// Values that a closure of another task has seen.
final class Recorded: Sendable {
    private let lock = Lock()
    private nonisolated(unsafe) var list: [Int] = []
    func add(_ value: Int) { lock.withLock { unsafe list.append(value) } }
    var values: [Int] { lock.withLock { unsafe list } }
}
