#if os(Linux)
    import MerlonCore
    import MerlonPinning
    import PinningConformance
    import TestSupport
    import Testing

    /// The OpenSSL transport against real servers.
    @Suite(.serialized, .enabled(if: TestServer.nginx.isInstalled, Comment(rawValue: TestServer.reason)))
    struct PinnedTransportTests {
        static func outcome(_ transport: PinnedTransport, _ request: HTTPRequest) async -> Result<HTTPResponse, PinningError> {
            do throws(PinningError) { return .success(try await transport.send(request)) } catch { return .failure(error) }
        }

        @Test func theTable() async throws {
            try await TestServer.run { server in
                for row in ServerCase.table {
                    let transport = try PinnedTransport(row.policy(server.pki))
                    let result = await Self.outcome(transport, HTTPRequest(.get, try HTTPURL(server.url(row.site, host: row.host))))
                    switch (result, row.expected) {
                    case (.success(let response), .accepted):
                        #expect(response.status == row.status, "\(row.testDescription)")
                    case (.failure(let error), .refused(let code)): #expect(error.code == code, "\(row.testDescription): \(error)")
                    default: Issue.record("\(row.testDescription): \(result)")
                    }
                }
            }
        }

        @Test func nothingIsResumedAndANewPolicyHolds() async throws {
            try await TestServer.run { server in
                let url = try HTTPURL(server.url("resume"))
                let transport = try PinnedTransport(server.pki.policy(["inter"]))
                for _ in 0..<3 {
                    let response = try await transport.send(HTTPRequest(.get, url))
                    // nginx writes "r" for a resumed session, and "1" for early data.
                    #expect(String(decoding: response.body, as: UTF8.self) == "resume .  NONE")
                }
                let stricter = try PinnedTransport(server.pki.policy(["root2"]))
                await #expect(throws: PinningError(.pinMismatch, "")) { try await Self.outcome(stricter, HTTPRequest(.get, url)).get() }
            }
        }

        @Test func redirects() async throws {
            let follow = HTTPRequest.RedirectPolicy.follow(upTo: 5)
            let table: [(String, HTTPRequest.RedirectPolicy, PinningError.Code?)] = [
                ("to-http", follow, .redirectRefused), ("to-stranger", follow, .untrustedServer),
                ("to-other-host", follow, .redirectRefused),
                ("to-other-port", follow, nil), ("relative", follow, nil), ("loop", follow, .redirectRefused),
                ("nonsense", follow, .redirectRefused),
                ("relative", .reject, .redirectRefused), ("relative", .deliver, nil), ("loop", .follow(upTo: -1), .redirectRefused),
            ]
            try await TestServer.run { server in
                let transport = try PinnedTransport(server.pki.policy(["inter"]))
                for (path, policy, code) in table {
                    let headers = try HTTPHeaders(["Authorization": "Bearer x"])
                    let request = HTTPRequest(.get, try HTTPURL(server.url("tls12", path)), headers: headers, redirects: policy)
                    let result = await Self.outcome(transport, request)
                    switch (result, code) {
                    case (.failure(let error), .some(let code)): #expect(error.code == code, "\(path): \(error)")
                    case (.success(let response), nil):
                        #expect(response.status == (policy == .deliver ? 301 : 200))
                        let seen = response.headers["x-authorization"] ?? ""
                        #expect(
                            seen == (path == "relative" && policy != .deliver ? "Bearer x" : ""),
                            "\(path): credentials stay with their origin")
                    default: Issue.record("\(path): \(result)")
                    }
                }
                for (path, method) in [("see-other", "GET"), ("same-method", "POST"), ("relative", "GET")] {
                    let request = HTTPRequest(.post, try HTTPURL(server.url("tls12", path)), body: Array("a=b".utf8), redirects: follow)
                    #expect(try await transport.send(request).headers["x-method"] == method, "\(path)")
                }
                let away = HTTPRequest(.post, try HTTPURL(server.url("tls12", "to-other-host")), body: [1], redirects: follow)
                await #expect(throws: PinningError(.redirectRefused, "")) { try await Self.outcome(transport, away).get() }
            }
        }

        @Test func requestsThatThePolicyOrTheirOwnBoundsRefuse() async throws {
            try await TestServer.run { server in
                let transport = try PinnedTransport(server.pki.policy(["inter"]))
                let good = server.url("good")
                let table: [(HTTPRequest, PinningError.Code)] = [
                    (HTTPRequest(.get, try HTTPURL("http://localhost:\(server.ports["plain"] ?? 0)/")), .insecureURL),
                    (HTTPRequest(.get, try HTTPURL(server.url("good", host: "pin.test"))), .hostNotInPolicy),
                    (HTTPRequest(.get, try HTTPURL(server.url("good", host: "127.0.0.1"))), .hostNotInPolicy),
                    (HTTPRequest(.get, try HTTPURL(server.url("good", "large"))), .responseTooLarge),
                    (HTTPRequest(.get, try HTTPURL(good), timeout: .zero), .invalidArgument),
                    (HTTPRequest(.get, try HTTPURL(good), body: [1]), .invalidArgument),
                    (HTTPRequest(.init(rawValue: "GET / HTTP/1.1\r\nX:"), try HTTPURL(good)), .invalidArgument),
                    (HTTPRequest(.get, try HTTPURL(good), headers: try HTTPHeaders(["Host": "evil.example"])), .invalidArgument),
                    (HTTPRequest(.get, try HTTPURL("https://localhost:1/")), .connectionFailed),
                ]
                for (request, code) in table {
                    await #expect(throws: PinningError(code, ""), "\(request)") { try await Self.outcome(transport, request).get() }
                }
                let large = HTTPRequest(.get, try HTTPURL(server.url("good", "large")), maximumResponseBody: 2 << 20)
                #expect(try await transport.send(large).body.count == 2 << 20)
                let head = try await transport.send(HTTPRequest(.head, try HTTPURL(server.url("good", "large"))))
                #expect(head.status == 200 && head.body.isEmpty)
                // Hosts that the policy does not name, where that was asked for: still validated.
                let open = try PinnedTransport(server.pki.policy(["root2"], otherHosts: .dangerouslyAllowUnpinned))
                #expect(try await open.send(HTTPRequest(.get, try HTTPURL(server.url("good", host: "127.0.0.1")))).status == 200)
                let stranger = HTTPRequest(.get, try HTTPURL(server.url("stranger", host: "127.0.0.1")))
                await #expect(throws: PinningError(.untrustedServer, "")) { try await Self.outcome(open, stranger).get() }
            }
        }

        @Test func clocksTenYearsOff() async throws {
            try await TestServer.run { server in
                let request = HTTPRequest(.get, try HTTPURL(server.url("good")))
                for offset in [-3650, 3650] as [Int64] {
                    let now = SystemTimeSource().wallTime
                    let transport = try PinnedTransport(
                        server.pki.policy(["inter"]), time: FixedTime(wallTime: WallTime(seconds: now.seconds + offset * 86400)))
                    await #expect(throws: PinningError(.untrustedServer, "")) { try await Self.outcome(transport, request).get() }
                }
            }
        }

        @Test func reportsGoToTheAppAlone() async throws {
            try await TestServer.run { server in
                let reports = Collected<PinReport>()
                let reporter = PinReporter { reports.add($0) }
                let request = HTTPRequest(.get, try HTTPURL(server.url("good", "secret-path")))
                let rejecting = try PinnedTransport(server.pki.policy(["root2"]), reporter: reporter)
                for _ in 0..<3 { _ = await Self.outcome(rejecting, request) }
                let accepting = try PinnedTransport(server.pki.policy(["inter"]), reporter: reporter)
                _ = try await accepting.send(request)
                #expect(reports.all.count == 1 && reporter.droppedCount == 2)
                let report = try #require(reports.all.first)
                #expect((report.decision, report.reason, report.chain.count) == (.reject, .noPinMatched, 3))
                #expect(!report.json.serialized().contains("secret-path"))
            }
        }
    }
#endif
