#if canImport(Security)
    public import Foundation
    #if canImport(FoundationNetworking)
        public import FoundationNetworking
    #endif
    public import MerlonCore

    /// A session delegate that pins: make it, or subclass it and add whatever delegate methods the app needs.
    ///
    /// Answers challenges about who the other side is, and lets redirects go only where the policy allows; both are final, so a subclass cannot let
    /// something past by accident. What else may come is the subclass's, by ``answer(_:in:of:_:)`` and ``redirect(_:to:by:_:)``.
    ///
    /// - A delegate of a single task (`data(for:delegate:)`) takes the place of this one for the methods that it has: it must not implement
    ///   challenges or redirects.
    /// - HTTP/2 and HTTP/3 may use one connection for several hosts of one certificate, and then nobody is asked about the second: use a session of
    ///   its own for each set of pins. ``PinnedTransport`` does.
    open class PinnedSessionDelegate: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
        /// What answers the challenges.
        public let responder: PinnedChallengeResponder
        private let lastRefusals: Refusals

        /// Makes a delegate; the arguments are those of ``PinnedChallengeResponder``.
        public init(
            _ policy: PinningPolicy, identity: ClientIdentity? = nil, reporter: PinReporter? = nil,
            time: any TimeSource = SystemTimeSource()
        ) {
            let refusals = Refusals()
            lastRefusals = refusals
            responder = PinnedChallengeResponder(policy, identity: identity, reporter: reporter, time: time) { error, host in
                refusals.add(error, host)
            }
        }

        /// Why the last connection to a host was refused; `nil` when none was. The session's own error only says "cancelled".
        public func refusal(of host: HostName) -> PinningError? { lastRefusals.find(host) }

        /// A challenge that is not about who the other side is: Basic, Digest, NTLM, Negotiate, and what proxies ask. The system's default unless a
        /// subclass knows better. `task` is `nil` for those of the session as a whole. Call `completion` exactly once.
        open func answer(
            _ challenge: URLAuthenticationChallenge, in session: URLSession, of task: URLSessionTask?,
            _ completion: @escaping PinnedChallengeResponder.Completion
        ) {
            completion(.performDefaultHandling, nil)
        }

        /// A redirect that the policy allows. Followed unless a subclass knows better. Call `completion` exactly once.
        open func redirect(
            _ task: URLSessionTask, to request: URLRequest, by response: HTTPURLResponse,
            _ completion: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completion(request)
        }

        /// For the session.
        public final func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping PinnedChallengeResponder.Completion
        ) {
            if !responder.respond(to: challenge, completionHandler) { answer(challenge, in: session, of: nil, completionHandler) }
        }

        /// For the session.
        public final func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping PinnedChallengeResponder.Completion
        ) {
            if !responder.respond(to: challenge, completionHandler) { answer(challenge, in: session, of: task, completionHandler) }
        }

        /// For the session.
        public final func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            do throws(PinningError) {
                try responder.policy.checkRequest(to: try HTTPURL(request.url?.absoluteString ?? ""))
                redirect(task, to: request, by: response, completionHandler)
            } catch {
                let host = response.url?.host.flatMap { try? HostName($0) }
                lastRefusals.add(
                    PinningError(.redirectRefused, "The server redirects to where the policy does not allow: \(error.reason)"), host)
                // The redirect itself becomes the response, and the task ends: what it points to is never asked.
                completionHandler(nil)
                task.cancel()
            }
        }
    }

    /// The last refusal of each host; bounded, since servers choose what hosts there are.
    private final class Refusals: @unchecked Sendable {
        private let lock = Lock()
        private var refusals: [HostName: PinningError] = [:]

        func add(_ error: PinningError, _ host: HostName?) {
            guard let host else { return }
            lock.withLock {
                if refusals.count >= 1000 { refusals.removeAll() }
                refusals[host] = error
            }
        }

        func find(_ host: HostName) -> PinningError? { lock.withLock { refusals[host] } }
    }
#endif
