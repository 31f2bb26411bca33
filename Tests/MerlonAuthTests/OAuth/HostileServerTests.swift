import MerlonAuth
import MerlonCore
import MerlonCrypto
import MerlonPinning
import Testing

/// The client of a server that lies, and of somebody between them who sends answers of his own.
@Suite("OAuth against a hostile server")
struct HostileServerTests {
    let server: FakeServer
    let client: OAuthClient
    static let redirect = "com.example.app:/callback"

    init() async throws {
        server = try FakeServer()
        client = try OAuthClient(FakeServer.metadata, clientID: "app", transport: server, time: server.time)
    }

    private func begin(_ options: SignInOptions = SignInOptions(scopes: ["openid", "read"])) throws -> AuthorizationFlow {
        try client.begin(redirectURI: RedirectURI(Self.redirect), options: options)
    }

    /// The answer of an honest server to a flow, with parameters changed or taken away (`nil`).
    private func answer(_ flow: AuthorizationFlow, _ changes: [String: String?] = [:], to redirect: String = redirect) -> String {
        var parameters: [String: String] = ["code": "the%20code", "iss": FakeServer.issuer]
        parameters["state"] = FakeServer.parameters(of: flow.url)["state"]
        for (name, value) in changes { parameters[name] = value }
        return "\(redirect)?" + parameters.map { "\($0)=\($1)" }.joined(separator: "&")
    }

    private func code(_ flow: AuthorizationFlow, _ answer: String, by client: OAuthClient? = nil) async -> AuthError.Code? {
        do throws(AuthError) { _ = try await (client ?? self.client).finish(flow, with: answer) } catch { return error.code }
        return nil
    }

    @Test func signsIn() async throws {
        let (flow, other) = (try begin(), try begin())
        let (first, second) = (FakeServer.parameters(of: flow.url), FakeServer.parameters(of: other.url))
        #expect(
            first["code_challenge_method"] == "S256" && first["redirect_uri"] == Self.redirect && first["scope"] == "openid read"
                && first["tenant"] == "1" && first["response_type"] == "code" && first["client_id"] == "app")
        for name in ["state", "nonce", "code_challenge"] { #expect(first[name]?.count == 43 && first[name] != second[name], "\(name)") }
        await server.expect(flow)
        let signIn = try await client.finish(flow, with: answer(flow))
        #expect(signIn.tokens.subject == "ada" && signIn.identity?.claims["sub"] == "ada" && signIn.tokens.lifetime == .minutes(5))
        let forms = await server.forms
        #expect(forms.count == 1 && forms[0]["code_verifier"]?.count == 43 && forms[0]["client_id"] == "app")
        // The verifier belongs to one flow alone.
        #expect(await code(other, answer(other)) == .authenticationFailed)
        // No credential is in a URL.
        let targets = await server.requests.map(\.url.target)
        #expect(targets.allSatisfy { !$0.contains("code") && !$0.contains("verifier") }, "\(targets)")
    }

    @Test(arguments: FakeServer.Trick.allCases) func believesNoLie(_ trick: FakeServer.Trick) async throws {
        let flow = try begin(SignInOptions(scopes: ["openid"], maximumAge: .minutes(5)))
        await server.expect(flow)
        await server.play(trick)
        let expected: AuthError.Code? =
            switch trick {
            case .none, .otherSubject: nil
            case .noIDToken, .algorithmNone, .unsignedRest, .otherKey, .publicKeyAsSecret, .embeddedKey, .encrypted: .authenticationFailed
            case .expired, .oldSignIn: .expired
            case .notYet, .futureSignIn: .notYetValid
            case .html, .notBearer, .noTokenType, .twoAccessTokens, .numberAsRefreshToken, .lineBreakInToken, .negativeLifetime,
                .textLifetime,
                .emptyBody, .array, .hugeToken:
                .malformed
            default: .claimMismatch
            }
        #expect(await code(flow, answer(flow)) == expected)
    }

    /// Answers that are not the flow's. Each costs the flow: the right one comes too late.
    @Test func refusesForeignAnswers() async throws {
        let wrong: [(AuthorizationFlow) -> String] = [
            { answer($0, ["iss": nil]) }, { answer($0, ["iss": "https://evil.example"]) }, { answer($0, ["iss": FakeServer.issuer + "/"]) },
            { answer($0, ["code": nil]) }, { answer($0, ["code": ""]) }, { answer($0) + "&code=d" }, { answer($0) + "&state=x" },
            { answer($0, ["state": nil]) }, { answer($0, ["state": "x"]) }, { answer($0, ["state": ""]) },
            { answer($0, ["state": FakeServer.parameters(of: $0.url)["nonce"]]) },
            { answer($0, to: "com.example.app:/callback/") }, { answer($0, to: "com.example.App:/callback") },
            { answer($0, to: "com.example.app:/callback#") }, { answer($0, to: "https://evil.example/") },
            { answer($0, to: " com.example.app:/callback") }, { _ in "" }, { _ in Self.redirect }, { _ in Self.redirect + "?" },
            { answer($0, ["code": "%zz"]) }, { answer($0, ["code": "%ff"]) }, { answer($0, ["code": "%"]) },
            { answer($0, ["iss": nil, "error": "access_denied"]) }, { answer($0, ["state": nil, "error": "access_denied"]) },
            { answer($0, ["x": String(repeating: "a", count: 17 << 10)]) }, { answer($0, ["code": String(repeating: "a", count: 5000)]) },
            { answer($0) + String(repeating: "&a", count: 70) }, { answer($0) + (0..<70).map { "&a\($0)=1" }.joined() },
        ]
        for (index, make) in wrong.enumerated() {
            let flow = try begin()
            await server.expect(flow)
            #expect(await code(flow, make(flow)) == .authenticationFailed, "\(index)")
            #expect(await code(flow, answer(flow)) == .authenticationFailed, "\(index)")
        }
        #expect(await server.requests.isEmpty, "a foreign answer reached the token endpoint")
    }

