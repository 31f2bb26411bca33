#if os(Linux)
    import COpenSSL

    /// What several parts of the Linux backend need of OpenSSL.
    enum OpenSSL {
        /// An error with the library's last code, whose queue it empties.
        static func failure(_ reason: String) -> CryptoError {
            let code = ERR_peek_last_error()
            ERR_clear_error()
            return CryptoError(.backendFailure, reason, nativeStatus: Int64(code))
        }

        /// Tells an HMAC context its hash function.
        static func setDigest(of context: OpaquePointer, _ algorithm: HashAlgorithm) -> Bool {
            var name = Array(algorithm.nameInOpenSSL.utf8CString)
            return unsafe name.withUnsafeMutableBufferPointer { name in
                let parameters = unsafe [
                    OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name.baseAddress, 0), OSSL_PARAM_construct_end(),
                ]
                return unsafe EVP_MAC_CTX_set_params(context, parameters) == 1
            }
        }

        /// 64 zero bytes: what contexts are rekeyed with, and an address for keys of no bytes.
        nonisolated(unsafe) static let zeros: UnsafePointer<UInt8> = {
            let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
            unsafe bytes.initialize(repeating: 0, count: 64)
            return unsafe UnsafePointer(bytes)
        }()
    }

    extension UnsafeRawBufferPointer {
        /// The bytes as C functions want them.
        var bytes: UnsafePointer<UInt8>? { unsafe baseAddress?.assumingMemoryBound(to: UInt8.self) }
    }

    extension UnsafeMutableRawBufferPointer {
        /// The bytes as C functions want them.
        var bytes: UnsafeMutablePointer<UInt8>? { unsafe baseAddress?.assumingMemoryBound(to: UInt8.self) }
    }
#endif
