import EmulatedDevice
import EmulatorSupport
import Foundation
import FoundationNetworking
import MerlonCore
import PinningConformance
import Security
import TestSupport
import Testing

@testable import MerlonPinning

/// `PinnedTransport` of Apple's systems from the request to the answer, against servers that a `URLSession` meets.
@Suite("Pinned transport", .serialized)
struct PinnedTransportDataTests {
    let pki: TestPKI

    init() throws {
        pki = try TestPKI.shared.get()
        EmulatedDevice.cryptography = OpenSSLCryptography()
    }

    func server(
        _ site: String = "good", asks: String? = nil,
        _ reply: @escaping @Sendable (URLRequest) -> EmulatedServers.Reply = { _ in .answer(200, [:], ["ok"]) }
    ) -> EmulatedServers.Server {
        let pki = pki
        return EmulatedServers.Server(
            trust: {
                let chain = try pki.chain(site).map { try #require(SecCertificateCreateWithData(nil, Data($0.der) as NSData)) }
                var trust: SecTrust?
                _ = SecTrustCreateWithCertificates(chain as NSArray, SecPolicyCreateBasicX509(), &trust)
                return try #require(trust)
            }, certificate: site, asks: asks, reply: reply)
    }

    func transport(_ policy: PinningPolicy, identity: ClientIdentity? = nil) -> PinnedTransport {
        PinnedTransport(policy, identity: identity, reporter: nil, time: SystemTimeSource()) { EmulatedServers.configuration }
    }

    func outcome(_ transport: PinnedTransport, _ request: HTTPRequest) async -> Result<HTTPResponse, PinningError> {
        do throws(PinningError) { return .success(try await transport.send(request)) } catch { return .failure(error) }
    }

    func get(_ url: String = "https://localhost/", limit: Int = 1000, _ redirects: HTTPRequest.RedirectPolicy = .reject) throws
        -> HTTPRequest
    {
        HTTPRequest(.get, try HTTPURL(url), maximumResponseBody: limit, timeout: .seconds(20), redirects: redirects)
    }

    @Test func theTable() async throws {
        for row in ServerCase.table {
            guard let site = row.chain else { continue }
            EmulatedServers.reset([row.host: server(site)])
            let result = await outcome(transport(try row.policy(pki)), try get("https://\(row.host)/"))
            switch (result, row.expected) {
            case (.success(let response), .accepted): #expect(response.status == 200 && response.body == Array("ok".utf8))
            case (.failure(let error), .refused(let code)):
                #expect(error.code == code, "\(row.testDescription): \(error)")
                #expect(EmulatedServers.events.all == ["trust"], "nothing was asked of it: \(row.testDescription)")
            default: Issue.record("\(row.testDescription): \(result)")
            }
        }
    }

    /// A connection that stands is used for other hosts of its certificate, and nobody is asked: never for one of another set of pins.
    @Test func connectionsStayWithTheirPins() async throws {
        let pins = { (host: String, pin: String) in try PinSet(host: HostName(host), pins: [pki.pin(pin), TestPKI.unused]) }
        let anchors = TrustAnchors.only([try pki.certificate("root")])
        EmulatedServers.reset(["localhost": server(), "pin.test": server()])
        let two = transport(try PinningPolicy([pins("localhost", "inter"), pins("pin.test", "root2")], anchors: anchors))
        for _ in 0..<2 {
            #expect(try await two.send(get()).status == 200)
            let other = await outcome(two, try get("https://pin.test/"))
            #expect(throws: PinningError(.pinMismatch, "")) { try other.get() }
        }
        #expect(EmulatedServers.events.all == ["trust", "GET /", "trust", "reused", "GET /", "trust"])
        // What was accepted under one policy is not there for the next one.
        let stricter = await outcome(transport(try PinningPolicy([pins("localhost", "root2")], anchors: anchors)), try get())
        #expect(throws: PinningError(.pinMismatch, "")) { try stricter.get() }
        #expect(EmulatedServers.events.all.last == "trust")
    }

    @Test func sessionsKeepNothing() async throws {
        EmulatedServers.reset(["localhost": server()])
        let made = Collected<URLSessionConfiguration>()
        let transport = PinnedTransport(try pki.policy(["inter"]), identity: nil, reporter: nil, time: SystemTimeSource()) {
            let configuration = EmulatedServers.configuration
            made.add(configuration)
            return configuration
        }
        for _ in 0..<3 { #expect(try await transport.send(get()).status == 200) }
        let configuration = try #require(made.all.first)
        #expect(made.all.count == 1 && configuration.tlsMinimumSupportedProtocolVersion == .TLSv12)
        #expect(configuration.httpCookieStorage == nil && configuration.urlCache == nil && configuration.urlCredentialStorage == nil)
        #expect(!configuration.httpShouldSetCookies)
    }

    @Test func redirects() async throws {
        let places: [String: (String, PinningError.Code?)] = [
            "/relative": ("/end", nil), "/http": ("http://localhost/end", .redirectRefused),
            "/out": ("https://example.org/", .redirectRefused),
            "/stranger": ("https://pin.test/", .untrustedServer), "/loop": ("/loop", .redirectRefused),
            "/user": ("https://u@localhost/", .redirectRefused),
            "/file": ("file:///etc/passwd", .redirectRefused),
        ]
        let targets = places.mapValues(\.0)
        EmulatedServers.reset([
            "localhost": server { request in
                let path = request.url?.path ?? ""
                return targets[path].map { .redirect(302, $0) } ?? .answer(200, ["X-Path": path], [])
            }, "pin.test": server("stranger"),
        ])
        let pins = try PinSet(host: HostName("localhost"), pins: [pki.pin("inter"), TestPKI.unused])
        let stranger = try PinSet(host: HostName("pin.test"), pins: [pki.pin("stranger"), TestPKI.unused])
        let transport = transport(try PinningPolicy([pins, stranger], anchors: .only([pki.certificate("root")])))
        for (path, (_, code)) in places {
            let result = await outcome(transport, try get("https://localhost\(path)", .follow(upTo: 4)))
            switch (result, code) {
            case (.success(let response), nil): #expect(response.headers["x-path"] == "/end")
            case (.failure(let error), let code?): #expect(error.code == code, "\(path): \(error)")
            default: Issue.record("\(path): \(result)")
            }
        }
        #expect(try await transport.send(get("https://localhost/relative", .deliver)).status == 302)
        let refused = await outcome(transport, try get("https://localhost/relative"))
        #expect(throws: PinningError(.redirectRefused, "")) { try refused.get() }
    }

    @Test func bodiesStayWithinTheirLimit() async throws {
        EmulatedServers.reset([
            "localhost": server { request in
                switch request.url?.path {
                case "/said": .answer(200, ["Content-Length": "11"], ["0123456789", "0"])
                case "/unsaid": .answer(200, [:], ["0123456789", "0", "more"])
                case "/fits": .answer(200, [:], ["01234", "56789"])
                default: .answer(200, ["Content-Length": "9999999"], [])
                }
            }
        ])
        let transport = transport(try pki.policy(["inter"]))
        for path in ["said", "unsaid"] {
            let result = await outcome(transport, try get("https://localhost/\(path)", limit: 10))
            #expect(throws: PinningError(.responseTooLarge, ""), "\(path)") { try result.get() }
        }
        #expect(try await transport.send(get("https://localhost/fits", limit: 10)).body == Array("0123456789".utf8))
        // The length of an answer to HEAD is that of a body which does not come.
        let head = HTTPRequest(.head, try HTTPURL("https://localhost/head"), maximumResponseBody: 10)
        #expect(try await transport.send(head).body.isEmpty)
    }

    @Test func theEndComesOnceAndWithItsReason() async throws {
        let table: [(Int, PinningError.Code)] = [
            (NSURLErrorTimedOut, .timedOut), (NSURLErrorCancelled, .cancelled), (NSURLErrorSecureConnectionFailed, .handshakeFailed),
            (NSURLErrorClientCertificateRequired, .handshakeFailed), (NSURLErrorServerCertificateUntrusted, .untrustedServer),
            (NSURLErrorAppTransportSecurityRequiresSecureConnection, .insecureURL), (NSURLErrorBadServerResponse, .invalidResponse),
            (NSURLErrorCannotConnectToHost, .connectionFailed), (NSURLErrorNetworkConnectionLost, .connectionFailed),
        ]
        EmulatedServers.reset([
            "localhost": server { request in
                let path = request.url?.path ?? ""
                if path == "/stall" { return .stall }
                if path == "/field" { return .answer(200, ["X": "a\u{7}b"], []) }
                return Int(path.dropFirst()).map { .failure($0) } ?? .answer(200, [:], [path])
            }
        ])
        let transport = transport(try pki.policy(["inter"]))
        for (native, code) in table {
            let result = await outcome(transport, try get("https://localhost/\(native)"))
            #expect(throws: PinningError(code, ""), "\(native)") { try result.get() }
        }
        var stalled = try get("https://localhost/stall")
        stalled.timeout = .milliseconds(200)
        let late = await outcome(transport, stalled)
        #expect(throws: PinningError(.timedOut, "")) { try late.get() }
        let endless = try get("https://localhost/stall")
        let task = Task { await outcome(transport, endless) }
        try await Task.sleep(nanoseconds: 50_000_000)
        task.cancel()
        let cancelled = await task.value
        #expect(throws: PinningError(.cancelled, "")) { try cancelled.get() }
        let early = Task { () -> Result<HTTPResponse, PinningError> in
            while !Task.isCancelled { await Task.yield() }
            return await outcome(transport, endless)
        }
        early.cancel()
        let never = await early.value
        #expect(throws: PinningError(.cancelled, "")) { try never.get() }
        // Many at a time, each with its own answer.
        let bodies = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let response = try await transport.send(get("https://localhost/n\(number)"))
                    return response.body == Array("/n\(number)".utf8)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(bodies == Array(repeating: true, count: 40))
    }

    @Test func otherChallenges() async throws {
        let certificate = try #require(SecCertificateCreateWithData(nil, Data(try pki.certificate("client").der) as NSData))
        let attributes: [String: Any] = [kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits as String: 256]
        let key = try #require(SecKeyCreateRandomKey(attributes as NSDictionary, nil))
        let identity = ClientIdentity(SecIdentity.emulated(certificate, key))
        let policy = try pki.policy(["inter"])
        let rows: [(String, ClientIdentity?, URLSession.AuthChallengeDisposition)] = [
            (NSURLAuthenticationMethodClientCertificate, nil, .rejectProtectionSpace),
            (NSURLAuthenticationMethodClientCertificate, identity, .useCredential),
            (NSURLAuthenticationMethodHTTPBasic, identity, .performDefaultHandling),
            (NSURLAuthenticationMethodNTLM, nil, .performDefaultHandling),
        ]
        for (method, identity, disposition) in rows {
            EmulatedServers.reset(["localhost": server(asks: method) { _ in .answer(401, ["WWW-Authenticate": "x"], []) }])
            let response = try await transport(policy, identity: identity).send(get())
            #expect(response.status == 401 && response.headers["www-authenticate"] == "x")
            #expect(EmulatedServers.events.all == ["trust", "\(method) \(disposition.rawValue)", "GET /"])
        }
    }
}