    @Test func anAnswerIsTakenOnceAndInTime() async throws {
        let (once, late, early) = (try begin(), try begin(), try begin())
        await server.expect(once)
        #expect(await code(once, answer(once)) == nil)
        #expect(await code(once, answer(once)) == .authenticationFailed)
        await server.expect(early)
        server.time.advance(.seconds(599))
        #expect(await code(early, answer(early) + "#_=_") == nil)
        server.time.advance(.seconds(1))
        await server.expect(late)
        #expect(await code(late, answer(late)) == .authenticationFailed)
    }

    static let errors: [(String, AuthError.Code)] = [
        ("access_denied", .userCancelled), ("server_error", .unavailable), ("temporarily_unavailable", .unavailable),
        ("login_required", .signInRequired), ("interaction_required", .signInRequired), ("invalid_scope", .unsupported), ("", .unsupported),
    ]

    @Test func tellsErrorsOfTheServer() async throws {
        for (error, expected) in Self.errors {
            let flow = try begin()
            #expect(await code(flow, answer(flow, ["error": error])) == expected, "\(error)")
        }
        #expect(await server.requests.isEmpty)
    }

    /// Two servers, of which one is hostile: what belongs to one never goes to the other (RFC 9700, 4.4).
    @Test func serversAreNotMixedUp() async throws {
        let evil = try FakeServer()
        var metadata = try FakeServer.metadata
        metadata.issuer = "https://evil.example"
        let other = try OAuthClient(metadata, clientID: "app", transport: evil, time: evil.time)
        let flow = try begin()
        #expect(await code(flow, answer(flow), by: other) == .invalidArgument)
        let twin = try OAuthClient(FakeServer.metadata, clientID: "app2", transport: evil, time: evil.time)
        #expect(await code(flow, answer(flow), by: twin) == .invalidArgument)
        #expect(await evil.requests.isEmpty)
        // A flow begun at the hostile server, whose answer an honest one gives.
        let begun = try other.begin(redirectURI: RedirectURI(Self.redirect))
        #expect(await code(begun, answer(begun), by: other) == .authenticationFailed)
        #expect(await evil.requests.isEmpty)
    }

    @Test func refusesWhatNoFlowMayAsk() throws {
        let wrong: [SignInOptions] = [
            SignInOptions(scopes: ["a b"]), SignInOptions(scopes: [""]), SignInOptions(scopes: ["\""]), SignInOptions(scopes: ["ä"]),
            SignInOptions(parameters: ["state": "x"]), SignInOptions(parameters: ["code_challenge": "x"]),
            SignInOptions(parameters: ["redirect_uri": "x"]), SignInOptions(parameters: ["response_mode": "fragment"]),
            SignInOptions(parameters: ["request_uri": "x"]), SignInOptions(scopes: ["read"], maximumAge: .zero),
            SignInOptions(maximumAge: .seconds(-1)), SignInOptions(parameters: ["x": String(repeating: "a", count: 9000)]),
        ]
        for options in wrong { #expect(throws: AuthError(.invalidArgument, ""), "\(options)") { try begin(options) } }
        for text in [
            "", "com.example.app", "example:/x", "http://localhost:1/x", "http://127.0.0.1.evil.example/x", "http://127.0.0.1/x#a",
            "javascript:alert(1)", "https://", "https://a.example/?x", "com.example.app:", "Com.Example.app:/x", "http://id.example/x",
            "com.example.app:/\u{20}x", "com.example.app:/x#y", "file:///x", "https://user@a.example/x",
        ] {
            #expect(throws: AuthError(.invalidArgument, ""), "\(text)") { try RedirectURI(text) }
        }
        for text in [Self.redirect, "https://app.example/cb", "http://127.0.0.1:5000/cb", "http://[::1]:5000/cb"] {
            #expect(try RedirectURI(text).description == text)
        }
        // Without PKCE at the server, a nonce has to do; with neither nothing is begun.
        var metadata = try FakeServer.metadata
        metadata.supportsPKCE = false
        let careless = try OAuthClient(metadata, clientID: "app", transport: server)
        _ = try careless.begin(redirectURI: RedirectURI(Self.redirect))
        #expect(throws: AuthError(.unsupported, "")) {
            try careless.begin(redirectURI: RedirectURI(Self.redirect), options: SignInOptions(scopes: ["read"]))
        }
        metadata.requiresPushedRequests = true
        let pushed = try OAuthClient(metadata, clientID: "app", transport: server)
        #expect(throws: AuthError(.unsupported, "")) { try pushed.begin(redirectURI: RedirectURI(Self.redirect)) }
        for clientID in ["", String(repeating: "a", count: 256), "a\nb", "ä"] {
            #expect(throws: AuthError(.invalidArgument, "")) { try OAuthClient(FakeServer.metadata, clientID: clientID, transport: server) }
        }
    }
}
