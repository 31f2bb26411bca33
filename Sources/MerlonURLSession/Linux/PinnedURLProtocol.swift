#if os(Linux)
    import Foundation
    import FoundationNetworking
    import MerlonCore
    import MerlonPinning

    /// Loads the requests of pinned sessions. Claims every network scheme, so that none goes another way.
    final class PinnedURLProtocol<Identity>: URLProtocol {
        private let transfer = CurlTransfer()

        override class func canInit(with request: URLRequest) -> Bool {
            PinnedSchemes.all.contains(request.url?.scheme?.lowercased() ?? "")
        }
        override class func canInit(with task: URLSessionTask) -> Bool { task.currentRequest.map(canInit(with:)) ?? false }
        override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

        override func startLoading() {
            // The thread is the only one that uses this object from now on, but for `stopLoading`, which touches the transfer alone.
            nonisolated(unsafe) let loader = self
            let thread = Thread {
                do throws(PinningError) { try unsafe loader.load() } catch {
                    unsafe loader.tell { unsafe $0.urlProtocol(loader, didFailWithError: Self.urlError(error, loader.request.url)) }
                }
            }
            thread.stackSize = 1 << 20
            thread.start()
        }

        override func stopLoading() { transfer.cancel() }

        /// Calls the client unless the task has been stopped: afterwards Foundation knows it no more, and traps. While the client is called, the task
        /// cannot be stopped.
        private func tell(_ body: (any URLProtocolClient) -> Void) { transfer.unlessCancelled { if let client { body(client) } } }

        private func load() throws(PinningError) {
            guard let context = PinnedSessionContext.find(Swift.type(of: self)) else {
                throw PinningError(.unsupported, "The request belongs to no pinned session.")
            }
            if task is URLSessionDownloadTask { throw PinningError(.unsupported, "Download tasks cannot be pinned here: use a data task.") }
            if task is URLSessionUploadTask, request.httpBody == nil, request.httpBodyStream == nil {
                throw PinningError(.unsupported, "Upload tasks cannot be pinned here: put the body into the request of a data task.")
            }
            var next = try CurlRequest(request, context.configuration)
            var followed = 0
            var failures = 0
            while true {
                try context.policy.checkRequest(to: next.url)
                let answer = try transfer.perform(next, in: context)
                if isRedirect(answer), let redirected = try redirect(next, answer, followed, context) {
                    next = redirected
                    followed += 1
                } else if answer.status == 401, next.credential == nil, failures == 0, let authenticated = challenge(next, answer, context)
                {
                    next = authenticated
                    failures += 1
                } else {
                    // A redirect or challenge that nobody follows is the response. The body goes in one piece: of several, Foundation keeps the last.
                    tell { $0.urlProtocol(self, didReceive: answer.response, cacheStoragePolicy: .notAllowed) }
                    if !answer.body.isEmpty { tell { $0.urlProtocol(self, didLoad: answer.body) } }
                    tell { $0.urlProtocolDidFinishLoading(self) }
                    return
                }
            }
        }

        private func isRedirect(_ head: CurlAnswer) -> Bool {
            [301, 302, 303, 307, 308].contains(head.status) && head.response.value(forHTTPHeaderField: "Location") != nil
        }

        /// The request that follows, or `nil` when the delegate takes the redirect for the answer.
        private func redirect(
            _ request: CurlRequest, _ answer: CurlAnswer, _ followed: Int, _ context: PinnedSessionContext
        ) throws(PinningError) -> CurlRequest? {
            guard let next = try request.redirected(answer, followed, context.policy) else { return nil }
            guard let delegate = context.taskDelegate, let session = context.session, let task else { return next }
            let decision = OneAnswer<URLRequest?>()
            delegate.urlSession(session, task: task, willPerformHTTPRedirection: answer.response, newRequest: next.urlRequest) {
                decision.set($0)
            }
            guard let chosen = decision.wait() ?? nil else { return nil }
            var redirected = try CurlRequest(chosen, context.configuration, isFirst: false)
            if redirected.url.hasSameOrigin(as: request.url) { redirected.credential = request.credential }
            return redirected
        }

        /// The request with the credential that the delegate gives, or `nil` when it gives none.
        private func challenge(_ request: CurlRequest, _ answer: CurlAnswer, _ context: PinnedSessionContext) -> CurlRequest? {
            guard let method = Self.scheme(of: answer), let delegate = context.taskDelegate, let session = context.session, let task else {
                return nil
            }
            let space = URLProtectionSpace(
                host: request.url.host.description, port: Int(request.url.port), protocol: "https", realm: nil, authenticationMethod: method
            )
            let challenge = URLAuthenticationChallenge(
                protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: answer.response, error: nil,
                sender: ChallengeSender())
            let decision = OneAnswer<URLCredential?>()
            delegate.urlSession(session, task: task, didReceive: challenge) { disposition, credential in
                decision.set(disposition == .useCredential ? credential : nil)
            }
            guard let credential = decision.wait() ?? nil, let user = credential.user, let password = credential.password else {
                return nil
            }
            var next = request
            next.credential = (method, user, password)
            return next
        }

        /// The way to log in that the server offers and this knows.
        private static func scheme(of answer: CurlAnswer) -> String? {
            let offered = (answer.response.value(forHTTPHeaderField: "WWW-Authenticate") ?? "").lowercased()
            if offered.hasPrefix("digest") { return NSURLAuthenticationMethodHTTPDigest }
            if offered.hasPrefix("ntlm") { return NSURLAuthenticationMethodNTLM }
            if offered.hasPrefix("basic") { return NSURLAuthenticationMethodHTTPBasic }
            return nil
        }

        private static func urlError(_ error: PinningError, _ url: URL?) -> URLError {
            let code: URLError.Code =
                switch error.code {
                case .untrustedServer, .pinMismatch: .serverCertificateUntrusted
                case .insecureURL: .appTransportSecurityRequiresSecureConnection
                case .timedOut: .timedOut
                case .cancelled: .cancelled
                case .connectionFailed: .cannotConnectToHost
                case .handshakeFailed: .secureConnectionFailed
                case .invalidURL, .invalidHost: .badURL
                case .unsupported: .unsupportedURL
                case .redirectRefused: .redirectToNonExistentLocation
                default: .cannotLoadFromNetwork
                }
            var info: [String: Any] = [NSUnderlyingErrorKey: error, NSLocalizedDescriptionKey: error.reason]
            info[NSURLErrorFailingURLErrorKey] = url
            return URLError(code, userInfo: info)
        }
    }

    /// Every way out to the network that Foundation knows.
    private enum PinnedSchemes {
        static let all: Set<String> = ["https", "http", "ws", "wss", "ftp", "ftps"]
    }

    /// One answer from a completion handler, waited for on the transfer's own thread. Later ones change nothing.
    private final class OneAnswer<Value>: @unchecked Sendable {
        private let lock = Lock()
        private let done = DispatchSemaphore(value: 0)
        private var value: Value?

        func set(_ value: Value) {
            let isFirst = lock.withLock { () -> Bool in
                guard self.value == nil else { return false }
                self.value = value
                return true
            }
            if isFirst { done.signal() }
        }

        /// The answer; waits as long as the delegate takes, as sessions do.
        func wait() -> Value? {
            done.wait()
            return lock.withLock { value }
        }
    }

    /// Challenges want a sender; answers come by completion handlers.
    private final class ChallengeSender: NSObject, URLAuthenticationChallengeSender {
        func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
        func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
        func cancel(_ challenge: URLAuthenticationChallenge) {}
        func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
        func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
    }
#endif
