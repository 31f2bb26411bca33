import MerlonAuth
import MerlonCore
import MerlonPinning
import MerlonVault
import Testing

@Suite("Sessions")
struct SessionTests {
    let store = MemoryStore()
    let server = FakeRefresher()
    let time = ManualTime()
    let vault: Vault

    init() throws {
        // The name tells the suite's tests apart: those that run at once must not share a lock.
        vault = try Vault(namespace: .init("app-\(SystemTimeSource().monotonicTime.nanoseconds)", environment: .development), store: store)
    }

    func session(_ limits: SessionLimits = SessionLimits()) -> Session {
        Session(in: vault, refresher: server, limits: limits, time: time)
    }

    func started(_ limits: SessionLimits = SessionLimits()) async throws -> Session {
        let session = session(limits)
        try await session.start(with: try await server.next())
        return session
    }

    private func token(_ session: Session) async throws -> String { try await session.accessToken().unredacted }

    private func code(_ session: Session) async -> AuthError.Code? {
        do throws(AuthError) { _ = try await session.accessToken() } catch { return error.code }
        return nil
    }

    @Test func authorizesRequests() async throws {
        let session = session()
        #expect(await code(session) == .signInRequired)
        #expect(try await session.state() == .signedOut(.none))
        try await session.start(with: try await server.next())
        let request = try await session.authorized(HTTPRequest(.get, try HTTPURL("https://api.example/x")))
        #expect(request.headers["authorization"] == "Bearer access-1")
        #expect(!"\(request)".contains("access-1"))
        #expect(try await session.state() == .signedIn(subject: "ada"))
        await #expect(throws: AuthError(.invalidArgument, "")) {
            try await session.authorized(HTTPRequest(.get, try HTTPURL("http://api.example/x")))
        }
        // Another instance, as after a restart.
        #expect(try await token(self.session()) == "access-1")
        #expect(await server.refreshed.isEmpty)
    }

    @Test func manyCallersOneRefresh() async throws {
        let instances = [try await started()] + (0..<3).map { _ in session() }
        for instance in instances { _ = try await token(instance) }
        time.advance(.minutes(5))
        let tokens = try await withThrowingTaskGroup(of: String.self, returning: [String].self) { group in
            for index in 0..<200 { group.addTask { try await token(instances[index % 4]) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(tokens == Array(repeating: "access-2", count: 200))
        #expect(await server.refreshed == ["refresh-1"])
        time.advance(.minutes(5))
        #expect(try await token(instances[3]) == "access-3")
        #expect(await server.refreshed == ["refresh-1", "refresh-2"])
    }

    @Test func aCallerThatGivesUpLosesNothing() async throws {
        let session = try await started()
        time.advance(.minutes(5))
        let caller = Task { try await token(session) }
        caller.cancel()
        _ = await caller.result
        #expect(try await token(session) == "access-2")
        #expect(await server.refreshed.count == 1)
    }

    /// What keeps a session, whatever comes of the request.
    static let passing: [AuthError] = [
        AuthError(.unavailable, ""), AuthError(.unavailable, "", retryAfter: .minutes(10)), AuthError(.malformed, ""),
        AuthError(.authenticationFailed, ""), AuthError(.backendFailure, ""), AuthError(.limitExceeded, ""),
    ]

    @Test(arguments: passing.indices) func passingFailuresKeepTheSession(_ index: Int) async throws {
        let failure = Self.passing[index]
        let session = try await started()
        await server.fail(failure)
        time.advance(.minutes(5))
        #expect(await code(session) == failure.code)
        #expect(try await session.state() == .signedIn(subject: "ada"))
        // Too early for another: nobody is asked.
        #expect(await code(session) == .unavailable)
        #expect(await server.refreshed.count == 1)
        time.advance(failure.retryAfter ?? .seconds(1))
        #expect(await code(session) == failure.code)
        #expect(await server.refreshed.count == 2)
        await server.fail(nil)
        time.advance(.minutes(11))
        #expect(try await token(session) == "access-2")
    }

    @Test func aRefusedTokenEndsTheSession() async throws {
        let session = try await started()
        let states = await session.states()
        await server.fail(AuthError(.signInRequired, ""))
        time.advance(.minutes(5))
        #expect(await code(session) == .signInRequired)
        #expect(try await session.state() == .signedOut(.refusedByServer))
        #expect(try await vault.list().isEmpty)
        #expect(await code(session) == .signInRequired)
        #expect(await server.refreshed.count == 1)
        var told = states.makeAsyncIterator()
        #expect(await told.next() == .signedOut(.refusedByServer))
    }

    /// The store fails after the server has replaced the token: nobody sees the new one before it is stored, and the old is not used again.
    @Test func newTokensAreStoredFirst() async throws {
        let session = try await started()
        time.advance(.minutes(5))
        await store.fail(.write, with: VaultError(.locked, ""))
        #expect(await code(session) == .storeLocked)
        #expect(await code(session) == .storeLocked)
        #expect(await server.refreshed == ["refresh-1"])
        await store.fail(.write, with: nil)
        #expect(try await token(session) == "access-2")
        #expect(try await token(self.session()) == "access-2")
        #expect(await server.refreshed == ["refresh-1"])
    }

    /// Tokens that could not be stored never take the place of what another instance has made of the session meanwhile.
    @Test(arguments: [false, true]) func lateTokensDoNotComeBack(_ signsInAgain: Bool) async throws {
        let (session, other) = (try await started(), session())
        time.advance(.minutes(5))
        await store.fail(.write, with: VaultError(.locked, ""))
        #expect(await code(session) == .storeLocked)
        await store.fail(.write, with: nil)
        try await other.signOut()
        if signsInAgain { try await other.start(with: try TokenResponse(accessToken: "eve", lifetime: .minutes(5), subject: "eve")) }
        #expect(await code(session) == (signsInAgain ? nil : .signInRequired))
        #expect(try await session.state() == (signsInAgain ? .signedIn(subject: "eve") : .signedOut(.none)))
        if signsInAgain { #expect(try await token(session) == "eve") }
        #expect(await server.revoked == ["access-1", "access-2"])
    }

    /// A caller that is cancelled while another has the lock is gone at once: it does not go round and round until the lock is free.
    @Test func aCancelledCallerGoes() async throws {
        let session = try await started()
        time.advance(.minutes(5))
        await server.wait(milliseconds: 300)
        let refresh = Task { try await token(session) }
        while await server.refreshed.isEmpty { await Task.yield() }
        // Each look at the lock is a look at the clock.
        let looks = CountedTime()
        let other = Session(in: vault, refresher: server, time: looks)
        let signOut = Task { try await other.signOut() }
        signOut.cancel()
        await #expect(throws: AuthError(.userCancelled, "")) { try await signOut.value }
        #expect(looks.count < 20)
        _ = await refresh.result
    }

    @Test func aLockedDeviceIsNoSignOut() async throws {
        let session = try await started()
        await store.fail(.read, with: VaultError(.locked, ""))
        time.advance(.minutes(5))
        #expect(await code(session) == .storeLocked)
        #expect(await code(self.session()) == .storeLocked)
        await store.fail(.read, with: nil)
        #expect(try await token(session) == "access-2")
    }

    @Test func signsOut() async throws {
        let session = try await started()
        #expect(try await session.signOut() == .done)
        #expect(await server.revoked == ["access-1"])
        #expect(try await vault.list().isEmpty)
        #expect(try await session.state() == .signedOut(.requested))
        #expect(await code(session) == .signInRequired)
        #expect(try await session.signOut() == .nothing)
        // The server fails: nothing is left here all the same, and the caller learns it.
        try await session.start(with: try await server.next())
        await server.failRevocation(AuthError(.unavailable, ""))
        #expect(try await session.signOut() == .failed(AuthError(.unavailable, "")))
        #expect(try await vault.list().isEmpty)
        // The record cannot be removed: that is no sign-out.
        try await session.start(with: try await server.next())
        await store.fail(.remove, with: VaultError(.storeUnavailable, ""))
        await #expect(throws: AuthError(.storeUnavailable, "")) { try await session.signOut() }
        #expect(try await session.state() == .signedIn(subject: "ada"))
    }

    @Test func anotherInstanceSignsOut() async throws {
        let (session, other) = (try await started(), session())
        _ = try await token(other)
        try await session.signOut()
        time.advance(.minutes(5))
        #expect(await code(other) == .signInRequired)
        #expect(await server.refreshed.isEmpty)
    }

    @Test func idleAndAbsoluteLimits() async throws {
        let idle = try await started(SessionLimits(idle: .minutes(16)))
        for _ in 0..<10 {
            time.advance(.minutes(4))
            _ = try await token(idle)
        }
        time.advance(.minutes(16))
        #expect(await code(idle) == .signInRequired)
        #expect(try await idle.state() == .signedOut(.idle))
        let absolute = try await started(SessionLimits(absolute: .hours(1)))
        for _ in 0..<14 {
            time.advance(.minutes(4))
            _ = try await token(absolute)
        }
        time.advance(.minutes(4))
        #expect(await code(absolute) == .signInRequired)
        #expect(try await absolute.state() == .signedOut(.tooOld))
        #expect(await server.revoked.count == 2)
    }

    @Test func bothClocksHaveToAgree() async throws {
        let session = try await started()
        time.setWall(time.wallTime + .seconds(-60))
        #expect(try await token(session) == "access-2", "the wall clock was set back")
        time.setWall(time.wallTime + .minutes(5))
        #expect(try await token(session) == "access-3", "the wall clock was set ahead")
        time.reboot()
        #expect(try await token(session) == "access-3")
        time.advance(.seconds(271))
        #expect(try await token(session) == "access-4", "the margin of 30 seconds")
    }

    @Test func withoutRefreshTokenItEnds() async throws {
        let session = session()
        try await session.start(with: try TokenResponse(accessToken: "a"))
        #expect(try await token(session) == "a")
        time.advance(.minutes(5))
        #expect(await code(session) == .signInRequired)
        #expect(try await session.state() == .signedOut(.expired))
    }

    static let responses: [(String, Bool)] = [
        (#"{"access_token":"a","token_type":"bearer"}"#, true), (#"{"access_token":"a","token_type":"Bearer","expires_in":"3600"}"#, true),
        (#"{"access_token":"a","token_type":"Bearer","expires_in":3.6e3,"refresh_token":"r","x":1}"#, true), ("", false), ("{}", false),
        (#"{"access_token":"a"}"#, false), (#"{"access_token":"a","token_type":"DPoP"}"#, false),
        (#"{"access_token":"","token_type":"Bearer"}"#, false),
        (#"{"access_token":"a b","token_type":"Bearer"}"#, false), (#"{"access_token":"a\r\nx: y","token_type":"Bearer"}"#, false),
        (#"{"access_token":"a","token_type":"Bearer","expires_in":0}"#, false),
        (#"{"access_token":"a","token_type":"Bearer","expires_in":-1}"#, false),
        (#"{"access_token":"a","token_type":"Bearer","expires_in":null}"#, false),
        (#"{"access_token":"a","access_token":"b","token_type":"Bearer"}"#, false),
        (#"{"access_token":"a","token_type":"Bearer","refresh_token":"é"}"#, false), (#"[]"#, false),
    ]

    @Test func readsTokenResponses() {
        for (json, isRight) in Self.responses {
            #expect(((try? TokenResponse(parsing: Array(json.utf8))) != nil) == isRight, "\(json)")
        }
    }
}
