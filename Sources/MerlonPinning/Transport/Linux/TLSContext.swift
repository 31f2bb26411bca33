#if os(Linux)
    import CMerlonClientKey
    import COpenSSL
    import Glibc

    /// How this process speaks TLS to servers: versions, ciphers, whom to trust. Made once for a transport, used by its connections.
    ///
    /// TLS 1.2 with forward secrecy and authenticated ciphers, or TLS 1.3. No session is kept or resumed, no early data is sent: every connection
    /// shows its certificates and is evaluated.
    @safe package final class TLSContext: @unchecked Sendable {
        let pointer: OpaquePointer
        /// Who the client is; kept for the callbacks.
        let identity: ClientIdentity?

        /// The index under which a connection keeps its ``PinnedVerification``.
        private static let verificationIndex = CRYPTO_get_ex_new_index(CRYPTO_EX_INDEX_SSL, 0, nil, nil, nil, nil)

        /// Where clients' keys are known to OpenSSL. One for the process, and never freed: threads that used it, which are not ours, still refer to it
        /// when they end (`OPENSSL_thread_stop_ex`).
        nonisolated(unsafe) private static let clientLibrary = unsafe merlon_client_library_new()

        /// Makes it.
        package convenience init(trusting anchors: TrustAnchors) throws(PinningError) { try self.init(trusting: anchors, identity: nil) }

        init(trusting anchors: TrustAnchors, identity: ClientIdentity?) throws(PinningError) {
            let library = unsafe identity == nil ? nil : Self.clientLibrary
            guard unsafe identity == nil || library != nil,
                let context = unsafe SSL_CTX_new_ex(library.map { OpaquePointer($0) }, nil, TLS_client_method())
            else { throw PinningError(.backendFailure, "TLS cannot be set up.") }
            unsafe pointer = context
            self.identity = identity
            guard unsafe Self.applyRules(to: context) else {
                throw PinningError(.backendFailure, "TLS 1.2 with modern ciphers cannot be set up.")
            }
            // Protocol names of ALPN, each behind its length.
            let protocols = [UInt8(8)] + Array("http/1.1".utf8)
            _ = unsafe SSL_CTX_set_alpn_protos(context, protocols, UInt32(protocols.count))
            unsafe SSL_CTX_set_cert_verify_callback(context, verifyServer, nil)
            try trust(anchors)
            if let identity { try use(identity) }
        }

        private func use(_ identity: ClientIdentity) throws(PinningError) {
            for (index, certificate) in identity.certificates.enumerated() {
                let isTaken: Bool
                if index == 0 {
                    isTaken = unsafe SSL_CTX_use_certificate_ASN1(pointer, Int32(certificate.der.count), certificate.der) == 1
                } else {
                    isTaken = unsafe certificate.der.withUnsafeBufferPointer { der -> Bool in
                        var start = der.baseAddress
                        guard let x509 = unsafe d2i_X509(nil, &start, der.count) else { return false }
                        // On success the context owns the certificate.
                        if unsafe SSL_CTX_ctrl(pointer, SSL_CTRL_EXTRA_CHAIN_CERT, 0, UnsafeMutableRawPointer(x509)) == 1 { return true }
                        unsafe X509_free(x509)
                        return false
                    }
                }
                guard isTaken else { throw PinningError(.malformed, "A certificate of the client is none that OpenSSL can use.") }
            }
            let owner = unsafe Unmanaged.passUnretained(identity.signer).toOpaque()
            let point = identity.signer.point
            guard
                let key = unsafe merlon_client_key_new(Self.clientLibrary, identity.signer.curve, point, point.count, signForClient, owner)
            else {
                throw PinningError(.backendFailure, "The client's key cannot be set up.")
            }
            defer { unsafe EVP_PKEY_free(OpaquePointer(key)) }
            guard unsafe SSL_CTX_use_PrivateKey(pointer, OpaquePointer(key)) == 1, unsafe SSL_CTX_check_private_key(pointer) == 1 else {
                throw PinningError(.backendFailure, "The client's key cannot be used with its certificate.")
            }
            // Up to TLS 1.2 a server may ask for any hash with any curve; keys in hardware sign with that of their curve alone. Without the limit
            // a server's first choice would end the handshake, though it takes the right one, too.
            var algorithm = Array((identity.signer.curve == "P-384" ? "ECDSA+SHA384" : "ECDSA+SHA256").utf8CString)
            guard unsafe SSL_CTX_ctrl(pointer, SSL_CTRL_SET_CLIENT_SIGALGS_LIST, 0, &algorithm) == 1 else {
                throw PinningError(.backendFailure, "The client's signature algorithm cannot be set.")
            }
        }

        /// Puts the same rules, the same authorities and the verification into a context that another library made for one connection. The
        /// verification must live as long as that context.
        package func govern(_ context: OpaquePointer, by verification: PinnedVerification) -> Bool {
            guard unsafe Self.applyRules(to: context) else { return false }
            unsafe SSL_CTX_set1_cert_store(context, SSL_CTX_get_cert_store(pointer))
            unsafe SSL_CTX_set_cert_verify_callback(context, verifyServer, Unmanaged.passUnretained(verification).toOpaque())
            return true
        }

        private static func applyRules(to context: OpaquePointer) -> Bool {
            unsafe SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
            // No tickets, no renegotiation, no compression (bits 14, 30 and 17 of the options).
            unsafe SSL_CTX_set_options(context, 1 << 14 | 1 << 30 | 1 << 17)
            unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
            return unsafe SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil) == 1
                && SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1
                && SSL_CTX_set_ciphersuites(context, "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256") == 1
        }

        deinit { unsafe SSL_CTX_free(pointer) }

        private func trust(_ anchors: TrustAnchors) throws(PinningError) {
            switch anchors {
            case .system:
                // Paths of the distribution; SSL_CERT_FILE and SSL_CERT_DIR are for the process's owner to set, as for every OpenSSL program.
                guard unsafe SSL_CTX_set_default_verify_paths(pointer) == 1 else {
                    throw PinningError(.backendFailure, "The system's authorities cannot be loaded.")
                }
            case .only(let certificates):
                unsafe try Self.add(certificates, to: SSL_CTX_get_cert_store(pointer))
            }
        }

        /// Adds certificates to an `X509_STORE`.
        static func add(_ certificates: [Certificate], to store: OpaquePointer?) throws(PinningError) {
            for certificate in certificates {
                let added = unsafe certificate.der.withUnsafeBufferPointer { der -> Bool in
                    var start = der.baseAddress
                    let anchor = unsafe d2i_X509(nil, &start, der.count)
                    defer { unsafe X509_free(anchor) }
                    return unsafe anchor != nil && X509_STORE_add_cert(store, anchor) == 1
                }
                guard added else { throw PinningError(.malformed, "An anchor is no certificate that OpenSSL can use.") }
            }
        }

        /// Ties a connection to the verification that decides about it. The verification must live as long as the connection.
        static func attach(_ verification: PinnedVerification, to connection: OpaquePointer) -> Bool {
            unsafe SSL_set_ex_data(connection, verificationIndex, Unmanaged.passUnretained(verification).toOpaque()) == 1
        }

        fileprivate static func verification(of context: OpaquePointer) -> PinnedVerification? {
            guard let connection = unsafe X509_STORE_CTX_get_ex_data(context, SSL_get_ex_data_X509_STORE_CTX_idx()),
                let verification = unsafe SSL_get_ex_data(OpaquePointer(connection), verificationIndex)
            else { return nil }
            return unsafe Unmanaged<PinnedVerification>.fromOpaque(verification).takeUnretainedValue()
        }
    }

    /// What OpenSSL calls in place of its own validation. A connection without a verification is refused.
    private let verifyServer: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = { context, owner in
        guard let context = unsafe context else { return 0 }
        if let owner = unsafe owner {
            return unsafe Unmanaged<PinnedVerification>.fromOpaque(owner).takeUnretainedValue().verify(context) ? 1 : 0
        }
        guard let verification = unsafe TLSContext.verification(of: context) else { return 0 }
        return unsafe verification.verify(context) ? 1 : 0
    }
#endif
