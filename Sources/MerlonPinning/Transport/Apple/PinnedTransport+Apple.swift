#if canImport(Security)
    import Foundation
    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif
    public import MerlonCore
    import Network
    import Security

    /// HTTP over `URLSession` to servers that the policy accepts.
    ///
    /// One session for each set of pins, so that a connection that was accepted under one set is never used for a host of another (HTTP/2
    /// coalescing), and none outlives the transport. Ephemeral: no cookies, no cache, no stored credentials. TLS 1.2 at least. App Transport
    /// Security applies on top.
    public struct PinnedTransport: HTTPTransport {
        /// The policy that every connection passes.
        public let policy: PinningPolicy
        private let sessions: PinnedSessions

        /// Makes a transport.
        ///
        /// - Parameters:
        ///   - policy: which hosts must show which pins.
        ///   - identity: the client's certificate for servers that ask for one.
        ///   - reporter: who is told of what the policy does not plainly accept; nobody unless given.
        ///   - time: by which certificates and the expiry of pins are judged.
        public init(
            _ policy: PinningPolicy, identity: ClientIdentity? = nil, reporter: PinReporter? = nil,
            time: any TimeSource = SystemTimeSource()
        ) throws(PinningError) {
            self.init(policy, identity: identity, reporter: reporter, time: time) { .ephemeral }
        }

        /// `configuration` makes what each session starts from: another one stands for other servers, in tests.
        init(
            _ policy: PinningPolicy, identity: ClientIdentity?, reporter: PinReporter?, time: any TimeSource,
            startingFrom configuration: @escaping () -> URLSessionConfiguration
        ) {
            self.policy = policy
            sessions = PinnedSessions(configuration) {
                PinnedTransferDelegate(policy, identity: identity, reporter: reporter, time: time)
            }
        }

        public func send(_ request: HTTPRequest) async throws(PinningError) -> HTTPResponse {
            let clock = SystemTimeSource()
            let end = clock.monotonicTime + request.timeout
            var request = request
            var followed = 0
            while true {
                try HTTP1Writer.check(request)
                try policy.checkRequest(to: request.url)
                var bounded = request
                bounded.timeout = end - clock.monotonicTime
                guard bounded.timeout > .zero else { throw PinningError(.timedOut, "The server did not answer in time.") }
                let (session, delegate) = sessions.session(for: policy.pinSet(for: request.url.host)?.host ?? request.url.host)
                let response = try await delegate.send(bounded, in: session)
                let location = response.headers["location"]
                guard let next = try request.following(status: response.status, location: location, followed: followed, under: policy)
                else {
                    return response
                }
                request = next
                followed += 1
            }
        }
    }

    /// The sessions of one transport, made when they are first needed and ended with it.
    private final class PinnedSessions: @unchecked Sendable {
        private let lock = Lock()
        private let configuration: () -> URLSessionConfiguration
        private let delegate: () -> PinnedTransferDelegate
        private var sessions: [HostName: (URLSession, PinnedTransferDelegate)] = [:]

        init(_ configuration: @escaping () -> URLSessionConfiguration, _ delegate: @escaping () -> PinnedTransferDelegate) {
            self.configuration = configuration
            self.delegate = delegate
        }

        deinit { for (session, _) in sessions.values { session.finishTasksAndInvalidate() } }

        func session(for host: HostName) -> (URLSession, PinnedTransferDelegate) {
            lock.withLock {
                if let known = sessions[host] { return known }
                let configuration = configuration()
                configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
                configuration.httpCookieStorage = nil
                configuration.httpShouldSetCookies = false
                configuration.urlCache = nil
                configuration.urlCredentialStorage = nil
                configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
                let delegate = delegate()
                let new = (URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil), delegate)
                sessions[host] = new
                return new
            }
        }
    }
#endif
