#if os(Linux)
    import Foundation
    import MerlonCore
    import MerlonPinning
    import Testing

    @testable import MerlonAuth

    /// The listener that waits for the browser, and who else may come to its port.
    @Suite("Loopback listener")
    struct LoopbackTests {
        private static let expected = LoopbackRequest(authority: "127.0.0.1:5000", path: "/callback")

        private static func request(_ line: String = "GET /callback?code=a&state=b HTTP/1.1", _ fields: String...) -> String {
            ([line] + (fields.isEmpty ? ["Host: 127.0.0.1:5000"] : fields)).joined(separator: "\r\n") + "\r\n\r\n"
        }

        @Test func takesABrowsersRequest() {
            let target = "/callback?code=a&state=b"
            for text in [
                Self.request(), Self.request("GET \(target) HTTP/1.0"), Self.request("GET \(target) HTTP/1.1", "host:127.0.0.1:5000 "),
                Self.request(
                    "GET \(target) HTTP/1.1", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document", "Sec-Fetch-Site: cross-site",
                    "Host: 127.0.0.1:5000", "Content-Length: 0", "Cookie: a=b"),
            ] {
                let bytes = Array(text.utf8)
                #expect(Self.expected.read(bytes) == .answer(target: target), "\(text)")
                for count in 0..<bytes.count { #expect(Self.expected.read(Array(bytes[..<count])) == .incomplete, "\(count) of \(text)") }
            }
        }

        @Test func refusesEverybodyElse() {
            let line = "GET /callback?code=a HTTP/1.1"
            let host = "Host: 127.0.0.1:5000"
            let cases: [(String, Int)] = [
                (Self.request(line, "Host: evil.example:5000"), 421), (Self.request(line, "Host: localhost:5000"), 421),
                (Self.request(line, "Host: 127.0.0.1"), 421), (Self.request(line, "Host: 127.0.0.1:5001"), 421),
                (Self.request(line, "Host: [::1]:5000"), 421), (Self.request(line, host, "Host: evil.example"), 421),
                (Self.request(line, host, host), 421), (Self.request(line, "Accept: */*"), 421), (Self.request(line, "Host:"), 421),
                (Self.request("GET / HTTP/1.1"), 404), (Self.request("GET /favicon.ico HTTP/1.1"), 404),
                (Self.request("GET /callback/ HTTP/1.1"), 404), (Self.request("GET /Callback?code=a HTTP/1.1"), 404),
                (Self.request("GET /x/../callback HTTP/1.1"), 404), (Self.request("GET /callback%3Fcode HTTP/1.1"), 404),
                (Self.request("GET //callback HTTP/1.1"), 404), (Self.request("POST /callback HTTP/1.1"), 405),
                (Self.request("OPTIONS /callback HTTP/1.1"), 405), (Self.request("get /callback HTTP/1.1"), 405),
                (Self.request("GET http://127.0.0.1:5000/callback HTTP/1.1"), 405), (Self.request("\r\nGET /callback HTTP/1.1"), 405),
                (Self.request("GET /callback HTTP/2.0"), 400), (Self.request("GET /callback"), 400),
                (Self.request("GET /callback a HTTP/1.1"), 400),
                (Self.request("GET  /callback HTTP/1.1"), 405), (Self.request(line, host, "Origin: https://evil.example"), 403),
                (Self.request(line, host, "Sec-Fetch-Mode: no-cors"), 403), (Self.request(line, host, "Sec-Fetch-Mode: cors"), 403),
                (Self.request(line, host, "Sec-Fetch-Dest: image"), 403), (Self.request(line, host, "Sec-Fetch-Dest: iframe"), 403),
                (Self.request(line, host, "Content-Length: 5"), 400), (Self.request(line, host, "Transfer-Encoding: chunked"), 400),
                (Self.request(line, host, " folded: x"), 400), (Self.request(line, host, "a b: x"), 400),
                (Self.request(line, host, "x"), 400),
                (Self.request(line, host, ": x"), 400), (Self.request(line, host, "x: a\rb"), 400),
                (Self.request(line, host, "x: \u{0}"), 400),
                (Self.request(line, host, "x: ä"), 400), (Self.request() + "x", 400), (Self.request() + Self.request(), 400),
                (Self.request(line, host, "x: " + String(repeating: "a", count: 21 << 10)), 431),
                ("GET /" + String(repeating: "a", count: 21 << 10), 431), ("\u{16}\u{3}\u{1}", 405), ("x", 405),
            ]
            for (text, status) in cases {
                #expect(Self.expected.read(Array(text.utf8)) == .refused(status: status), "\(text.prefix(120))")
            }
        }

        /// What comes to the port: `request` is sent as it stands, and the whole answer is given back. Waits on a thread of its own.
        private static func ask(_ port: UInt16, _ request: String) async -> String {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: asked(port, request)) }
            }
        }

        private static func asked(_ port: UInt16, _ request: String) -> String {
            let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(connection) }
            // A port that listens and never answers is a failure, not a test without an end.
            var patience = timeval(tv_sec: 120, tv_usec: 0)
            _ = unsafe setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
            var address = LoopbackSocket.address(port: port)
            let connected = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard connected == 0 else { return "no connection" }
            let bytes = Array(request.utf8)
            _ = unsafe send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            var answer: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = unsafe recv(connection, &piece, piece.count, 0)
                guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
                answer += piece[..<count]
            }
        }

        @Test func waitsForTheOneRequest() async throws {
            let browser = LoopbackBrowser(timeout: .hours(1)) { url throws(AuthError) in
                let port = url.port
                #expect(await Self.ask(port, "GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n").hasPrefix("HTTP/1.1 404"))
                #expect(
                    await Self.ask(port, "GET /callback?code=stolen HTTP/1.1\r\nHost: evil.example:\(port)\r\n\r\n").hasPrefix(
                        "HTTP/1.1 421"))
                // Connections that are held open without a word, more than are read at a time.
                let idle = (0..<20).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
                var address = LoopbackSocket.address(port: port)
                for descriptor in idle {
                    _ = unsafe withUnsafePointer(to: &address) { pointer in
                        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                            unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                        }
                    }
                }
                let page = await Self.ask(port, "GET /callback?code=a&state=b HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
                #expect(page.hasPrefix("HTTP/1.1 200") && page.contains("no-store") && page.contains("default-src 'none'"), "\(page)")
                #expect(!page.contains("code=a"))
                for descriptor in idle { close(descriptor) }
            }
            let visit = try await browser.prepare()
            guard case .loopback(let port) = visit.redirectURI.kind else { throw AuthError(.malformed, "no port") }
            #expect(visit.redirectURI.description == "http://127.0.0.1:\(port)/callback")
            let other = try await browser.prepare()
            #expect(other.redirectURI != visit.redirectURI)
            let answer = try await visit.answer(to: try HTTPURL("https://127.0.0.1:\(port)/"))
            #expect(answer.unredacted == "http://127.0.0.1:\(port)/callback?code=a&state=b")
            #expect(await Self.ask(port, "GET / HTTP/1.1\r\n\r\n") == "no connection", "one answer, and the port is closed")
        }

        /// Listening at every address would answer at 127.0.0.2 too.
        @Test func listensAtOneAddressAlone() throws {
            let listener = try LoopbackListener()
            func accepts(_ host: UInt32) -> Bool {
                let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                defer { close(connection) }
                var address = LoopbackSocket.address(port: listener.port)
                address.sin_addr.s_addr = host.bigEndian
                return unsafe withUnsafePointer(to: &address) { pointer in
                    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        unsafe connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                    }
                }
            }
            #expect(accepts(0x7F00_0001) && !accepts(0x7F00_0002))
        }

        @Test func givesUp() async throws {
            let slow = LoopbackBrowser(timeout: .milliseconds(300)) { _ in }
            let url = try HTTPURL("https://id.example/")
            await #expect(throws: AuthError(.userCancelled, "")) { try await slow.prepare().answer(to: url) }
            // What opens the browser may stay until it is closed.
            let blocking = LoopbackBrowser(timeout: .hours(1)) { url throws(AuthError) in
                _ = await Self.ask(url.port, "GET /callback?code=a HTTP/1.1\r\nHost: 127.0.0.1:\(url.port)\r\n\r\n")
                try? await Task.sleep(nanoseconds: 3_600_000_000_000)
            }
            let blocked = try await blocking.prepare()
            guard case .loopback(let port) = blocked.redirectURI.kind else { throw AuthError(.malformed, "no port") }
            _ = try await blocked.answer(to: try HTTPURL("https://127.0.0.1:\(port)/"))
            let none = LoopbackBrowser { _ throws(AuthError) in throw AuthError(.unsupported, "") }
            await #expect(throws: AuthError(.unsupported, "")) { try await none.prepare().answer(to: url) }
            let patient = LoopbackBrowser(timeout: .hours(1)) { _ in }
            let visit = try await patient.prepare()
            let task = Task { try await visit.answer(to: url) }
            task.cancel()
            await #expect(throws: AuthError(.userCancelled, "")) { try await task.value }
            await #expect(throws: AuthError(.invalidArgument, "")) { try await LoopbackBrowser(path: "x") { _ in }.prepare() }
        }
    }
#endif
