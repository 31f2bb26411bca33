#if os(Linux)
    import CSodium
    import Glibc

    extension Backend {
        /// Whether this system has Argon2id.
        package static let hasArgon2id = sodium_init() >= 0

        /// Argon2id (RFC 9106) with one lane and a salt of 16 bytes; fills `output`.
        package static func argon2id(
            password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, passes: Int, memoryKiB: Int,
            into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard hasArgon2id, salt.count == crypto_pwhash_argon2id_saltbytes(), output.count >= crypto_pwhash_argon2id_bytes_min(),
                let target = unsafe output.bytes, let saltBytes = unsafe salt.bytes, let passwordBytes = password.baseAddress
            else { throw CryptoError(.unsupported, "Argon2id takes a salt of 16 bytes and gives 16 bytes at least.") }
            let status = unsafe crypto_pwhash_argon2id(
                target, UInt64(output.count), passwordBytes.assumingMemoryBound(to: CChar.self), UInt64(password.count), saltBytes,
                UInt64(passes), memoryKiB << 10, crypto_pwhash_argon2id_alg_argon2id13())
            guard status == 0 else { throw CryptoError(.backendFailure, "Argon2id found no memory for its work.") }
        }

        /// Whether the password is that of a PHC string, whose cost the caller has checked. Compares in constant time.
        package static func argon2idMatches(_ text: String, password: UnsafeRawBufferPointer) throws(CryptoError) -> Bool {
            // The library reads a buffer of a fixed length.
            let capacity = crypto_pwhash_argon2id_strbytes()
            var buffer = text.utf8CString.map { $0 }
            guard hasArgon2id, buffer.count <= capacity, let passwordBytes = password.baseAddress else {
                throw CryptoError(.unsupported, "The Argon2id string is too long.")
            }
            buffer += repeatElement(0, count: capacity - buffer.count)
            errno = 0
            let status = unsafe crypto_pwhash_argon2id_str_verify(
                buffer, passwordBytes.assumingMemoryBound(to: CChar.self), UInt64(password.count))
            // EINVAL says that the password is another one; anything else, that the work was not done.
            guard status == 0 || errno == EINVAL else {
                throw CryptoError(.backendFailure, "Argon2id found no memory for its work.", nativeStatus: Int64(errno))
            }
            return status == 0
        }
    }
#endif
