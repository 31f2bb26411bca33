#if os(Linux)
    import COpenSSL
    import MerlonCore

    extension Backend {
        /// Writes ciphertext and tag to `output`, which has the message's length and ``AEAD/tagByteCount`` more.
        package static func seal(_ cipher: AEAD, _ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
            unsafe try input.check(for: cipher, output: output, opening: false)
            let context = unsafe try ThreadContexts.current.cipher(cipher)
            defer { unsafe forgetKey(of: context) }
            guard unsafe seal(input, with: context, into: output) else { throw OpenSSL.failure("Sealing failed.") }
        }

        /// Writes the plaintext to `output`, which has the message's length without the tag. Wipes it again when the tag is wrong.
        package static func open(_ cipher: AEAD, _ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
            unsafe try input.check(for: cipher, output: output, opening: true)
            let context = unsafe try ThreadContexts.current.cipher(cipher)
            defer { unsafe forgetKey(of: context) }
            unsafe try open(input, with: context, into: output)
        }

        /// Seals with a context that knows the cipher, and the key too if the input has none. The lengths are checked already.
        static func seal(_ input: AEADInput, with context: OpaquePointer, into output: UnsafeMutableRawBufferPointer) -> Bool {
            let tag = unsafe UnsafeMutableRawBufferPointer(rebasing: output.suffix(AEAD.tagByteCount))
            return unsafe seal(input, with: context, into: output, tag: tag)
        }

        /// The same with a tag in a place of its own.
        static func seal(
            _ input: AEADInput, with context: OpaquePointer, into output: UnsafeMutableRawBufferPointer, tag: UnsafeMutableRawBufferPointer
        ) -> Bool {
            unsafe EVP_CipherInit_ex2(context, nil, input.key.bytes, input.nonce.bytes, 1, nil) == 1
                && authenticate(input, with: context) && update(context, input.message, output.bytes) && finish(context)
                && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(AEAD.tagByteCount), tag.baseAddress) == 1
        }

        /// Opens as ``seal(_:with:into:)`` seals. Wipes the output again when something is wrong.
        static func open(
            _ input: AEADInput, with context: OpaquePointer, into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            let ciphertext = unsafe UnsafeRawBufferPointer(rebasing: input.message.dropLast(AEAD.tagByteCount))
            // The tag is only read: one C function serves both directions, so it wants a mutable pointer.
            let tag = unsafe UnsafeMutableRawBufferPointer(
                mutating: UnsafeRawBufferPointer(rebasing: input.message.suffix(AEAD.tagByteCount)))
            guard unsafe EVP_CipherInit_ex2(context, nil, input.key.bytes, input.nonce.bytes, 0, nil) == 1,
                unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(AEAD.tagByteCount), tag.baseAddress) == 1,
                unsafe authenticate(input, with: context),
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

        /// Feeds bytes: associated data when there is no output. The library counts in 32 bits, so long input goes in pieces.
        static func update(_ context: OpaquePointer, _ input: UnsafeRawBufferPointer, _ output: UnsafeMutablePointer<UInt8>?)
            -> Bool
        {
            var offset = 0
            while offset < input.count {
                let count = min(input.count - offset, 1 << 30)
                var written: Int32 = 0
                guard
                    unsafe EVP_CipherUpdate(
                        context, output.map { unsafe $0 + offset }, &written, input.bytes.map { unsafe $0 + offset }, Int32(count)) == 1
                else { return false }
                offset += count
            }
            return true
        }

        /// Feeds both parts of the associated data, which is no secret: at once when they are short, since a call costs more than the copy.
        private static func authenticate(_ input: AEADInput, with context: OpaquePointer) -> Bool {
            let (header, rest) = unsafe (input.header, input.context)
            let count = header.count + rest.count
            guard header.count > 0, rest.count > 0, count <= 256 else {
                return unsafe update(context, header, nil) && update(context, rest, nil)
            }
            return unsafe withUnsafeTemporaryAllocation(byteCount: 256, alignment: 16) { space in
                unsafe space.copyMemory(from: header)
                unsafe UnsafeMutableRawBufferPointer(rebasing: space[header.count...]).copyMemory(from: rest)
                return unsafe update(context, UnsafeRawBufferPointer(rebasing: space[..<count]), nil)
            }
        }

        static func finish(_ context: OpaquePointer) -> Bool {
            // Neither cipher has anything left to write; the function wants an address all the same.
            var nothing: (UInt64, UInt64) = (0, 0)
            var written: Int32 = 0
            return unsafe withUnsafeMutableBytes(of: &nothing) { unsafe EVP_CipherFinal_ex(context, $0.bytes, &written) == 1 }
        }

        static func forgetKey(of context: OpaquePointer) {
            unsafe EVP_CipherInit_ex2(context, nil, OpenSSL.zeros, nil, 1, nil)
        }
    }
#endif
