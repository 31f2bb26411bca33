#if os(Linux)
    import Dispatch
    public import MerlonCore

    /// Shakes hands with a server to see its certificates. For tools; an app's connections go through a transport.
    public enum ServerProbe: Sendable {
        /// Connects, takes the server's certificates, lets the platform validate them, and closes. A server that is not trusted is an inspection,
        /// too; that nobody answers, or not with TLS, is an error.
        public static func inspect(
            _ host: HostName, port: UInt16 = 443, anchors: TrustAnchors = .system, timeout: TimeSpan = .seconds(15),
            time: any TimeSource = SystemTimeSource()
        ) async throws(PinningError) -> ServerInspection {
            let policy = try PinningPolicy([], otherHosts: .dangerouslyAllowUnpinned, anchors: anchors)
            let context = try TLSContext(trusting: anchors)
            let now = time.wallTime
            let result: Result<ServerInspection, PinningError> = await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(
                        returning: connect(
                            host, port, PinnedVerification(policy, host: host, now: now, keepsPresented: true), context, timeout))
                }
            }
            return try result.get()
        }

        private static func connect(
            _ host: HostName, _ port: UInt16, _ verification: PinnedVerification, _ context: TLSContext, _ timeout: TimeSpan
        ) -> Result<ServerInspection, PinningError> {
            do throws(PinningError) {
                _ = try TLSConnection(host, port, context, verification, by: Deadline(timeout))
                guard let chain = verification.evaluation?.chain else {
                    throw PinningError(.backendFailure, "The handshake showed no chain.")
                }
                return .success(ServerInspection(host: host, port: port, presented: verification.presented, validation: .success(chain)))
            } catch {
                // Certificates that were seen are worth showing, whatever came of them.
                guard error.code == .untrustedServer else { return .failure(error) }
                return .success(ServerInspection(host: host, port: port, presented: verification.presented, validation: .failure(error)))
            }
        }
    }
#endif
