#if os(Linux)
    import Foundation
    import FoundationNetworking
    import MerlonCore
    import MerlonPinning

    /// Loads the requests of pinned sessions. Claims every network scheme, so that none goes another way.
    final class PinnedURLProtocol<Identity>: URLProtocol {
        let transfer = CurlTransfer()

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
            var (logins, proxyLogins) = (0, 0)
            while true {
                try context.policy.checkRequest(to: next.url)
                switch try transfer.perform(next, in: context) {
                case .proxyAsks(let challenges):
                    guard proxyLogins < Self.maximumLogins,
                        let credential = try credential(for: challenges, ProxyAddress.used.space, proxyLogins, nil, context)
                    else { throw PinningError(.connectionFailed, "The proxy lets nobody through without a login.") }
                    next.proxyCredential = credential
                    proxyLogins += 1
                case .answer(let answer):
                    if isRedirect(answer), let redirected = try redirect(next, answer, followed, context) {
                        if !redirected.url.hasSameOrigin(as: next.url) { logins = 0 }
                        next = redirected
                        followed += 1
                    } else if answer.status == 401, logins < Self.maximumLogins,
                        let credential = try credential(for: answer.challenges, next.url.space, logins, answer.response, context)
                    {
                        next.log(in: credential)
                        logins += 1
                    } else {
                        // A redirect or challenge that nobody follows is the response. The body goes in one piece: of several, Foundation keeps the last.
                        tell { $0.urlProtocol(self, didReceive: answer.forTheApp, cacheStoragePolicy: .notAllowed) }
                        if !answer.body.isEmpty { tell { $0.urlProtocol(self, didLoad: answer.body) } }
                        tell { $0.urlProtocolDidFinishLoading(self) }
                        return
                    }
                }
            }
        }

        /// How often somebody may be asked for another credential.
        private static var maximumLogins: Int { 10 }

        private func isRedirect(_ head: CurlAnswer) -> Bool {
            [301, 302, 303, 307, 308].contains(head.status) && head.response.value(forHTTPHeaderField: "Location") != nil
        }

        /// The request that follows, or `nil` when the delegate takes the redirect for the answer.
        private func redirect(
            _ request: CurlRequest, _ answer: CurlAnswer, _ followed: Int, _ context: PinnedSessionContext
        ) throws(PinningError) -> CurlRequest? {
            guard let next = try request.redirected(answer, followed, context.policy) else { return nil }
            guard let session = context.session, let task, let delegate = task.delegate else { return next }
            let chosen: URLRequest?? = transfer.answer { answered in
                session.ask {
                    delegate.urlSession(
                        session, task: task, willPerformHTTPRedirection: answer.response, newRequest: next.urlRequest,
                        completionHandler: answered)
                }
            }
            guard let chosen else { throw PinningError(.cancelled, "The request was cancelled.") }
            guard let chosen else { return nil }
            var redirected = try CurlRequest(chosen, context.configuration, isFirst: false)
            if redirected.url.hasSameOrigin(as: request.url) { redirected.credential = request.credential }
            redirected.proxyCredential = request.proxyCredential
            return redirected
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
#endif
