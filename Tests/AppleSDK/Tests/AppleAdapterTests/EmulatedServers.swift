import Foundation
import FoundationNetworking
import MerlonCore
import PinningConformance
import Security

@testable import MerlonPinning

/// Servers behind a `URLSession`, with the order of calls to the session's delegate that Apple documents: who the server is, once a connection; what
/// it asks; redirects; the answer; the end.
///
/// The delegate is called by its own type and not by its protocols. Those are Objective-C's on Apple's systems, where methods of subclasses are found;
/// the open-source Foundation's would call their own default in place of what a subclass adds.
///
/// Connections are kept and used again as unkindly as a system may: within a session, any host of the same certificate goes over a connection
/// that stands, and nobody is asked about it (HTTP/2 coalescing, resumption).
final class EmulatedServers: URLProtocol, @unchecked Sendable {
    /// What a server answers.
    enum Reply {
        case answer(Int, [String: String] = [:], [String] = [])
        case redirect(Int, String)
        /// An answer that begins and does not go on.
        case stall
        case failure(Int)
    }

    struct Server: @unchecked Sendable {
        /// What it presents, made anew for each connection, and which certificate that is.
        var trust: () throws -> SecTrust
        var certificate: String
        /// A challenge that comes after that of its trust.
        var asks: String?
        var reply: @Sendable (URLRequest) -> Reply
    }

    /// By host.
    nonisolated(unsafe) static var servers: [String: Server] = [:]
    /// What went on: `trust`, `reused`, the dispositions of other challenges, `GET /path`.
    nonisolated(unsafe) static var events = Collected<String>()
    private static let lock = NSLock()
    nonisolated(unsafe) private static var connections: Set<String> = []

    static func reset(_ servers: [String: Server]) {
        lock.withLock { connections = [] }
        (self.servers, events) = (servers, Collected())
    }

    /// A configuration whose sessions meet these servers.
    static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [EmulatedServers.self]
        return configuration
    }

    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canInit(with task: URLSessionTask) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
        guard let task = task as? URLSessionDataTask, let delegate = task.delegate as? PinnedTransferDelegate else { return }
        nonisolated(unsafe) let protocolObject = self
        DispatchQueue.global().async { protocolObject.run(task, delegate) }
    }

    private func run(_ task: URLSessionDataTask, _ delegate: PinnedTransferDelegate) {
        let request = task.originalRequest ?? request
        guard let url = request.url, let server = Self.servers[url.host ?? ""], url.scheme == "https" else {
            return end(task, delegate, NSURLErrorCannotConnectToHost)
        }
        let connection = "\(ObjectIdentifier(delegate)) \(server.certificate)"
        if Self.lock.withLock({ Self.connections.contains(connection) }) {
            Self.events.add("reused")
        } else {
            Self.events.add("trust")
            let space = URLProtectionSpace(
                host: url.host ?? "", port: url.port ?? 443, protocol: "https", realm: nil,
                authenticationMethod: NSURLAuthenticationMethodServerTrust)
            guard let trust = try? server.trust() else { return end(task, delegate, NSURLErrorSecureConnectionFailed) }
            space.present(trust)
            switch ask(space) { delegate.urlSession(.shared, didReceive: $0, completionHandler: $1) } {
            case .useCredential: break
            case .performDefaultHandling:
                guard SecTrustEvaluateWithError(trust, nil) else { return end(task, delegate, NSURLErrorServerCertificateUntrusted) }
            default: return end(task, delegate, NSURLErrorCancelled)
            }
            Self.lock.withLock { _ = Self.connections.insert(connection) }
        }
        if let method = server.asks {
            let space = URLProtectionSpace(host: url.host ?? "", port: 443, protocol: "https", realm: "r", authenticationMethod: method)
            let answer = ask(space) { delegate.urlSession(.shared, task: task, didReceive: $0, completionHandler: $1) }
            Self.events.add("\(method) \(answer.rawValue)")
        }
        Self.events.add("\(request.httpMethod ?? "") \(url.path)")
        reply(server.reply(request), url, task, delegate)
    }

    private func reply(_ reply: Reply, _ url: URL, _ task: URLSessionDataTask, _ delegate: PinnedTransferDelegate) {
        let response = { (status: Int, fields: [String: String]) in
            HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
        }
        switch reply {
        case .failure(let code): end(task, delegate, code)
        case .stall: _ = begin(response(200, [:]), task, delegate)
        case .redirect(let status, let place):
            guard let redirection = response(status, ["Location": place]) else { return end(task, delegate, NSURLErrorUnknown) }
            let next = Collected<URLRequest?>()
            if let target = URL(string: place, relativeTo: url) {
                delegate.urlSession(.shared, task: task, willPerformHTTPRedirection: redirection, newRequest: URLRequest(url: target)) {
                    next.add($0)
                }
            }
            guard task.state != .canceling, task.error == nil else { return end(task, delegate, NSURLErrorCancelled) }
            precondition(next.all.count == 1 && next.all[0] == nil, "the transport follows by itself")
            if begin(redirection, task, delegate) { end(task, delegate, nil) }
        case .answer(let status, let fields, let pieces):
            guard begin(response(status, fields), task, delegate) else { return end(task, delegate, NSURLErrorCancelled) }
            for piece in pieces where task.state == .running { delegate.urlSession(.shared, dataTask: task, didReceive: Data(piece.utf8)) }
            end(task, delegate, task.state == .running ? nil : NSURLErrorCancelled)
        }
    }

    private func begin(_ response: HTTPURLResponse?, _ task: URLSessionDataTask, _ delegate: PinnedTransferDelegate) -> Bool {
        guard let response else { return false }
        let answers = Collected<URLSession.ResponseDisposition>()
        delegate.urlSession(.shared, dataTask: task, didReceive: response) { answers.add($0) }
        return answers.all == [.allow]
    }

    /// The disposition, which comes exactly once.
    private func ask(
        _ space: URLProtectionSpace,
        _ call: (URLAuthenticationChallenge, @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) -> Void
    ) -> URLSession.AuthChallengeDisposition {
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
            sender: PinnedTrustTests.Sender())
        let answers = Collected<URLSession.AuthChallengeDisposition>()
        call(challenge) { disposition, _ in answers.add(disposition) }
        precondition(answers.all.count == 1, "a challenge is answered once")
        return answers.all[0]
    }

    private func end(_ task: URLSessionDataTask, _ delegate: PinnedTransferDelegate, _ code: Int?) {
        delegate.urlSession(.shared, task: task, didCompleteWithError: code.map { NSError(domain: NSURLErrorDomain, code: $0) })
        // Foundation's own task is of no more use.
        task.cancel()
    }
}
