#if os(Linux)
    import Foundation
    import FoundationNetworking
    import MerlonCore
    import MerlonPinning
    import PinningConformance
    import MerlonURLSession
    import TestSupport
    import Testing

    /// Ordinary `URLSession` code over libcurl, against the same servers and the same table.
    @Suite(.serialized, .enabled(if: TestServer.nginx.isInstalled, Comment(rawValue: TestServer.reason)))
    struct PinnedURLSessionTests {
        /// What a data task gave: status and body, or Merlon's error.
        static func load(_ session: URLSession, _ request: URLRequest) async -> Result<(Int, String, HTTPURLResponse), PinningError> {
            await withCheckedContinuation { continuation in
                session.dataTask(with: request) { data, response, error in
                    if let response = response as? HTTPURLResponse, error == nil {
                        continuation.resume(
                            returning: .success((response.statusCode, String(decoding: data ?? Data(), as: UTF8.self), response)))
                    } else {
                        let underlying = (error as? URLError)?.userInfo[NSUnderlyingErrorKey] as? PinningError
                        continuation.resume(
                            returning: .failure(underlying ?? PinningError(.backendFailure, "\(String(describing: error))")))
                    }
                }.resume()
            }
        }

        static func request(_ url: String) throws -> URLRequest { URLRequest(url: try #require(URL(string: url)), timeoutInterval: 10) }

        @Test func theTable() async throws {
            try await TestServer.run { server in
                for row in ServerCase.table {
                    let session = try URLSession.pinned(by: row.policy(server.pki))
                    defer { session.invalidateAndCancel() }
                    let result = await Self.load(session, try Self.request(server.url(row.site, host: row.host)))
                    switch (result, row.expected) {
                    case (.success(let (status, _, _)), .accepted):
                        #expect(status == row.status, "\(row.testDescription)")
                    case (.failure(let error), .refused(let code)): #expect(error.code == code, "\(row.testDescription): \(error)")
                    default: Issue.record("\(row.testDescription): \(result)")
                    }
                }
            }
        }

        @Test func everyNetworkSchemeIsClaimed() async throws {
            try await TestServer.run { server in
                let session = try URLSession.pinned(by: server.pki.policy(["inter"]))
                defer { session.invalidateAndCancel() }
                let plain = server.ports["plain"] ?? 0
                let good = server.ports["good"] ?? 0
                let table: [(String, PinningError.Code)] = [
                    ("http://localhost:\(plain)/", .insecureURL), ("HTTP://LOCALHOST:\(plain)/", .insecureURL),
                    ("ftp://localhost:\(plain)/", .invalidURL),
                    ("wss://localhost:\(good)/", .invalidURL), ("ws://localhost:\(plain)/", .invalidURL),
                    (server.url("good", host: "pin.test"), .hostNotInPolicy),
                    (server.url("good", "to-http"), .redirectRefused), (server.url("good", "to-stranger"), .untrustedServer),
                    (server.url("good", "to-other-host"), .redirectRefused), (server.url("good", "loop"), .redirectRefused),
                    ("https://user:secret@localhost:\(good)/", .invalidURL),
                ]
                for (url, code) in table {
                    guard case .failure(let error) = await Self.load(session, try Self.request(url)) else {
                        Issue.record("\(url) was loaded")
                        continue
                    }
                    #expect(error.code == code, "\(url): \(error)")
                }
            }
        }

        @Test func ordinaryRequests() async throws {
            try await TestServer.run { server in
                let session = try URLSession.pinned(by: server.pki.policy(["inter"]))
                defer { session.invalidateAndCancel() }
                for _ in 0..<3 {
                    let (status, body, _) = try await Self.load(session, Self.request(server.url("resume"))).get()
                    #expect(status == 200 && body == "resume .  NONE", "nothing is resumed")
                }
                #expect(try await Self.load(session, Self.request(server.url("good", "large"))).get().1.utf8.count == 2 << 20)
                var post = try Self.request(server.url("good", "echo"))
                post.httpMethod = "POST"
                post.httpBody = Data("a=b".utf8)
                post.setValue("Bearer x", forHTTPHeaderField: "Authorization")
                let (_, _, answer) = try await Self.load(session, post).get()
                #expect(
                    answer.value(forHTTPHeaderField: "X-Method") == "POST"
                        && answer.value(forHTTPHeaderField: "X-Authorization") == "Bearer x")
                let (_, _, landed) = try await Self.load(session, Self.request(server.url("good", "relative"))).get()
                #expect(landed.statusCode == 200 && landed.url?.path == "/echo")

                // What the open-source Foundation keeps from a URLProtocol is refused, not loaded another way.
                let failures = await withCheckedContinuation { continuation in
                    session.downloadTask(with: URL(string: server.url("good")) ?? URL(fileURLWithPath: "/")) { _, _, error in
                        continuation.resume(returning: ((error as? URLError)?.userInfo[NSUnderlyingErrorKey] as? PinningError)?.code)
                    }.resume()
                }
                #expect(failures == .unsupported)
            }
        }

        /// Follows every redirect, as the app's own delegate would.
        final class Follower: NSObject, URLSessionTaskDelegate {
            func urlSession(
                _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
                newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
            ) { completionHandler(request) }
        }

        /// A token among the session's own fields stays with the origin it was meant for, with and without a delegate.
        @Test func tokensDoNotFollowToAnotherOrigin() async throws {
            try await TestServer.run { server in
                for delegate in [nil, Follower()] {
                    let configuration = URLSessionConfiguration.ephemeral
                    configuration.httpAdditionalHeaders = ["Authorization": "Bearer x"]
                    let session = try URLSession.pinned(
                        by: server.pki.policy(["inter"]), configuration: configuration, delegate: delegate)
                    defer { session.invalidateAndCancel() }
                    for (site, path, token) in [("good", "relative", "Bearer x"), ("tls12", "to-other-port", nil)]
                        as [(String, String, String?)]
                    {
                        let (status, _, landed) = try await Self.load(session, Self.request(server.url(site, path))).get()
                        #expect(status == 200 && landed.url?.path == "/echo")
                        #expect(landed.value(forHTTPHeaderField: "X-Authorization") == token, "\(path)")
                    }
                }
            }
        }

        /// What a session needed goes after it, at the latest when the next one is made.
        @Test func endedSessionsLeaveNothing() async throws {
            try await TestServer.run { server in
                let policy = try server.pki.policy(["inter"])
                weak var reporter: PinReporter?
                do {
                    let strong = PinReporter { _ in }
                    reporter = strong
                    let session = try URLSession.pinned(by: policy, reporter: strong)
                    _ = try await Self.load(session, Self.request(server.url("good"))).get()
                    session.finishTasksAndInvalidate()
                }
                for _ in 0..<200 where reporter != nil {
                    try await Task.sleep(nanoseconds: 10_000_000)
                    try URLSession.pinned(by: policy).invalidateAndCancel()
                }
                #expect(reporter == nil)
            }
        }

        @Test func cancelledTasksEnd() async throws {
            let silent = try SilentServer()
            let pki = try TestPKI.shared.get()
            let session = try URLSession.pinned(by: pki.policy(["inter"]))
            defer { session.invalidateAndCancel() }
            let started = SystemTimeSource().monotonicTime
            let code: URLError.Code? = await withCheckedContinuation { continuation in
                let task = session.dataTask(with: URL(string: "https://localhost:\(silent.port)/") ?? URL(fileURLWithPath: "/")) {
                    _, _, error in
                    continuation.resume(returning: (error as? URLError)?.code)
                }
                task.resume()
                DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { task.cancel() }
            }
            #expect(code == .cancelled && SystemTimeSource().monotonicTime - started < .seconds(5))
        }
    }
#endif
