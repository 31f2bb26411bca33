import EmulatedDevice
import EmulatorSupport
import Foundation
import FoundationNetworking
import MerlonCore
import MerlonPinning
import MerlonURLSession
import Network
import PinningConformance
import Security
import TestSupport
import Testing

/// The Apple adapters against a server trust that evaluates real chains: the same table as the transports on Linux.
@Suite("Pinned server trust", .serialized)
struct PinnedTrustTests {
    let pki: TestPKI

    init() throws {
        pki = try TestPKI.shared.get()
        EmulatedDevice.cryptography = OpenSSLCryptography()
    }

    /// What a server with this chain presents. The trust is set up for no host, as a careless caller might have it.
    func trust(_ site: String) throws -> SecTrust {
        let chain = try pki.chain(site).map { try #require(SecCertificateCreateWithData(nil, Data($0.der) as NSData)) }
        var trust: SecTrust?
        #expect(SecTrustCreateWithCertificates(chain as NSArray, SecPolicyCreateBasicX509(), &trust) == errSecSuccess)
        return try #require(trust)
    }

    func challenge(
        _ method: String, host: String = "localhost", trust: SecTrust? = nil, failures: Int = 0, proxy: Bool = false
    ) -> URLAuthenticationChallenge {
        let space =
            proxy
            ? URLProtectionSpace(proxyHost: host, port: 8080, type: "https", realm: nil, authenticationMethod: method)
            : URLProtectionSpace(host: host, port: 443, protocol: "https", realm: nil, authenticationMethod: method)
        if let trust { space.present(trust) }
        return URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: failures, failureResponse: nil, error: nil,
            sender: Sender())
    }

    final class Sender: NSObject, URLAuthenticationChallengeSender {
        func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
        func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
        func cancel(_ challenge: URLAuthenticationChallenge) {}
        func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
        func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
    }

