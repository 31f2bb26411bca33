#if os(Linux)
    import MerlonCore
    import MerlonPinning
    import PinningConformance
    import TestSupport
    import Testing

    /// Servers that stall, send garbage or too much: a typed error within the deadline, and nothing accepted.
    @Suite(.serialized) struct BadServerTests {
        static let alert: [UInt8] = [0x15, 3, 3, 0, 2, 2, 40]

        @Test func typedErrorsWithinTheDeadline() async throws {
            let pki = try TestPKI.shared.get()
            let transport = try PinnedTransport(pki.policy(["inter"]))
            let record = [0x16, 3, 3, 0x40, 0] + [UInt8](repeating: 0, count: 0x4000) as [UInt8]
            let table: [(String, [UInt8], Bool, Set<PinningError.Code>)] = [
                ("silence", [], false, [.timedOut]), ("the end at once", [], true, [.handshakeFailed, .connectionFailed]),
                ("half a record", Array(record.prefix(100)), false, [.timedOut]), ("an alert", Self.alert, true, [.handshakeFailed]),
                ("plain HTTP", Array("HTTP/1.1 200 OK\r\n\r\n".utf8), true, [.handshakeFailed]),
                ("noise", (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }, true, [.handshakeFailed]),
                (
                    "records without end", Array(repeatElement(record, count: 100).joined()), true,
                    [.handshakeFailed, .limitExceeded, .connectionFailed]
                ),
            ]
            for (name, bytes, closes, codes) in table {
                let server = try SilentServer(answering: bytes, closes: closes)
                let started = SystemTimeSource().monotonicTime
                let request = HTTPRequest(.get, try HTTPURL("https://localhost:\(server.port)/"), timeout: .milliseconds(600))
                switch await PinnedTransportTests.outcome(transport, request) {
                case .success: Issue.record("\(name) was accepted")
                case .failure(let error): #expect(codes.contains(error.code), "\(name): \(error)")
                }
                // Wide: all other tests want the same threads. The tool's own test, a process of its own, is strict.
                #expect(SystemTimeSource().monotonicTime - started < .minutes(10), "\(name)")
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
