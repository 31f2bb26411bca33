#if os(Linux)
    import COpenSSL
    import MerlonCore

    extension Backend {
        /// Bytes of the nonces that Security's ECIES has, which GCM hashes to its own length (NIST SP 800-38D, 7.1).
        package static let longNonceByteCount = 16

        /// Opens AES-GCM, with a key of 16 or 32 bytes, and a nonce of ``longNonceByteCount``, as ``open(_:_:into:)`` does with one of 12 bytes. For old messages alone:
        /// nothing is sealed so.
        package static func openWithLongNonce(_ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
            unsafe try input.checkLongNonce(output)
            let algorithm = unsafe EVP_CIPHER_fetch(
                nil, (input.key.count == AEAD.aes128GCM.keyByteCount ? AEAD.aes128GCM : .aes256GCM).nameInOpenSSL, nil)
            let context = unsafe EVP_CIPHER_CTX_new()
            defer {
                unsafe EVP_CIPHER_CTX_free(context)
                unsafe EVP_CIPHER_free(algorithm)
            }
            guard let context = unsafe context else { throw OpenSSL.failure("No memory for the cipher.") }
            let ciphertext = unsafe UnsafeRawBufferPointer(rebasing: input.message.dropLast(AEAD.tagByteCount))
            let tag = unsafe UnsafeMutableRawBufferPointer(
                mutating: UnsafeRawBufferPointer(rebasing: input.message.suffix(AEAD.tagByteCount)))
            guard unsafe EVP_CipherInit_ex2(context, algorithm, nil, nil, 0, nil) == 1,
                unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(longNonceByteCount), nil) == 1,
                unsafe EVP_CipherInit_ex2(context, nil, input.key.bytes, input.nonce.bytes, 0, nil) == 1,
                unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(AEAD.tagByteCount), tag.baseAddress) == 1,
                unsafe update(context, input.header, nil), unsafe update(context, input.context, nil),
                unsafe update(context, ciphertext, output.bytes)
            else {
                unsafe wipe(output)
                throw OpenSSL.failure("Opening failed.")
            }
            guard unsafe finish(context) else {
                unsafe wipe(output)
                ERR_clear_error()
                throw .authenticationFailed
            }
        }
    }
#endif
