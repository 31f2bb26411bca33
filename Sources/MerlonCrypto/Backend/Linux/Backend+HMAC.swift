#if os(Linux)
    import COpenSSL

    extension Backend {
        /// Writes the code to `output`, which has ``HashAlgorithm/byteCount`` bytes and may overlap `message`.
        package static func hmac(
            _ algorithm: HashAlgorithm, key: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer,
            into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard output.count == algorithm.byteCount else { throw CryptoError(.invalidArgument, "The output has the wrong length.") }
            let context = unsafe try ThreadContexts.current.code(algorithm)
            // Without a key address the library would keep the key it has.
            defer { unsafe EVP_MAC_init(context, OpenSSL.zeros, 1, nil) }
            var written = 0
            guard unsafe EVP_MAC_init(context, key.bytes ?? OpenSSL.zeros, key.count, nil) == 1,
                unsafe message.isEmpty || EVP_MAC_update(context, message.bytes, message.count) == 1,
                unsafe EVP_MAC_final(context, output.bytes, &written, output.count) == 1, written == output.count
            else { throw OpenSSL.failure("HMAC failed.") }
        }

        /// PBKDF2 (RFC 8018) with HMAC; fills `output`.
        package static func pbkdf2(
            _ algorithm: HashAlgorithm, password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, iterations: Int,
            into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard iterations > 0, let count = Int32(exactly: iterations), let length = Int32(exactly: output.count),
                let passwordCount = Int32(exactly: password.count), let saltCount = Int32(exactly: salt.count)
            else { throw CryptoError(.limitExceeded, "PBKDF2 takes 1 to \(Int32.max) iterations and bytes.") }
            let bytes = unsafe UnsafePointer<CChar>(OpaquePointer(password.bytes ?? OpenSSL.zeros))
            guard
                unsafe PKCS5_PBKDF2_HMAC(
                    bytes, passwordCount, salt.bytes ?? OpenSSL.zeros, saltCount, count, algorithm.methodInOpenSSL, length, output.bytes)
                    == 1
            else { throw OpenSSL.failure("PBKDF2 failed.") }
        }
    }
#endif
