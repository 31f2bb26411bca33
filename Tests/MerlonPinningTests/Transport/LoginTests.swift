#if os(Linux)
    import Foundation
    import FoundationNetworking
    import MerlonCore
    import MerlonPinning
    import MerlonURLSession
    import PinningConformance
    import TestSupport
    import Testing

    /// Challenges of servers reach the app's delegate, each once, and what comes of them stays under the pins.
    @Suite(.serialized, .enabled(if: LoginServer.isAvailable, "\(LoginServer.need)")) struct LoginTests {
        /// An app that answers challenges as it is told, in order, the last answer again and again.
        final class App: NSObject, URLSessionTaskDelegate {
            typealias Answer = (URLSession.AuthChallengeDisposition, String?)
            private let answers: [Answer]
            private let repeats: Int
            /// Of each challenge: method, realm, earlier failures, place, and whether it came on the session's queue.
            let challenges = Collected<String>()

            init(_ answers: [Answer], times repeats: Int = 1) {
                self.answers = answers
                self.repeats = repeats
            }

            func urlSession(
                _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
                completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
            ) {
                let space = challenge.protectionSpace
                let method = space.authenticationMethod.replacingOccurrences(of: "NSURLAuthenticationMethod", with: "")
                let place = space.isProxy() ? "proxy \(space.host):\(space.port)" : space.host
                let queue = OperationQueue.current === session.delegateQueue ? "" : " elsewhere"
                challenges.add("\(method) \(space.realm ?? "-") \(challenge.previousFailureCount) \(place)\(queue)")
                let (disposition, password) = answers[min(challenges.all.count, answers.count) - 1]
                let credential = password.map { URLCredential(user: "ann", password: $0, persistence: .forSession) }
                for _ in 0..<repeats { completionHandler(disposition, credential) }
            }
        }

        static let right = "correct horse"
        static let realm = "the \"inner\" court"

        static func withServer(_ body: (LoginServer, PinningPolicy) async throws -> Void) async throws {
            try await withTemporaryFolder { folder in
                let pki = try TestPKI.shared.get()
                try await body(try LoginServer(pki, in: folder), pki.policy(["inter"]))
            }
        }

        /// Status and challenges of a GET of that path.
        static func load(
            _ server: LoginServer, _ policy: PinningPolicy, _ path: String, _ app: App?
        ) async throws -> Result<(Int, String, HTTPURLResponse), PinningError> {
            let session = try URLSession.pinned(by: policy, delegate: app)
            defer { session.invalidateAndCancel() }
            return await PinnedURLSessionTests.load(session, try PinnedURLSessionTests.request(server.url(path)))
        }

        struct Row: Sendable {
            var path: String
            var answers: [App.Answer]
            var status: Int?
            var challenges: [String]
        }

        static let table: [Row] = [
            Row(path: "basic", answers: [(.useCredential, right)], status: 200, challenges: ["HTTPBasic \(realm) 0 localhost"]),
            Row(path: "digest", answers: [(.useCredential, right)], status: 200, challenges: ["HTTPDigest \(realm) 0 localhost"]),
            Row(path: "ntlm", answers: [(.useCredential, right)], status: 200, challenges: ["NTLM - 0 localhost"]),
            // A wrong password, then the right one, or never.
            Row(
                path: "ntlm", answers: [(.useCredential, "wrong"), (.useCredential, right)], status: 200,
                challenges: ["NTLM - 0 localhost", "NTLM - 1 localhost"]),
            Row(
                path: "digest", answers: [(.useCredential, "wrong"), (.performDefaultHandling, nil)], status: 401,
                challenges: ["HTTPDigest \(realm) 0 localhost", "HTTPDigest \(realm) 1 localhost"]),
            Row(
                path: "basic", answers: [(.useCredential, "wrong")], status: 401,
                challenges: (0..<10).map { "HTTPBasic \(realm) \($0) localhost" }),
            // One way after the other.
            Row(
                path: "several", answers: [(.rejectProtectionSpace, nil), (.useCredential, right)], status: 200,
                challenges: ["HTTPDigest \(realm) 0 localhost", "HTTPBasic \(realm) 0 localhost"]),
            Row(
                path: "several", answers: [(.rejectProtectionSpace, nil)], status: 401,
                challenges: ["HTTPDigest \(realm) 0 localhost", "HTTPBasic \(realm) 0 localhost"]),
            // Nobody has a credential, or nobody wants to go on.
            Row(path: "basic", answers: [(.performDefaultHandling, nil)], status: 401, challenges: ["HTTPBasic \(realm) 0 localhost"]),
            Row(path: "basic", answers: [(.useCredential, nil)], status: 401, challenges: ["HTTPBasic \(realm) 0 localhost"]),
            Row(path: "ntlm", answers: [(.rejectProtectionSpace, nil)], status: 401, challenges: ["NTLM - 0 localhost"]),
            Row(path: "digest", answers: [(.cancelAuthenticationChallenge, nil)], challenges: ["HTTPDigest \(realm) 0 localhost"]),
            // A challenge without a realm, of a kind that is no login, and none at all.
            Row(path: "strange", answers: [(.performDefaultHandling, nil)], status: 401, challenges: ["HTTPBasic - 0 localhost"]),
            Row(path: "bearer", answers: [(.useCredential, right)], status: 401, challenges: []),
            Row(path: "silent", answers: [(.useCredential, right)], status: 401, challenges: []),
        ]

        @Test func everyChallengeIsAnsweredOnce() async throws {
            try await Self.withServer { server, policy in
                for row in Self.table {
                    // What is said twice counts once.
                    for times in [1, 2] {
                        let app = App(row.answers, times: times)
                        let result = try await Self.load(server, policy, row.path, app)
                        #expect(app.challenges.all == row.challenges, "\(row.path)")
                        switch (result, row.status) {
                        case (.success(let (status, body, _)), let expected?):
                            #expect(status == expected && body == (expected == 200 ? "in" : "out"), "\(row.path): \(status) \(body)")
                        case (.failure(let error), nil): #expect(error.code == .cancelled, "\(row.path): \(error)")
                        default: Issue.record("\(row.path): \(result)")
                        }
                    }
                }
            }
        }

        /// Without a delegate the answer is the server's. What it offers can still be read, and is no challenge to Foundation.
        @Test func withoutADelegate() async throws {
            try await Self.withServer { server, policy in
                for (path, offered) in [
                    ("basic", "Basic realm="), ("ntlm", "NTLM"), ("bearer", "Bearer error="), ("strange", "Basic"), ("silent", nil),
                ] {
                    let (status, body, response) = try await Self.load(server, policy, path, nil).get()
                    #expect(status == 401 && body == "out")
                    let field = response.value(forHTTPHeaderField: "Merlon-WWW-Authenticate")
                    #expect(offered.map { field?.hasPrefix($0) == true } ?? (field == nil), "\(path): \(field ?? "")")
                    #expect(response.value(forHTTPHeaderField: "WWW-Authenticate") == nil)
                }
            }
        }

        /// A body goes with the login and not before it, and a login takes the place of what the app had put into the field.
        @Test func bodiesAndFields() async throws {
            try await Self.withServer { server, policy in
                let session = try URLSession.pinned(by: policy, delegate: App([(.useCredential, Self.right)]))
                defer { session.invalidateAndCancel() }
                for path in ["basic", "digest", "ntlm"] {
                    var request = try PinnedURLSessionTests.request(server.url(path))
                    request.httpMethod = "POST"
                    request.httpBody = Data(repeating: 0x61, count: 100_000)
                    request.setValue("Stale x", forHTTPHeaderField: "Authorization")
                    #expect(try await PinnedURLSessionTests.load(session, request).get().0 == 200, "\(path)")
                }
                let requests = try server.requests()
                #expect(requests.filter { $0.hasSuffix(" Stale 100000") }.count == 3)
                for path in ["basic Basic", "digest Digest", "ntlm NTLM"] {
                    #expect(requests.filter { $0 == "POST /\(path) 100000" }.count == 1, "\(requests)")
                }
            }
        }

        /// A task's own delegate, one that never answers, and credentials that C would cut short.
        @Test func oddDelegates() async throws {
            final class Undecided: NSObject, URLSessionTaskDelegate {
                func urlSession(
                    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
                    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
                ) { task.cancel() }
            }
            try await Self.withServer { server, policy in
                guard case .failure(let error) = try await Self.loadByTask(server, policy, Undecided()) else {
                    Issue.record("nobody answered")
                    return
                }
                #expect((error as? URLError)?.code == .cancelled)
                #expect(try await Self.loadByTask(server, policy, App([(.useCredential, Self.right)])).get() == 200)
                let cut = try await Self.load(server, policy, "basic", App([(.useCredential, "\(Self.right)\u{0}x")]))
                #expect(throws: PinningError(.invalidArgument, "")) { try cut.get() }
            }
        }

        static func loadByTask(
            _ server: LoginServer, _ policy: PinningPolicy, _ delegate: any URLSessionTaskDelegate
        ) async throws -> Result<Int, any Error> {
            let session = try URLSession.pinned(by: policy)
            defer { session.invalidateAndCancel() }
            let request = try PinnedURLSessionTests.request(server.url("basic"))
            return await withCheckedContinuation { continuation in
                let task = session.dataTask(with: request) { _, response, error in
                    continuation.resume(
                        returning: error.map { .failure($0) } ?? .success((response as? HTTPURLResponse)?.statusCode ?? 0))
                }
                task.delegate = delegate
                task.resume()
            }
        }
    }
#endif
