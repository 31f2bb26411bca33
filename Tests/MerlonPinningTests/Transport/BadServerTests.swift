#if os(Linux)
    import Foundation
    import FoundationNetworking
    import MerlonCore
    import MerlonPinning
    import MerlonURLSession
    import PinningConformance
    import TestSupport
    import Testing

    /// Servers that stall, send garbage or too much: a typed error within the deadline, and nothing accepted.
    @Suite(.serialized) struct BadServerTests {
        @Test func typedErrorsWithinTheDeadline() async throws {
            let policy = try TestPKI.shared.get().policy(["inter"])
            let transport = try PinnedTransport(policy)
            let configuration = URLSessionConfiguration.ephemeral
            configuration.timeoutIntervalForResource = 1
            let session = try URLSession.pinned(by: policy, configuration: configuration)
            defer { session.invalidateAndCancel() }
            for row in BadServerCase.table {
                let server = try SilentServer(answering: row.bytes, closes: row.closes)
                let url = "https://localhost:\(server.port)/"
                let started = SystemTimeSource().monotonicTime
                switch await PinnedTransportTests.outcome(transport, HTTPRequest(.get, try HTTPURL(url), timeout: .milliseconds(600))) {
                case .success: Issue.record("\(row.name) was accepted")
                case .failure(let error): #expect(row.codes.contains(error.code), "\(row.name): \(error)")
                }
                switch await PinnedURLSessionTests.load(session, try PinnedURLSessionTests.request(url)) {
                case .success: Issue.record("\(row.name) was accepted")
                case .failure(let error): #expect(row.codes.contains(error.code), "URLSession, \(row.name): \(error)")
                }
                // Wide: all other tests want the same threads. The tool's own test, a process of its own, is strict.
                #expect(SystemTimeSource().monotonicTime - started < .minutes(10), "\(row.name)")
            }
        }

        /// The handshake is done, and the answer stalls or trickles: the time for everything ends it.
        @Test(.enabled(if: TestServer.nginx.isInstalled, Comment(rawValue: TestServer.reason))) func answersThatTrickle() async throws {
            try await TestServer.run { server in
                let policy = try server.pki.policy(["inter"])
                let url = server.url("good", "trickle")
                let request = HTTPRequest(.get, try HTTPURL(url), maximumResponseBody: 4 << 20, timeout: .seconds(1))
                let transport = try PinnedTransport(policy)
                await #expect(throws: PinningError(.timedOut, "")) { try await PinnedTransportTests.outcome(transport, request).get() }
                let configuration = URLSessionConfiguration.ephemeral
                configuration.timeoutIntervalForResource = 1
                let session = try URLSession.pinned(by: policy, configuration: configuration)
                defer { session.invalidateAndCancel() }
                await #expect(throws: PinningError(.timedOut, "")) {
                    try await PinnedURLSessionTests.load(session, PinnedURLSessionTests.request(url)).get()
                }
            }
        }

        @Test func cancellationEndsARequest() async throws {
            let server = try SilentServer()
            let transport = try PinnedTransport(TestPKI.shared.get().policy(["inter"]))
            let url = try HTTPURL("https://localhost:\(server.port)/")
            let task = Task { await PinnedTransportTests.outcome(transport, HTTPRequest(.get, url, timeout: .seconds(20))) }
            try await Task.sleep(nanoseconds: 100_000_000)
            let started = SystemTimeSource().monotonicTime
            task.cancel()
            guard case .failure(let error) = await task.value else {
                Issue.record("a silent server was accepted")
                return
            }
            #expect(error.code == .cancelled && SystemTimeSource().monotonicTime - started < .seconds(60))
        }
    }
#endif
