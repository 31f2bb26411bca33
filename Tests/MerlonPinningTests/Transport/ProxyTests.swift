#if os(Linux)
    import Foundation
    import FoundationNetworking
    import MerlonCore
    import MerlonPinning
    import MerlonURLSession
    import PinningConformance
    import TestSupport
    import Testing

    /// Proxies of the environment. All of it is asked for `pin.test`: other tests in this process go to localhost, past the proxy.
    @Suite(.serialized, .enabled(if: TestServer.nginx.isInstalled, Comment(rawValue: TestServer.reason))) struct ProxyTests {
        static func withProxy(_ proxy: TunnelProxy, _ body: () async throws -> Void) async throws {
            let variables = [("https_proxy", "http://127.0.0.1:\(proxy.port)"), ("no_proxy", "localhost,127.0.0.1")]
            for (name, value) in variables { _ = unsafe setenv(name, value, 1) }
            defer { for (name, _) in variables { _ = unsafe unsetenv(name) } }
            try await body()
        }

        static func load(
            _ server: TestServer, _ site: String, _ app: LoginTests.App? = nil, _ path: String = "echo"
        ) async throws -> Result<(Int, String, HTTPURLResponse), PinningError> {
            let session = try URLSession.pinned(by: server.pki.policy(host: "pin.test", ["inter"]), delegate: app)
            defer { session.invalidateAndCancel() }
            let result = await PinnedURLSessionTests.load(
                session, try PinnedURLSessionTests.request(server.url(site, path, host: "pin.test")))
            #expect(session.configuration.httpCookieStorage?.cookies?.isEmpty ?? true)
            return result
        }

        /// A proxy that tunnels is nobody who was verified: what it says on the way is no part of the answer.
        @Test func aProxySaysNothing() async throws {
            try await TestServer.run { server in
                let proxy = try TunnelProxy(saying: "HTTP/1.1 200 OK\r\nSet-Cookie: planted=1\r\nX-Method: planted\r\n\r\n")
                try await Self.withProxy(proxy) {
                    let (_, _, answer) = try await Self.load(server, "good").get()
                    #expect(proxy.connections == 1)
                    #expect(answer.value(forHTTPHeaderField: "X-Method") == "GET")
                    #expect(answer.value(forHTTPHeaderField: "Set-Cookie") == nil)
                    for (site, code) in [("stranger", PinningError.Code.untrustedServer), ("other-trusted", .pinMismatch)] {
                        let result = try await Self.load(server, site)
                        #expect(throws: PinningError(code, "")) { try result.get() }
                    }
                }
            }
        }

        @Test func aProxysChallengeReachesTheApp() async throws {
            let login = "Basic " + Data("ann:correct horse".utf8).base64EncodedString()
            try await TestServer.run { server in
                let proxy = try TunnelProxy(wanting: login)
                try await Self.withProxy(proxy) {
                    let asked = { (failures: Int) in "HTTPBasic - \(failures) proxy 127.0.0.1:\(proxy.port)" }
                    let right = LoginTests.App([(.useCredential, "wrong"), (.useCredential, LoginTests.right)])
                    #expect(try await Self.load(server, "good", right).get().0 == 200)
                    #expect(right.challenges.all == [asked(0), asked(1)] && proxy.refusals == 2 && proxy.connections == 1)
                    // The login of the proxy is none of the server's, and the server's comes through the same proxy.
                    let both = LoginTests.App([(.useCredential, LoginTests.right)])
                    #expect(try await Self.load(server, "good", both, "basic").get().0 == 200)
                    #expect(both.challenges.all == [asked(0), "HTTPBasic inner 0 pin.test"])
                    // A server that is not the right one is refused behind it.
                    let stranger = try await Self.load(server, "stranger", LoginTests.App([(.useCredential, LoginTests.right)]))
                    #expect(throws: PinningError(.untrustedServer, "")) { try stranger.get() }
                    for answer in [(.performDefaultHandling, nil), (.useCredential, nil), (.rejectProtectionSpace, nil)]
                        as [LoginTests.App.Answer]
                    {
                        let app = LoginTests.App([answer])
                        let result = try await Self.load(server, "good", app)
                        #expect(throws: PinningError(.connectionFailed, "")) { try result.get() }
                        #expect(app.challenges.all == [asked(0)])
                    }
                    let alone = try await Self.load(server, "good")
                    #expect(throws: PinningError(.connectionFailed, "")) { try alone.get() }
                    let cancels = try await Self.load(server, "good", LoginTests.App([(.cancelAuthenticationChallenge, nil)]))
                    #expect(throws: PinningError(.cancelled, "")) { try cancels.get() }
                }
            }
        }

        @Test func proxiesOfAConfigurationAreRefused() throws {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.connectionProxyDictionary = ["HTTPSEnable": 1, "HTTPSProxy": "127.0.0.1", "HTTPSPort": 8080]
            let policy = try TestPKI.shared.get().policy(["inter"])
            #expect(throws: PinningError(.unsupported, "")) { try URLSession.pinned(by: policy, configuration: configuration) }
        }
    }
#endif
