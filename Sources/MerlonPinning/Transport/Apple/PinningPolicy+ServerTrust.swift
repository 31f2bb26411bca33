#if canImport(Security)
    import Foundation
    public import MerlonCore
    public import Security

    extension PinningPolicy {
        /// Lets the system evaluate a server's trust, then evaluates the chain that it validated. For code that has a `SecTrust` of its own: a
        /// `WKWebView`'s challenge, another networking library.
        ///
        /// The trust's policies and anchors are replaced: TLS for this host, and the policy's ``PinningPolicy/anchors``. So neither a trust that was
        /// set up for no host, nor exceptions that someone added, weaken the answer.
        ///
        /// - Parameter now: the time by which certificates and the expiry of pins are judged.
        /// - Throws: ``PinningError/Code/untrustedServer`` when the system does not trust the server; nothing is asked of the pins then.
        public func evaluate(_ trust: SecTrust, host: HostName, now: WallTime) throws(PinningError) -> Evaluation {
            evaluate(try validatedChain(of: trust, host: host, now: now), host: host, now: now)
        }

        private func validatedChain(of trust: SecTrust, host: HostName, now: WallTime) throws(PinningError) -> ValidatedChain {
            var statuses = [SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, host.description as CFString))]
            statuses.append(SecTrustSetVerifyDate(trust, Date(timeIntervalSince1970: Double(now.seconds)) as CFDate))
            switch anchors {
            case .system:
                // No anchors of anybody's own, and the system's switched on: what a trust starts with.
                statuses += [SecTrustSetAnchorCertificates(trust, nil), SecTrustSetAnchorCertificatesOnly(trust, false)]
            case .only(let certificates):
                let anchors = certificates.compactMap { SecCertificateCreateWithData(nil, Data($0.der) as CFData) }
                guard anchors.count == certificates.count else { throw PinningError(.malformed, "An anchor is no certificate.") }
                statuses += [SecTrustSetAnchorCertificates(trust, anchors as CFArray), SecTrustSetAnchorCertificatesOnly(trust, true)]
            }
            if let status = statuses.first(where: { $0 != errSecSuccess }) {
                throw PinningError(.backendFailure, "The server's trust cannot be set up.", nativeStatus: Int64(status))
            }
            var error: CFError?
            guard unsafe SecTrustEvaluateWithError(trust, &error) else {
                let code = error.map { Int64(CFErrorGetCode($0)) }
                throw PinningError(.untrustedServer, "The system does not trust the certificate of \(host).", nativeStatus: code)
            }
            // After a successful evaluation this is the validated path, not what the server sent.
            guard let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] else {
                throw PinningError(.backendFailure, "The system gives no chain for \(host).")
            }
            guard chain.count <= ValidatedChain.maximumCertificates else {
                throw PinningError(.limitExceeded, "A chain of \(chain.count) certificates.")
            }
            var certificates: [Certificate] = []
            for certificate in chain { certificates.append(try Certificate(der: Array(SecCertificateCopyData(certificate) as Data))) }
            return try ValidatedChain(validatedByPlatform: certificates, for: host)
        }
    }
#endif
