#if os(Linux)
    import Dispatch
    public import MerlonCore

    /// HTTP/1.1 over TLS to servers that the policy accepts, with OpenSSL.
    ///
    /// One connection a request, each with a full handshake in which the chain is validated for the host and then evaluated; nothing is resumed,
    /// pooled or coalesced, so no connection was ever accepted under another host or an older policy. Proxies are not used.
    public struct PinnedTransport: HTTPTransport {
        /// The policy that every connection passes.
        public let policy: PinningPolicy
        private let context: TLSContext
        private let reporter: PinReporter?
        private let time: any TimeSource

        /// Makes a transport. Loading the system's authorities takes some 20 ms: make one and keep it.
        ///
        /// - Parameters:
        ///   - policy: which hosts must show which pins.
        ///   - identity: the client's certificate for servers that ask for one.
        ///   - reporter: who is told of what the policy does not plainly accept; nobody unless given.
        ///   - time: by which certificates and the expiry of pins are judged.
        /// - Throws: ``PinningError/Code/backendFailure`` or ``PinningError/Code/malformed`` when the policy cannot be enforced here.
        public init(
            _ policy: PinningPolicy, identity: ClientIdentity? = nil, reporter: PinReporter? = nil,
            time: any TimeSource = SystemTimeSource()
        ) throws(PinningError) {
            self.policy = policy
            self.reporter = reporter
            self.time = time
            context = try TLSContext(trusting: policy.anchors, identity: identity)
        }

        public func send(_ request: HTTPRequest) async throws(PinningError) -> HTTPResponse {
            let deadline = Deadline(request.timeout)
            let first = FirstResult<HTTPResponse>()
            // The name's look-up cannot be interrupted; the caller is answered on time all the same.
            let slack = TimeSpan.milliseconds(50)
            return try await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    first.whenDone { continuation.resume(returning: $0) }
                    DispatchQueue.global().async {
                        do throws(PinningError) { first.set(.success(try exchange(request, by: deadline))) } catch {
                            first.set(.failure(error))
                        }
                    }
                    let nanoseconds = max((deadline.remaining + slack).nanoseconds, 0)
                    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) {
                        first.set(.failure(Deadline.timedOut))
                    }
                }
            } onCancel: {
                deadline.cancel()
                first.set(.failure(PinningError(.cancelled, "The request was cancelled.")))
            }.get()
        }

        private func exchange(_ request: HTTPRequest, by deadline: Deadline) throws(PinningError) -> HTTPResponse {
            var request = request
            var followed = 0
            while true {
                let response = try exchangeOnce(request, by: deadline)
                let location = response.headers["location"]
                let next = try Redirection.decide(request, status: response.status, location: location, followed: followed) {
                    (url) throws(PinningError) in
                    try policy.checkRequest(to: url)
                }
                guard case .follow(let redirected) = next else { return response }
                request = redirected
                followed += 1
            }
        }

        private func exchangeOnce(_ request: HTTPRequest, by deadline: Deadline) throws(PinningError) -> HTTPResponse {
            try policy.checkRequest(to: request.url)
            let message = try HTTP1Writer.bytes(of: request)
            let verification = PinnedVerification(policy, host: request.url.host, now: time.wallTime)
            defer { verification.evaluation.map { reporter?.report($0) } }
            let connection = try TLSConnection(request.url.host, request.url.port, context, verification, by: deadline)
            try connection.write(message)
            var parser = HTTP1Parser(method: request.method, maximumBody: request.maximumResponseBody)
            while !parser.isDone {
                try deadline.check()
                switch try connection.read() {
                case .bytes(let bytes): try parser.feed(bytes)
                case .end(let isClean): try parser.end(isClean: isClean)
                }
            }
            return HTTPResponse(status: parser.status, headers: parser.headers, body: parser.body, url: request.url)
        }
    }

    /// The first of several results, handed on once.
    private final class FirstResult<Value: Sendable>: @unchecked Sendable {
        typealias Outcome = Result<Value, PinningError>
        private let lock = Lock()
        private var outcome: Outcome?
        private var handler: ((Outcome) -> Void)?

        func set(_ value: Outcome) {
            let handler = lock.withLock { () -> ((Outcome) -> Void)? in
                guard outcome == nil else { return nil }
                outcome = value
                defer { self.handler = nil }
                return self.handler
            }
            handler?(value)
        }

        func whenDone(_ handler: @escaping (Outcome) -> Void) {
            let done = lock.withLock { () -> Outcome? in
                if outcome == nil { self.handler = handler }
                return outcome
            }
            done.map(handler)
        }
    }
#endif
