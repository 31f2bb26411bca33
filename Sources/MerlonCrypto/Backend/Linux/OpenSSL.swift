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

        /// Whether OpenSSL is set to answer with its FIPS module alone (`default_properties = fips=yes`). Then HMAC and AES-GCM go through its EVP
        /// interface, which sees to that: its older functions and libsodium would answer regardless.
        static var isLimitedToFIPS: Bool { merlon_is_limited_to_fips() == 1 }

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
