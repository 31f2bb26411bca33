import MerlonAuth
import MerlonCore
import MerlonCrypto
import MerlonPinning
import Testing

@Suite("Published keys")
struct RemoteKeySetTests {
    /// An issuer with its keys, a transport that serves them, and a verifier.
    final class Issuer: Sendable {
        let keys: [String: SoftwareSigningKey]
        let time = ManualTime()
        let transport: ScriptedTransport
        let verifier: RemoteTokenVerifier

        init(_ names: [String], headers: [String: String] = [:], limits: RemoteKeySet.Limits = .init()) throws {
            keys = Dictionary(uniqueKeysWithValues: try names.map { ($0, try SoftwareSigningKey.generate(.ed25519)) })
            let body = try Self.jwks(keys)
            transport = ScriptedTransport(.response(200, body, headers))
            let set = try RemoteKeySet(at: try HTTPURL("https://id.example/jwks"), transport: transport, limits: limits, time: time)
            verifier = RemoteTokenVerifier(keys: set, policy: TokenPolicy(issuer: "i", audience: "a"), time: time)
        }

        static func jwks(_ keys: [String: SoftwareSigningKey]) throws -> String {
            let all = try keys.map { try JSONWebKey($1.verifyingKey, keyID: $0).publicJSON() }
            return #"{"keys":[\#((all + [#"{"kty":"NEW","kid":"n"}"#]).joined(separator: ","))]}"#
        }

        func token(_ name: String, by key: SoftwareSigningKey? = nil) throws -> String {
            let key = try key ?? keys[name] ?? SoftwareSigningKey.generate(.ed25519)
            let now = time.wallTime
            return try TokenSigner(key: key, keyID: name).sign(
                RegisteredClaims(issuer: "i", audience: ["a"], expiry: now + .minutes(10), issuedAt: now))
        }

        /// What becomes of the token: `nil` when it is taken.
        func code(_ token: String) async -> AuthError.Code? {
            do throws(AuthError) { _ = try await verifier.verify(token) } catch { return error.code }
            return nil
        }

        var requestCount: Int { get async { await transport.requests.count } }
    }

