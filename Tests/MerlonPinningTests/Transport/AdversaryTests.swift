#if os(Linux)
    import Foundation
    import FoundationNetworking
    import MerlonCore
    import MerlonPinning
    import MerlonURLSession
    import PinningConformance
    import TestSupport
    import Testing

    private enum Adversary {
        static let proxy = Executable(
            at: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appendingPathComponent(".build/venv-mitmproxy/bin/mitmdump").path)
    }

    /// mitmproxy between client and server, with an authority that the device trusts: plain clients talk to it, pinned ones do not.
    @Suite(
        .serialized, .enabled(if: TestServer.nginx.isInstalled, Comment(rawValue: TestServer.reason)),
        .enabled(if: Adversary.proxy.isInstalled, "needs mitmproxy in .build/venv-mitmproxy: Scripts/setup --tests"))
    struct AdversaryTests {
        static func withAdversary(_ server: TestServer, _ body: (_ authority: Certificate) async throws -> Void) async throws {
            let port = server.ports["adversary"] ?? 0
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Adversary.proxy.path ?? "")
            process.arguments = [
                "--mode", "reverse:https://localhost:\(server.ports["resume"] ?? 0)", "--listen-host", "127.0.0.1", "-p", "\(port)",
                "--ssl-insecure", "--set",
                "confdir=\(server.folder.path)/mitmproxy", "-q",
            ]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.start()
            defer {
                // It has nothing to save, and waits for its connections when asked to end.
                process.end(SIGKILL)
            }
            for _ in 0..<1500 where !TestServer.accepts(port) { try await Task.sleep(nanoseconds: 20_000_000) }
            let pem = try Data(contentsOf: server.folder.appendingPathComponent("mitmproxy/mitmproxy-ca-cert.pem"))
            try await body(try #require(CertificateFile.certificates(in: Array(pem)).first))
        }

        @Test func pinnedClientsRefuseIt() async throws {
            try await TestServer.run { server in
                try await Self.withAdversary(server) { authority in
                    let pki = server.pki
                    let trusted = TrustAnchors.only([try pki.certificate("root"), authority])
                    let pins = try PinSet(host: HostName("localhost"), pins: [pki.pin("inter"), TestPKI.unused])
                    let pinned = try PinningPolicy([pins], anchors: trusted)
                    let plain = try PinningPolicy([], otherHosts: .dangerouslyAllowUnpinned, anchors: trusted)
                    let url = server.url("adversary")
                    let get = { (text: String, redirects: HTTPRequest.RedirectPolicy) in
                        HTTPRequest(.get, try HTTPURL(text), timeout: .seconds(10), redirects: redirects)
                    }

                    // A plain client talks to the adversary and gets the real server's answer through it.
                    let passed = try await PinnedTransport(plain).send(get(url, .reject))
                    #expect(passed.status == 200 && String(decoding: passed.body, as: UTF8.self).hasPrefix("resume"))
                    let session = try URLSession.pinned(by: plain)
                    #expect(try await PinnedURLSessionTests.load(session, PinnedURLSessionTests.request(url)).get().0 == 200)
                    session.invalidateAndCancel()

                    // Pinned ones refuse it: at once, after talking to the real server, again, and where a redirect leads to it.
                    let transport = try PinnedTransport(pinned)
                    let pinnedSession = try URLSession.pinned(by: pinned)
                    defer { pinnedSession.invalidateAndCancel() }
                    for round in 0..<2 {
                        for (text, redirects) in [(url, .reject), (server.url("resume", "to-adversary"), .follow(upTo: 3))]
                            as [(String, HTTPRequest.RedirectPolicy)]
                        {
                            await #expect(throws: PinningError(.pinMismatch, ""), "\(text), \(round)") {
                                try await PinnedTransportTests.outcome(transport, get(text, redirects)).get()
                            }
                            await #expect(throws: PinningError(.pinMismatch, ""), "\(text), \(round)") {
                                try await PinnedURLSessionTests.load(pinnedSession, PinnedURLSessionTests.request(text)).get()
                            }
                        }
                        #expect(try await transport.send(get(server.url("resume"), .reject)).status == 200)
                        #expect(
                            try await PinnedURLSessionTests.load(pinnedSession, PinnedURLSessionTests.request(server.url("resume"))).get().0
                                == 200)
                    }

                    // Report-only lets it through and says so.
                    let reports = Collected<PinReport>()
                    let lenient = try PinSet(
                        host: HostName("localhost"), pins: [pki.pin("inter"), TestPKI.unused], mode: .dangerouslyReportOnly)
                    let reporting = try PinnedTransport(
                        PinningPolicy([lenient], anchors: trusted), reporter: PinReporter { reports.add($0) })
                    #expect(try await reporting.send(get(url, .reject)).status == 200)
                    #expect(reports.all.first?.chain.last == authority)
                }
            }
        }
    }
#endif
