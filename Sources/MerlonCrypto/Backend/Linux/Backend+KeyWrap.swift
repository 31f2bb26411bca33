#if os(Linux)
    import COpenSSL
    import MerlonCore

    extension Backend {
        /// AES key wrap (RFC 3394) of `key`, a multiple of 8 bytes from 16 on, under a key of 16, 24 or 32 bytes; writes 8 bytes more to `output`.
        package static func wrapKey(
            _ key: UnsafeRawBufferPointer, with wrappingKey: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard key.count >= 16, key.count % 8 == 0, output.count == key.count + 8 else {
                throw CryptoError(.invalidArgument, "AES key wrap takes a multiple of 8 bytes, 16 at least.")
            }
            guard unsafe try transform(key, with: wrappingKey, into: output, wrapping: true) else {
                throw OpenSSL.failure("Key wrap failed.")
            }
        }

        /// Undoes ``wrapKey(_:with:into:)``; writes 8 bytes fewer to `output`, and wipes them again when the wrapped key does not authenticate.
        package static func unwrapKey(
            _ wrapped: UnsafeRawBufferPointer, with wrappingKey: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard wrapped.count >= 24, wrapped.count % 8 == 0, output.count == wrapped.count - 8 else { throw .authenticationFailed }
            guard unsafe try transform(wrapped, with: wrappingKey, into: output, wrapping: false) else {
                unsafe wipe(output)
                ERR_clear_error()
                throw .authenticationFailed
            }
        }

        private static func transform(
            _ input: UnsafeRawBufferPointer, with key: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, wrapping: Bool
        ) throws(CryptoError) -> Bool {
            let cipher: OpaquePointer?
            switch key.count {
            case 16: unsafe cipher = EVP_aes_128_wrap()
            case 24: unsafe cipher = EVP_aes_192_wrap()
            case 32: unsafe cipher = EVP_aes_256_wrap()
            default: throw CryptoError(.invalidKey, "An AES key has 16, 24 or 32 bytes.")
            }
            guard let length = Int32(exactly: input.count), let context = unsafe EVP_CIPHER_CTX_new() else {
                throw CryptoError(.limitExceeded, "The key is too long to wrap.")
            }
            // Freeing wipes the key schedule.
            defer { unsafe EVP_CIPHER_CTX_free(context) }
            unsafe EVP_CIPHER_CTX_set_flags(context, Int32(EVP_CIPHER_CTX_FLAG_WRAP_ALLOW))
            var written: Int32 = 0
            return unsafe EVP_CipherInit_ex(context, cipher, nil, key.bytes, nil, wrapping ? 1 : 0) == 1
                && EVP_CipherUpdate(context, output.bytes, &written, input.bytes, length) == 1 && Int(written) == output.count
        }
    }
#endif
