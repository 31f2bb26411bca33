#if os(Linux)
    import COpenSSL
    package import MerlonCore

    /// The verdict on one connection's certificates: OpenSSL's first, then the policy's. OpenSSL asks for it in the middle of each handshake.
    package final class PinnedVerification: @unchecked Sendable {
        private let policy: PinningPolicy
        private let host: HostName
        private let now: WallTime
        /// What the policy said, once it was asked.
        package private(set) var evaluation: Evaluation?
        /// Why the connection must not be used, if so.
        package private(set) var failure: PinningError?

        /// What the server sent, where that was asked for.
        private(set) var presented: [Certificate] = []
        private let keepsPresented: Bool

        package init(_ policy: PinningPolicy, host: HostName, now: WallTime, keepsPresented: Bool = false) {
            self.keepsPresented = keepsPresented
            self.policy = policy
            self.host = host
            self.now = now
        }

        /// Validates what the server sent, then asks the policy about the validated chain. `context` is an `X509_STORE_CTX` that is set up with the
        /// trusted authorities and the server's certificates.
        package func verify(_ context: OpaquePointer) -> Bool {
            if keepsPresented {
                presented = (try? unsafe Self.certificates(X509_STORE_CTX_get0_untrusted(context))) ?? []
            }
            do throws(PinningError) {
                let evaluation = policy.evaluate(try unsafe validatedChain(context), host: host, now: now)
                self.evaluation = evaluation
                guard evaluation.isAccepted else { throw PinningError(.pinMismatch, evaluation.explanation) }
                return true
            } catch {
                failure = error
                if error.code == .pinMismatch { unsafe X509_STORE_CTX_set_error(context, X509_V_ERR_APPLICATION_VERIFICATION) }
                return false
            }
        }

        private func validatedChain(_ context: OpaquePointer) throws(PinningError) -> ValidatedChain {
            guard let parameters = unsafe X509_STORE_CTX_get0_param(context), unsafe prepare(parameters) else {
                throw PinningError(.backendFailure, "The validator cannot be set up.")
            }
            guard unsafe X509_verify_cert(context) == 1 else {
                let code = unsafe X509_STORE_CTX_get_error(context)
                let words = unsafe X509_verify_cert_error_string(Int(code)).map { unsafe String(cString: $0) } ?? "unknown reason"
                throw PinningError(.untrustedServer, "The certificate of \(host) is not trusted: \(words).", nativeStatus: Int64(code))
            }
            return try ValidatedChain(validatedByPlatform: unsafe Self.certificates(X509_STORE_CTX_get0_chain(context)), for: host)
        }

        /// The host's name, the time and the purpose that the chain is validated for. RFC 6125: names come from subjectAltName alone.
        private func prepare(_ parameters: OpaquePointer) -> Bool {
            unsafe X509_VERIFY_PARAM_set_hostflags(
                parameters, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT))
            unsafe X509_VERIFY_PARAM_set_time(parameters, time_t(now.seconds))
            unsafe X509_VERIFY_PARAM_set_depth(parameters, 10)
            // 112 bits of security: RSA keys of 2048 bits or more, no SHA-1 in signatures.
            unsafe X509_VERIFY_PARAM_set_auth_level(parameters, 2)
            // A private authority may be an intermediate: it is trusted as it is, as Apple's validator has it.
            if case .only = policy.anchors, unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN)) != 1 {
                return false
            }
            guard unsafe X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_SSL_SERVER) == 1 else { return false }
            if host.isAddress {
                guard let bytes = IPAddress.bytes(host.description) else { return false }
                return unsafe X509_VERIFY_PARAM_set1_ip(parameters, bytes, bytes.count) == 1
            }
            return unsafe X509_VERIFY_PARAM_set1_host(parameters, host.description, host.description.utf8.count) == 1
        }

        /// The certificates of a `STACK_OF(X509)`.
        static func certificates(_ stack: OpaquePointer?) throws(PinningError) -> [Certificate] {
            let count = unsafe max(OPENSSL_sk_num(stack), 0)
            guard count <= ValidatedChain.maximumCertificates else {
                throw PinningError(.limitExceeded, "A chain of \(count) certificates.")
            }
            var certificates: [Certificate] = []
            for index in 0..<count {
                guard let value = unsafe OPENSSL_sk_value(stack, index) else { continue }
                certificates.append(try unsafe certificate(OpaquePointer(value)))
            }
            return certificates
        }

        private static func certificate(_ x509: OpaquePointer) throws(PinningError) -> Certificate {
            let count = unsafe Int(i2d_X509(x509, nil))
            guard count > 0 else { throw PinningError(.backendFailure, "A certificate cannot be encoded.") }
            let result: Result<Certificate, PinningError> = unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
                var end = unsafe buffer.bindMemory(to: UInt8.self).baseAddress
                guard unsafe i2d_X509(x509, &end) == count else {
                    return .failure(PinningError(.backendFailure, "A certificate cannot be encoded."))
                }
                do throws(PinningError) {
                    return .success(try unsafe CertificateCache.shared.certificate(UnsafeRawBufferPointer(buffer)))
                } catch { return .failure(error) }
            }
            return try result.get()
        }
    }
#endif