    @Test func theTableOnASessionDelegate() throws {
        for row in ServerCase.table {
            guard let site = row.chain else { continue }
            let delegate = PinnedSessionDelegate(try row.policy(pki))
            let answers = Collected<URLSession.AuthChallengeDisposition>()
            let challenge = challenge(NSURLAuthenticationMethodServerTrust, host: row.host, trust: try trust(site))
            delegate.urlSession(.shared, didReceive: challenge) { disposition, credential in
                answers.add(disposition)
                #expect((credential != nil) == (disposition == .useCredential))
            }
            #expect(answers.all.count == 1, "answered once: \(row.testDescription)")
            let refusal = delegate.refusal(of: try HostName(row.host))
            switch row.expected {
            case .accepted:
                #expect(answers.all == [.useCredential] && refusal == nil, "\(row.testDescription): \(String(describing: refusal))")
            case .refused(let code):
                #expect(
                    answers.all == [.cancelAuthenticationChallenge] && refusal?.code == code,
                    "\(row.testDescription): \(String(describing: refusal))")
            }
        }
    }

    @Test func theTableOnAVerifyBlock() throws {
        for row in ServerCase.table {
            guard let site = row.chain else { continue }
            let options = NWProtocolTLS.Options()
            try options.pin(by: try row.policy(pki), host: HostName(row.host), queue: .global())
            let security = options.securityProtocolOptions
            #expect(security.minimumVersion == .TLSv12 && !security.resumes && !security.takesTickets)
            let answers = Collected<Bool>()
            let verify = try #require(security.verifyBlock)
            verify(sec_protocol_metadata(), sec_trust(presenting: try trust(site))) { answers.add($0) }
            #expect(answers.all == [row.expected == .accepted], "\(row.testDescription)")
        }
        let options = NWProtocolTLS.Options()
        #expect(throws: PinningError(.hostNotInPolicy, "")) {
            try options.pin(by: pki.policy(["inter"]), host: HostName("example.org"), queue: .global())
        }
        #expect(options.securityProtocolOptions.verifyBlock == nil)
    }

    @Test func exceptionsOfTheTrustDoNotCount() throws {
        // Anchors and a date that someone set on the trust are replaced.
        let stranger = try trust("stranger")
        let root = try #require(SecCertificateCreateWithData(nil, Data(try pki.certificate("stranger-root").der) as NSData))
        _ = SecTrustSetAnchorCertificates(stranger, [root] as NSArray)
        let policy = try pki.policy(["stranger"])
        let now = SystemTimeSource().wallTime
        #expect(throws: PinningError(.untrustedServer, "")) { try policy.evaluate(stranger, host: HostName("localhost"), now: now) }
        let expired = try trust("expired")
        _ = SecTrustSetVerifyDate(expired, Date(timeIntervalSince1970: 1_590_000_000) as NSDate)
        #expect(throws: PinningError(.untrustedServer, "")) {
            try pki.policy(["expired"]).evaluate(expired, host: HostName("localhost"), now: now)
        }
        // The system's authorities, where the policy leaves it at them.
        SecTrust.systemAnchors = [Data(try pki.certificate("root").der)]
        defer { SecTrust.systemAnchors = [] }
        let system = try PinningPolicy([PinSet(host: HostName("localhost"), pins: [pki.pin("inter"), TestPKI.unused])])
        #expect(try system.evaluate(trust("good"), host: HostName("localhost"), now: now).isAccepted)
        #expect(throws: PinningError(.untrustedServer, "")) {
            try system.evaluate(trust("other-trusted"), host: HostName("localhost"), now: now)
        }
        // A host that is not pinned goes on as if nobody had asked.
        let open = PinnedSessionDelegate(try PinningPolicy([], otherHosts: .dangerouslyAllowUnpinned))
        let answers = Collected<URLSession.AuthChallengeDisposition>()
        open.urlSession(.shared, didReceive: challenge(NSURLAuthenticationMethodServerTrust, trust: try trust("good"))) { answer, _ in
            answers.add(answer)
        }
        #expect(answers.all == [.performDefaultHandling])
    }

    final class AppDelegate: PinnedSessionDelegate, @unchecked Sendable {
        let methods = Collected<String>()
        override func answer(
            _ challenge: URLAuthenticationChallenge, in session: URLSession, of task: URLSessionTask?,
            _ completion: @escaping PinnedChallengeResponder.Completion
        ) {
            methods.add("\(challenge.protectionSpace.authenticationMethod)\(challenge.protectionSpace.isProxy() ? " of a proxy" : "")")
            completion(.useCredential, URLCredential(user: "u", password: "p", persistence: .none))
        }
    }

    @Test func otherChallengesReachTheApp() throws {
        let delegate = AppDelegate(try pki.policy(["inter"]))
        let answers = Collected<URLSession.AuthChallengeDisposition>()
        let task = URLSession.shared.dataTask(with: try #require(URL(string: "https://localhost/")))
        let others = [
            NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodNTLM,
            NSURLAuthenticationMethodNegotiate,
        ]
        for method in others {
            delegate.urlSession(.shared, task: task, didReceive: challenge(method)) { answer, _ in answers.add(answer) }
            delegate.urlSession(.shared, didReceive: challenge(method, proxy: true)) { answer, _ in answers.add(answer) }
        }
        // A proxy's own certificate is the app's to judge, too; the server's behind it never is.
        delegate.urlSession(.shared, didReceive: challenge(NSURLAuthenticationMethodServerTrust, trust: try trust("good"), proxy: true)) {
            answer, _ in
            answers.add(answer)
        }
        #expect(answers.all == Array(repeating: .useCredential, count: 9))
        #expect(delegate.methods.all.count == 9 && delegate.methods.all.filter { $0.hasSuffix("of a proxy") }.count == 5)
        // A server that shows nothing, and hosts that are none.
        for host in ["localhost", "", "a b", "127.1"] {
            let refused = Collected<URLSession.AuthChallengeDisposition>()
            let shown = host == "localhost" ? nil : try trust("good")
            delegate.urlSession(.shared, didReceive: challenge(NSURLAuthenticationMethodServerTrust, host: host, trust: shown)) {
                answer, _ in refused.add(answer)
            }
            #expect(refused.all == [.cancelAuthenticationChallenge], "'\(host)'")
        }
    }

    @Test func clientCertificates() throws {
        let certificate = try #require(SecCertificateCreateWithData(nil, Data(try pki.certificate("client").der) as NSData))
        let attributes: [String: Any] = [kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits as String: 256]
        let key = try #require(SecKeyCreateRandomKey(attributes as NSDictionary, nil))
        let identity = ClientIdentity(SecIdentity.emulated(certificate, key))
        let answers = Collected<(URLSession.AuthChallengeDisposition, Bool)>()
        let collect: PinnedChallengeResponder.Completion = { answers.add(($0, $1 != nil)) }
        let asks = challenge(NSURLAuthenticationMethodClientCertificate)
        PinnedSessionDelegate(try pki.policy(["inter"])).urlSession(.shared, didReceive: asks, completionHandler: collect)
        let with = PinnedSessionDelegate(try pki.policy(["inter"]), identity: identity)
        with.urlSession(.shared, didReceive: asks, completionHandler: collect)
        with.urlSession(.shared, didReceive: challenge(NSURLAuthenticationMethodClientCertificate, failures: 1), completionHandler: collect)
        #expect(answers.all.map(\.0) == [.rejectProtectionSpace, .useCredential, .rejectProtectionSpace])
        #expect(answers.all.map(\.1) == [false, true, false])
    }

    @Test func redirectsGoWhereThePolicyAllows() throws {
        let delegate = PinnedSessionDelegate(try pki.policy(["inter"]))
        let from = try #require(URL(string: "https://localhost/"))
        let task = URLSession.shared.dataTask(with: from)
        let response = try #require(HTTPURLResponse(url: from, statusCode: 302, httpVersion: nil, headerFields: nil))
        let table = [
            ("https://localhost/a", true), ("http://localhost/a", false), ("https://example.org/", false), ("https://u@localhost/", false),
            ("file:///etc/passwd", false),
        ]
        for (target, isFollowed) in table {
            let chosen = Collected<URLRequest?>()
            let next = URLRequest(url: try #require(URL(string: target)))
            delegate.urlSession(.shared, task: task, willPerformHTTPRedirection: response, newRequest: next) { chosen.add($0) }
            #expect(chosen.all.count == 1 && (chosen.all[0] != nil) == isFollowed, "\(target)")
        }
        #expect(delegate.refusal(of: try HostName("localhost"))?.code == .redirectRefused)
    }

    @Test func sessionsUnderAnotherPolicyThanTheirDelegate() throws {
        let delegate = PinnedSessionDelegate(try pki.policy(["root"]))
        #expect(throws: PinningError(.invalidArgument, "")) { try URLSession.pinned(by: pki.policy(["inter"]), delegate: delegate) }
        let configuration = URLSessionConfiguration.ephemeral
        let session = try URLSession.pinned(by: pki.policy(["root"]), configuration: configuration, delegate: delegate)
        #expect(session.delegate === delegate)
        #expect(try URLSession.pinned(by: pki.policy(["root"])).delegate is PinnedSessionDelegate)
    }

    @Test func probing() async throws {
        NWConnection.servers = ["localhost": try trust("good"), "pin.test": try trust("stranger")]
        defer { NWConnection.servers = [:] }
        let anchors = TrustAnchors.only([try pki.certificate("root")])
        let good = try await ServerProbe.inspect(HostName("localhost"), anchors: anchors)
        #expect(good.presented.count == 2 && good.validated?.certificates.count == 3)
        let stranger = try await ServerProbe.inspect(HostName("pin.test"), anchors: anchors)
        #expect(stranger.presented.count == 2 && stranger.validated == nil)
        await #expect(throws: PinningError(.connectionFailed, "")) {
            try await ServerProbe.inspect(HostName("example.org"), anchors: anchors)
        }
    }
}
