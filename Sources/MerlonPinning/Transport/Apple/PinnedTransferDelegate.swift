#if canImport(Security)
    import Foundation
    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif
    import MerlonCore

    /// Collects the answers of a transport's tasks, each up to its bound. Redirects are the transport's to judge: tasks follow none.
    final class PinnedTransferDelegate: PinnedSessionDelegate, URLSessionDataDelegate, @unchecked Sendable {
        private final class Transfer {
            let request: HTTPRequest
            var continuation: CheckedContinuation<Result<HTTPResponse, PinningError>, Never>?
            var response: HTTPURLResponse?
            var body: [UInt8] = []
            var failure: PinningError?

            init(_ request: HTTPRequest, _ continuation: CheckedContinuation<Result<HTTPResponse, PinningError>, Never>) {
                self.request = request
                self.continuation = continuation
            }
        }

        private let lock = Lock()
        private var transfers: [Int: Transfer] = [:]

        func send(_ request: HTTPRequest, in session: URLSession) async throws(PinningError) -> HTTPResponse {
            guard let url = URL(string: request.url.description) else { throw HTTPURL.invalid("Foundation reads it otherwise") }
            var plain = URLRequest(url: url)
            plain.httpMethod = request.method.rawValue
            plain.httpBody = request.body.map { Data($0) }
            plain.httpShouldHandleCookies = false
            // The session's own time-out is one of silence; the one for everything is below.
            plain.timeoutInterval = request.timeout.inSeconds
            for field in request.headers.fields { plain.addValue(field.value, forHTTPHeaderField: field.name) }
            plain.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
            let task = session.dataTask(with: plain)
            let running = task
            return try await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    lock.withLock { transfers[running.taskIdentifier] = Transfer(request, continuation) }
                    // Cancelled before there was anything to end.
                    if Task.isCancelled { return end(running, Self.cancelled) }
                    running.resume()
                    DispatchQueue.global().asyncAfter(deadline: .now() + request.timeout.inSeconds) { [weak self] in
                        self?.end(running, PinningError(.timedOut, "The server did not answer in time."))
                    }
                }
            } onCancel: {
                self.end(running, Self.cancelled)
            }.get()
        }

        private static let cancelled = PinningError(.cancelled, "The request was cancelled.")

        /// Changes a transfer that has not ended, while nobody can end it.
        private func change<R>(_ task: URLSessionTask, _ body: (Transfer) -> R) -> R? {
            lock.withLock { transfers[task.taskIdentifier].map(body) }
        }

        override func redirect(
            _ task: URLSessionTask, to request: URLRequest, by response: HTTPURLResponse,
            _ completion: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completion(nil)
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            let isTaken = change(dataTask) { transfer -> Bool in
                guard let response = response as? HTTPURLResponse else { return false }
                guard response.expectedContentLength <= Int64(transfer.request.maximumResponseBody) || transfer.request.method == .head
                else {
                    transfer.failure = Self.tooLarge(transfer.request)
                    return false
                }
                transfer.response = response
                return true
            }
            completionHandler(isTaken == true ? .allow : .cancel)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            let fits = change(dataTask) { transfer -> Bool in
                guard data.count <= transfer.request.maximumResponseBody - transfer.body.count else {
                    transfer.failure = Self.tooLarge(transfer.request)
                    return false
                }
                transfer.body.append(contentsOf: data)
                return true
            }
            if fits == false { dataTask.cancel() }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            end(task, error.map { error in translate(error, task) })
        }

        /// Ends a transfer once: the first reason counts.
        private func end(_ task: URLSessionTask, _ error: PinningError?) {
            guard let transfer = lock.withLock({ transfers.removeValue(forKey: task.taskIdentifier) }) else { return }
            if error != nil { task.cancel() }
            transfer.continuation?.resume(returning: Self.outcome(of: transfer, error))
            transfer.continuation = nil
        }

        private static func outcome(of transfer: Transfer, _ error: PinningError?) -> Result<HTTPResponse, PinningError> {
            if let failure = transfer.failure ?? error { return .failure(failure) }
            guard let response = transfer.response else { return .failure(PinningError(.invalidResponse, "The server sent no answer.")) }
            var headers = HTTPHeaders()
            for (name, value) in response.allHeaderFields {
                guard let name = name as? String, let value = value as? String else { continue }
                do throws(PinningError) { try headers.add(name, value) } catch {
                    return .failure(PinningError(.invalidResponse, "A header field of the answer is malformed."))
                }
            }
            return .success(HTTPResponse(status: response.statusCode, headers: headers, body: transfer.body, url: transfer.request.url))
        }

        private func translate(_ error: any Error, _ task: URLSessionTask) -> PinningError {
            let host = task.currentRequest?.url?.host.flatMap { try? HostName($0) }
            let code = (error as NSError).code
            if code == NSURLErrorCancelled || code == NSURLErrorServerCertificateUntrusted, let refusal = host.flatMap(refusal(of:)) {
                return refusal
            }
            let (kind, reason): (PinningError.Code, String) =
                switch code {
                case NSURLErrorTimedOut: (.timedOut, "The server did not answer in time.")
                case NSURLErrorCancelled: (.cancelled, "The request was cancelled.")
                case NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasBadDate, NSURLErrorServerCertificateHasUnknownRoot,
                    NSURLErrorServerCertificateNotYetValid:
                    (.untrustedServer, "The system does not trust the server's certificate.")
                case NSURLErrorSecureConnectionFailed, NSURLErrorClientCertificateRequired, NSURLErrorClientCertificateRejected:
                    (.handshakeFailed, "The handshake failed.")
                case NSURLErrorAppTransportSecurityRequiresSecureConnection:
                    (.insecureURL, "App Transport Security refuses the connection.")
                case NSURLErrorBadServerResponse, NSURLErrorCannotParseResponse, NSURLErrorCannotDecodeContentData,
                    NSURLErrorCannotDecodeRawData:
                    (.invalidResponse, "The answer cannot be read.")
                default: (.connectionFailed, "The server cannot be reached, or the transfer broke.")
                }
            return PinningError(kind, reason, nativeStatus: Int64(code))
        }

        private static func tooLarge(_ request: HTTPRequest) -> PinningError {
            PinningError(.responseTooLarge, "The answer is longer than the \(request.maximumResponseBody) bytes that the request allows.")
        }
    }
#endif
