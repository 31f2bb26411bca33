import MerlonAuth
import MerlonCore
import MerlonPinning
import MerlonVault
import Testing

/// Refresh and revocation, and what each failure does to a session.
@Suite("OAuth endpoints")
struct EndpointTests {
    let server: FakeServer
    let client: OAuthClient

    init() async throws {
        server = try FakeServer()
        client = try OAuthClient(FakeServer.metadata, clientID: "app", transport: server, time: server.time)
    }

    static let failures: [(Int, String?, AuthError.Code)] = [
        (400, "invalid_grant", .signInRequired), (401, "invalid_grant", .signInRequired), (401, "invalid_client", .unsupported),
        (400, "unauthorized_client", .unsupported), (400, "unsupported_grant_type", .unsupported), (400, "invalid_request", .unavailable),
        (400, nil, .unavailable), (400, "made_up", .unavailable), (429, "invalid_grant", .unavailable),
        (500, "invalid_grant", .unavailable),
        (503, nil, .unavailable), (302, nil, .unavailable), (403, "invalid_grant", .unavailable), (404, "invalid_grant", .unavailable),
        (204, nil, .unavailable),
    ]

    /// Only a server that refuses the grant ends a session.
    @Test(arguments: failures.indices) func onlyARefusedGrantEndsASession(_ index: Int) async throws {
        let (status, error, expected) = Self.failures[index]
        let session = try await session()
        server.time.advance(.minutes(6))
        await server.fail(status, error, headers: ["retry-after": "120"])
        var thrown: AuthError?
        do throws(AuthError) { _ = try await session.accessToken() } catch { thrown = error }
        #expect(thrown?.code == expected)
        #expect("\(String(describing: thrown))".contains("secret-detail") == false)
        if expected == .signInRequired {
            #expect(try await session.state() == .signedOut(.refusedByServer))
        } else {
            #expect(try await session.state() == .signedIn(subject: "ada"))
            #expect(thrown?.retryAfter ?? .zero >= .seconds(120))
        }
    }

    @Test func refreshesAndSignsOut() async throws {
        let session = try await session()
        server.time.advance(.minutes(6))
        await server.forget()
        #expect(try await session.accessToken().unredacted == "access-secret-1")
        #expect(await server.forms == [["grant_type": "refresh_token", "refresh_token": "refresh-secret-0", "client_id": "app"]])
        await server.forget()
        #expect(try await session.signOut() == .done)
        let forms = await server.forms
        #expect(forms.map { $0["token"] } == ["refresh-secret-1", "access-secret-1"])
        #expect(forms.map { $0["token_type_hint"] } == ["refresh_token", "access_token"])
    }

    @Test func whatRevocationReports() async throws {
        let (access, refresh) = (try SecretBytes(copying: "a".utf8), try SecretBytes(copying: "r".utf8))
        let cases: [(Int, String?, AuthError.Code?)] = [
            (200, nil, nil), (400, "unsupported_token_type", .unsupported), (503, nil, .unavailable), (400, "invalid_client", .unsupported),
            (404, nil, .unavailable),
        ]
        for (status, error, expected) in cases {
            if status == 200 { await server.work() } else { await server.fail(status, error) }
            var thrown: AuthError.Code?
            do throws(AuthError) { try await client.revoke(accessToken: access, refreshToken: refresh) } catch { thrown = error.code }
            #expect(thrown == expected, "\(status) \(error ?? "")")
        }
        var metadata = try FakeServer.metadata
        metadata.revocationEndpoint = nil
        let other = try OAuthClient(metadata, clientID: "app", transport: server)
        await #expect(throws: AuthError(.unsupported, "")) { try await other.revoke(accessToken: access, refreshToken: nil) }
        // What cannot be revoked is gone from the device all the same, and the caller learns it.
        let session = try await session()
        await server.fail(503)
        #expect(try await session.signOut() == .failed(AuthError(.unavailable, "")))
        #expect(try await session.state() == .signedOut(.requested))
    }

    @Test func everyRequestIsBounded() async throws {
        let session = try await session()
        server.time.advance(.minutes(6))
        _ = try await session.accessToken()
        try await session.signOut()
        _ = try? await client.authorizeDevice()
        for request in await server.requests {
            #expect(request.redirects == .reject && request.maximumResponseBody <= 1 << 20 && request.timeout <= .seconds(30), "\(request)")
            #expect(!request.url.target.contains("secret"))
        }
    }

    @Test func aConfidentialClientShowsItsSecretInTheHeader() async throws {
        let secret = try SecretBytes(copying: "s:ä+/".utf8)
        let client = try OAuthClient(
            FakeServer.metadata, clientID: "a b", authentication: .secret(secret), transport: server, time: server.time)
        _ = try await client.refresh(try SecretBytes(copying: "r".utf8))
        let request = try #require(await server.requests.last)
        #expect(request.headers["authorization"] == "Basic YSUyMGI6cyUzQSVDMyVBNCUyQiUyRg==")
        #expect(await server.forms.last?["client_id"] == nil)
    }

    @Test func silenceIsNoRefusal() async throws {
        for code in [PinningError.Code.connectionFailed, .timedOut, .pinMismatch, .redirectRefused, .responseTooLarge, .invalidResponse] {
            await server.unreachable(code)
            await #expect(throws: AuthError(.unavailable, "")) { try await client.refresh(try SecretBytes(copying: "r".utf8)) }
        }
        await server.unreachable(.cancelled)
        await #expect(throws: AuthError(.userCancelled, "")) { try await client.refresh(try SecretBytes(copying: "r".utf8)) }
    }

    func session() async throws -> Session {
        let name = "app-\(SystemTimeSource().monotonicTime.nanoseconds)-\(UInt32.random(in: 0 ... .max))"
        let vault = try Vault(namespace: .init(name, environment: .development), store: MemoryStore())
        let session = Session(in: vault, refresher: client, time: server.time)
        try await session.start(
            with: TokenResponse(accessToken: "access-secret-0", refreshToken: "refresh-secret-0", lifetime: .minutes(5), subject: "ada"))
        return session
    }
}

extension EndpointTests {
    /// Step-up: the tokens of a new sign-in take the place of the old ones, of the same person and no other.
    @Test func aSessionIsRenewedByTheSamePersonAlone() async throws {
        let session = try await session()
        func signIn(_ trick: FakeServer.Trick = .none) async throws -> SignIn {
            let flow = try client.begin(
                redirectURI: RedirectURI("com.example.app:/callback"), options: SignInOptions(maximumAge: .minutes(5)))
            await server.expect(flow)
            await server.play(trick)
            let state = FakeServer.parameters(of: flow.url)["state"] ?? ""
            return try await client.finish(flow, with: "com.example.app:/callback?code=the%20code&iss=\(FakeServer.issuer)&state=\(state)")
        }
        try await session.renew(with: signIn())
        #expect(try await session.accessToken().unredacted == "access-secret-1")
        let eve = try await signIn(.otherSubject)
        await #expect(throws: AuthError(.claimMismatch, "")) { try await session.renew(with: eve) }
        #expect(try await session.state() == .signedIn(subject: "ada"))
        try await session.signOut()
        let late = try await signIn()
        await #expect(throws: AuthError(.signInRequired, "")) { try await session.renew(with: late) }
    }
}
