#if canImport(Security)
    public import Foundation
    #if canImport(FoundationNetworking)
        public import FoundationNetworking
    #endif
    public import MerlonCore
    import Security

    /// Answers the challenges of a `URLSession` or `WKWebView` that decide who the other side is: server trust by the policy, client certificates by
    /// the identity. All other challenges are the app's.
    ///
    /// For apps that have a delegate; ``PinnedSessionDelegate`` is one that is made of this.
    ///
    /// ```swift
    /// func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge, completionHandler: …) {
    ///     if responder.respond(to: challenge, completionHandler) { return }
    ///     completionHandler(.performDefaultHandling, nil)  // or the app's own answer
    /// }
    /// ```
    public final class PinnedChallengeResponder: NSObject, Sendable {
        /// The answer to a challenge, as `URLSession` takes it.
        public typealias Completion = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

        /// The policy that servers pass.
        public let policy: PinningPolicy
        private let identity: ClientIdentity?
        private let reporter: PinReporter?
        private let time: any TimeSource
        private let refused: @Sendable (PinningError, HostName?) -> Void

        /// Makes a responder.
        ///
        /// - Parameters:
        ///   - identity: the client's certificate for servers that ask for one; without, such challenges are rejected.
        ///   - reporter: who is told of what the policy does not plainly accept; nobody unless given.
        ///   - refused: hears why a server was refused, since the session's own error only says "cancelled".
        public init(
            _ policy: PinningPolicy, identity: ClientIdentity? = nil, reporter: PinReporter? = nil,
            time: any TimeSource = SystemTimeSource(), refused: @escaping @Sendable (PinningError, HostName?) -> Void = { _, _ in }
        ) {
            self.policy = policy
            self.identity = identity
            self.reporter = reporter
            self.time = time
            self.refused = refused
            super.init()
        }

        /// Answers the challenge exactly once and returns true; or returns false without answering, when it is about something else: Basic, Digest,
        /// NTLM, Negotiate, and everything that a proxy asks.
        public func respond(to challenge: URLAuthenticationChallenge, _ completion: @escaping Completion) -> Bool {
            let space = challenge.protectionSpace
            guard !space.isProxy() else { return false }
            switch space.authenticationMethod {
            case NSURLAuthenticationMethodServerTrust:
                let (disposition, credential) = answer(serverTrustOf: space)
                completion(disposition, credential)
                return true
            case NSURLAuthenticationMethodClientCertificate:
                if let identity, challenge.previousFailureCount == 0 {
                    completion(.useCredential, identity.credential)
                } else {
                    completion(.rejectProtectionSpace, nil)
                }
                return true
            default: return false
            }
        }

        private func answer(serverTrustOf space: URLProtectionSpace) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
            var host: HostName?
            do throws(PinningError) {
                let name = try HostName(space.host)
                host = name
                guard let trust = space.serverTrust else { throw PinningError(.untrustedServer, "\(name) showed no certificates.") }
                let evaluation = try policy.evaluate(trust, host: name, now: time.wallTime)
                reporter?.report(evaluation)
                guard evaluation.isAccepted else { throw PinningError(.pinMismatch, evaluation.explanation) }
                // A host that is not pinned goes on as if nobody had asked, with everything that the system checks by itself.
                if evaluation.reason == .hostNotPinned, policy.anchors == .system { return (.performDefaultHandling, nil) }
                return (.useCredential, URLCredential(trust: trust))
            } catch {
                refused(error, host)
                return (.cancelAuthenticationChallenge, nil)
            }
        }
    }
#endif
