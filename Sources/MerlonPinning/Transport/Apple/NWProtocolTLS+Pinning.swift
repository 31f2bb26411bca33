#if canImport(Network)
    public import Dispatch
    public import MerlonCore
    public import Network
    import Security

    extension NWProtocolTLS.Options {
        /// Makes connections with these options pass the policy: TLS 1.2 at least, no resumption, and a verify block that lets the system validate the
        /// chain for the host and then evaluates it.
        ///
        /// - Parameters:
        ///   - host: the host that is connected to; a connection's endpoint may be an address or a service, which no certificate is for.
        ///   - queue: where the verify block runs; it may wait for the network, so never the main queue.
        ///   - reporter: who is told of what the policy does not plainly accept; nobody unless given.
        /// - Throws: ``PinningError/Code/hostNotInPolicy`` for a host that a policy which names all hosts does not name.
        public func pin(
            by policy: PinningPolicy, host: HostName, queue: DispatchQueue, reporter: PinReporter? = nil,
            time: any TimeSource = SystemTimeSource()
        ) throws(PinningError) {
            try policy.checkRequest(to: try HTTPURL(host: host))
            let options = securityProtocolOptions
            sec_protocol_options_set_min_tls_protocol_version(options, .TLSv12)
            // A resumed session shows no certificates: each connection is evaluated.
            sec_protocol_options_set_tls_resumption_enabled(options, false)
            sec_protocol_options_set_tls_tickets_enabled(options, false)
            let verify: sec_protocol_verify_t = { _, trust, complete in
                do throws(PinningError) {
                    let trust = unsafe sec_trust_copy_ref(trust).takeRetainedValue()
                    let evaluation = try policy.evaluate(trust, host: host, now: time.wallTime)
                    reporter?.report(evaluation)
                    complete(evaluation.isAccepted)
                } catch {
                    complete(false)
                }
            }
            sec_protocol_options_set_verify_block(options, verify, queue)
        }
    }
#endif
