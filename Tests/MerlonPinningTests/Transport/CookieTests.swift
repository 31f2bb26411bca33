#if os(Linux)
    import Foundation
    import FoundationNetworking
    import MerlonPinning
    import MerlonURLSession
    import PinningConformance
    import TestSupport
    import Testing

    /// Cookies of pinned sessions: kept and sent as the session's configuration and their own attributes say.
    @Suite(.serialized, .enabled(if: TestServer.nginx.isInstalled, Comment(rawValue: TestServer.reason))) struct CookieTests {
        /// What the server gets at each path after it has set its cookies.
        static func sent(
            _ server: TestServer, _ configure: (URLSessionConfiguration) -> Void = { _ in },
            _ change: (inout URLRequest) -> Void = { _ in },
            _ paths: [String] = ["cookies", "cookies/deep/er", "cookies/deeper"]
        ) async throws -> [String] {
            let configuration = URLSessionConfiguration.ephemeral
            configure(configuration)
            let session = try URLSession.pinned(by: server.pki.policy(["inter"]), configuration: configuration)
            defer { session.invalidateAndCancel() }
            var seen: [String] = []
            for path in ["cookies/set"] + paths {
                var request = try PinnedURLSessionTests.request(server.url("good", path))
                change(&request)
                let (_, _, response) = try await PinnedURLSessionTests.load(session, request).get()
                seen.append(response.value(forHTTPHeaderField: "X-Cookie") ?? "")
            }
            return Array(seen.dropFirst())
        }

        @Test func cookiesGoWhereTheyBelong() async throws {
            try await TestServer.run { server in
                #expect(try await Self.sent(server) == ["dated=3; plain=1", "deep=2; dated=3; plain=1", "dated=3; plain=1"])
                let nothing = ["", "", ""]
                #expect(try await Self.sent(server) { $0.httpCookieAcceptPolicy = .never } == nothing)
                #expect(try await Self.sent(server) { $0.httpShouldSetCookies = false } == nothing)
                #expect(try await Self.sent(server) { $0.httpCookieStorage = nil } == nothing)
                #expect(try await Self.sent(server, { _ in }, { $0.httpShouldHandleCookies = false }) == nothing)
                // The app's own field stands as it is.
                let own = try await Self.sent(server, { _ in }, { $0.setValue("mine=1", forHTTPHeaderField: "Cookie") })
                #expect(own == ["mine=1", "mine=1", "mine=1"])
            }
        }
    }
#endif
