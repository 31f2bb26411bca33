#if os(Linux)
    import COpenSSL

    extension PinnedVerification {
        /// Validates and evaluates certificates without a connection, as a handshake with a server that sends them would. For tests and fuzzing of what
        /// servers may send.
        package func verify(sent certificates: [Certificate], trusting context: TLSContext) -> Bool {
            guard let store = unsafe X509_STORE_CTX_new() else { return false }
            defer { unsafe X509_STORE_CTX_free(store) }
            guard let stack = unsafe OPENSSL_sk_new_null() else { return false }
            var decoded: [OpaquePointer] = unsafe []
            defer {
                unsafe OPENSSL_sk_free(stack)
                while let last = unsafe decoded.popLast() { unsafe X509_free(last) }
            }
            for certificate in certificates {
                let x509 = unsafe certificate.der.withUnsafeBufferPointer { der -> OpaquePointer? in
                    var start = der.baseAddress
                    return unsafe d2i_X509(nil, &start, der.count)
                }
                guard let x509 = unsafe x509 else { return false }
                unsafe decoded.append(x509)
                unsafe OPENSSL_sk_push(stack, UnsafeRawPointer(x509))
            }
            guard let leaf = unsafe decoded.first,
                unsafe X509_STORE_CTX_init(store, SSL_CTX_get_cert_store(context.pointer), leaf, stack) == 1
            else { return false }
            _ = unsafe X509_STORE_CTX_set_default(store, "ssl_server")
            return unsafe verify(store)
        }
    }
#endif