    @Test func fetchesOnceAndKeeps() async throws {
        let issuer = try Issuer(["a", "b"], headers: ["cache-control": "public, max-age=3600", "etag": "\"1\""])
        #expect(issuer.verifier.keys.current == nil)
        for name in ["a", "b", "a"] { #expect(await issuer.code(try issuer.token(name)) == nil) }
        #expect(await issuer.requestCount == 1)
        #expect(issuer.verifier.keys.current?.skipped.map(\.keyID) == ["n"])
        issuer.time.advance(.seconds(3599))
        #expect(await issuer.code(try issuer.token("a")) == nil)
        #expect(await issuer.requestCount == 1)
        issuer.time.advance(.seconds(1))
        await issuer.transport.set(.response(304))
        #expect(await issuer.code(try issuer.token("a")) == nil)
        let requests = await issuer.transport.requests
        #expect(requests.count == 2)
        #expect(requests[1].headers["if-none-match"] == "\"1\"")
        #expect(requests.allSatisfy { $0.redirects == .reject && $0.maximumResponseBody == 1 << 20 })
    }

    @Test func manyWaitForOneRequest() async throws {
        let issuer = try Issuer(["a"])
        await issuer.transport.hold()
        let token = try issuer.token("a")
        let waiting = (0..<100).map { _ in Task { await issuer.code(token) } }
        while await issuer.requestCount == 0 { await Task.yield() }
        // A caller that gives up takes nothing from the others.
        waiting[0].cancel()
        for _ in 0..<100 { await Task.yield() }
        await issuer.transport.release()
        for task in waiting { #expect(await task.value == nil) }
        #expect(await issuer.requestCount == 1)
    }

    @Test func madeUpNamesCauseNoLoad() async throws {
        let issuer = try Issuer(["a"])
        #expect(await issuer.code(try issuer.token("a")) == nil)
        for index in 0..<200 { #expect(await issuer.code(try issuer.token("made-up-\(index)")) == .authenticationFailed) }
        #expect(await issuer.requestCount == 1)
        issuer.time.advance(.seconds(30))
        for index in 0..<200 { #expect(await issuer.code(try issuer.token("made-up-\(index)")) == .authenticationFailed) }
        #expect(await issuer.requestCount == 2)
        // The name that was asked for stays unknown for a minute, others may be asked for again.
        issuer.time.advance(.seconds(31))
        #expect(await issuer.code(try issuer.token("made-up-0")) == .authenticationFailed)
        #expect(await issuer.requestCount == 2)
        #expect(await issuer.code(try issuer.token("made-up-7")) == .authenticationFailed)
        #expect(await issuer.requestCount == 3)
        #expect(await issuer.code(try issuer.token("a")) == nil)
    }

    /// Limits that leave no time between requests, or that contradict each other: still one request a token.
    @Test func oneRequestATokenWithoutCoolDown() async throws {
        var limits = RemoteKeySet.Limits(coolDown: .zero, unknownKeyLifetime: .zero)
        limits.maximumFreshness = .seconds(-1)
        let issuer = try Issuer(["a"], headers: ["cache-control": "max-age=60"], limits: limits)
        await issuer.transport.set(.failure(.timedOut))
        #expect(await issuer.code(try issuer.token("a")) == .unavailable)
        #expect(await issuer.requestCount == 1)
        let body = try Issuer.jwks(issuer.keys)
        await issuer.transport.set(.response(200, body))
        #expect(await issuer.code(try issuer.token("a")) == nil)
        #expect(await issuer.code(try issuer.token("x")) == .authenticationFailed)
        #expect(await issuer.requestCount == 3)
    }

    @Test func newKeysAreFound() async throws {
        let issuer = try Issuer(["a"])
        #expect(await issuer.code(try issuer.token("a")) == nil)
        let next = try SoftwareSigningKey.generate(.ed25519)
        let body = try Issuer.jwks(["b": next])
        await issuer.transport.set(.response(200, body))
        issuer.time.advance(.seconds(30))
        #expect(await issuer.code(try issuer.token("b", by: next)) == nil)
        // The old one was withdrawn.
        #expect(await issuer.code(try issuer.token("a")) == .authenticationFailed)
    }

    static let failures: [ScriptedTransport.Answer] = [
        .failure(.connectionFailed), .failure(.pinMismatch), .response(500), .response(404, #"{"keys":[]}"#), .response(200, "<html>"),
        .response(200, #"{"error":"x"}"#), .response(304),
    ]

    @Test func aSilentIssuerIsBelievedForADay() async throws {
        for failure in Self.failures {
            let issuer = try Issuer(["a"])
            await issuer.transport.set(failure)
            #expect(await issuer.code(try issuer.token("a")) == .unavailable)
            let body = try Issuer.jwks(issuer.keys)
            await issuer.transport.set(.response(200, body))
            #expect(await issuer.code(try issuer.token("a")) == .unavailable, "within the cool-down nobody is asked")
            issuer.time.advance(.seconds(30))
            #expect(await issuer.code(try issuer.token("a")) == nil)
            await issuer.transport.set(failure)
            issuer.time.advance(.hours(1))
            #expect(await issuer.code(try issuer.token("a")) == nil)
            #expect(await issuer.code(try issuer.token("x")) == .authenticationFailed)
            issuer.time.advance(.hours(24))
            #expect(await issuer.code(try issuer.token("a")) == .unavailable)
        }
    }

    /// With keys at hand the caller's actor is not given up: what waits for it has not run when the answer is there.
    @MainActor @Test func aWarmSetDoesNotSuspend() async throws {
        let issuer = try Issuer(["a"])
        let token = try issuer.token("a")
        _ = try await issuer.verifier.verify(token)
        var hasRun = false
        let other = Task { @MainActor in hasRun = true }
        for _ in 0..<1000 { _ = try await issuer.verifier.verify(token) }
        #expect(!hasRun)
        await other.value
        #expect(hasRun)
    }

    @Test func plainHTTPIsRefused() throws {
        let transport = ScriptedTransport(.response(200))
        #expect(throws: AuthError(.invalidArgument, "")) {
            try RemoteKeySet(at: try HTTPURL("http://id.example/jwks"), transport: transport)
        }
        _ = try RemoteKeySet(at: try HTTPURL("http://127.0.0.1:8080/jwks"), transport: transport)
    }
}
