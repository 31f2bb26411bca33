#if os(Linux)
    import COpenSSL
    import MerlonCore

    extension Backend {
        /// Writes the code of `header` and `message`, one behind the other, to `output`, which has ``HashAlgorithm/byteCount`` bytes and may
        /// overlap them.
        package static func hmac(
            _ algorithm: HashAlgorithm, key: UnsafeRawBufferPointer,
            header: UnsafeRawBufferPointer = unsafe UnsafeRawBufferPointer(start: nil, count: 0), message: UnsafeRawBufferPointer,
            into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard output.count == algorithm.byteCount else { throw CryptoError(.invalidArgument, "The output has the wrong length.") }
            if algorithm == .sha256, !OpenSSL.isLimitedToFIPS, let code = unsafe output.bytes {
                return unsafe merlon_hmac_sha256(
                    key.baseAddress, key.count, header.baseAddress, header.count, message.baseAddress, message.count, code)
            }
            let digest = unsafe try ThreadContexts.current.digest(algorithm)
            // A padded key and an inner digest, for the largest block and digest, on the stack.
            var outcome: Result<Void, CryptoError> = .success(())
            unsafe withUnsafeTemporaryAllocation(byteCount: 128 + 64, alignment: 16) { scratch in
                defer { unsafe wipe(scratch) }
                outcome = Result { () throws(CryptoError) in
                    unsafe try hmac(algorithm, digest, key: key, header, message, scratch: scratch, into: output)
                }
            }
            try outcome.get()
        }

        /// By the definition (FIPS 198-1, 4): two digests with a context that is kept. The library's own HMAC takes half as long again to
        /// set a key, and must be set another one afterwards to forget it.
        private static func hmac(
            _ algorithm: HashAlgorithm, _ digest: OpenSSLDigest, key: UnsafeRawBufferPointer, _ header: UnsafeRawBufferPointer,
            _ message: UnsafeRawBufferPointer, scratch: UnsafeMutableRawBufferPointer, into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            let pad = unsafe UnsafeMutableRawBufferPointer(rebasing: scratch[..<algorithm.blockByteCount])
            let inner = unsafe UnsafeMutableRawBufferPointer(rebasing: scratch[128..<128 + algorithm.byteCount])
            unsafe pad.initializeMemory(as: UInt8.self, repeating: 0)
            if key.count > pad.count {
                unsafe try digest.hash(key, into: inner)
                unsafe pad.copyMemory(from: UnsafeRawBufferPointer(inner))
            } else {
                unsafe pad.copyMemory(from: key)
            }
            unsafe exclusiveOr(pad, 0x3636_3636_3636_3636)
            unsafe try digest.hash(UnsafeRawBufferPointer(pad), header, message, into: inner)
            unsafe exclusiveOr(pad, 0x3636_3636_3636_3636 ^ 0x5C5C_5C5C_5C5C_5C5C)
            unsafe try digest.hash(UnsafeRawBufferPointer(pad), UnsafeRawBufferPointer(inner), into: output)
            // What the context still holds is the code itself.
            unsafe digest.forget()
        }

        /// Changes a block, whose length is a multiple of 8, in steps of 8 bytes.
        private static func exclusiveOr(_ block: UnsafeMutableRawBufferPointer, _ word: UInt64) {
            for offset in stride(from: 0, to: block.count, by: 8) {
                unsafe block.storeBytes(
                    of: block.load(fromByteOffset: offset, as: UInt64.self) ^ word, toByteOffset: offset, as: UInt64.self)
            }
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
