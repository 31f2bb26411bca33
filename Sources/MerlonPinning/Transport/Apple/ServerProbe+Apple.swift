#if canImport(Network)
    import Dispatch
    import Foundation
    public import MerlonCore
    import Network
    import Security

    /// Shakes hands with a server to see its certificates. For tools; an app's connections go through a transport.
    public enum ServerProbe: Sendable {
        /// Connects, takes the server's certificates, lets the platform validate them, and closes. A server that is not trusted is an inspection,
        /// too; that nobody answers, or not with TLS, is an error.
        public static func inspect(
            _ host: HostName, port: UInt16 = 443, anchors: TrustAnchors = .system, timeout: TimeSpan = .seconds(15),
            time: any TimeSource = SystemTimeSource()
        ) async throws(PinningError) -> ServerInspection {
            guard let endpointPort = NWEndpoint.Port(rawValue: port) else { throw PinningError(.invalidArgument, "There is no port 0.") }
            let policy = try PinningPolicy([], otherHosts: .dangerouslyAllowUnpinned, anchors: anchors)
            let options = NWProtocolTLS.Options()
            let probe = Probe(policy, host, port, now: time.wallTime)
            sec_protocol_options_set_min_tls_protocol_version(options.securityProtocolOptions, .TLSv12)
            let queue = DispatchQueue(label: "merlon.probe")
            let verify: sec_protocol_verify_t = { _, trust, complete in
                unsafe probe.take(sec_trust_copy_ref(trust).takeRetainedValue())
                // What was to be seen was seen; the connection ends here.
                complete(false)
            }
            sec_protocol_options_set_verify_block(options.securityProtocolOptions, verify, queue)
            let connection = NWConnection(host: NWEndpoint.Host(host.description), port: endpointPort, using: NWParameters(tls: options))
            let result: Result<ServerInspection, PinningError> = await withCheckedContinuation { continuation in
                probe.whenDone { continuation.resume(returning: $0) }
                connection.stateUpdateHandler = { state in
                    switch state {
                    case .failed, .waiting, .cancelled:
                        probe.finish(PinningError(.connectionFailed, "Nobody answers with TLS at \(host), port \(port)."))
                    default: break
                    }
                }
                connection.start(queue: queue)
                queue.asyncAfter(deadline: .now() + timeout.inSeconds) {
                    probe.finish(PinningError(.timedOut, "The server did not answer in time."))
                }
            }
            connection.cancel()
            return try result.get()
        }
    }

    /// What a probe saw, handed on once.
    private final class Probe: @unchecked Sendable {
        private let policy: PinningPolicy
        private let host: HostName
        private let port: UInt16
        private let now: WallTime
        private let lock = Lock()
        private var handler: ((Result<ServerInspection, PinningError>) -> Void)?

        init(_ policy: PinningPolicy, _ host: HostName, _ port: UInt16, now: WallTime) {
            self.policy = policy
            self.host = host
            self.port = port
            self.now = now
        }

        func whenDone(_ handler: @escaping (Result<ServerInspection, PinningError>) -> Void) { lock.withLock { self.handler = handler } }

        func finish(_ error: PinningError) { hand(.failure(error)) }

        func take(_ trust: SecTrust) {
            let sent = (SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []).compactMap { certificate in
                try? Certificate(der: Array(SecCertificateCopyData(certificate) as Data))
            }
            let validation: Result<ValidatedChain, PinningError>
            do throws(PinningError) { validation = .success(try policy.evaluate(trust, host: host, now: now).chain) } catch {
                validation = .failure(error)
            }
            hand(.success(ServerInspection(host: host, port: port, presented: sent, validation: validation)))
        }

        private func hand(_ result: Result<ServerInspection, PinningError>) {
            let handler = lock.withLock { () -> ((Result<ServerInspection, PinningError>) -> Void)? in
                defer { self.handler = nil }
                return self.handler
            }
            handler?(result)
        }
    }
#endif
