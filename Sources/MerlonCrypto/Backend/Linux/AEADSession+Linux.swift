#if os(Linux)
    import COpenSSL
    import MerlonCore

    extension Backend {
        /// A cipher with its key, for a run of messages in one direction: a file's chunks. The key's schedule is wiped when the run ends.
        /// For one thread at a time.
        @safe package final class AEADSession: @unchecked Sendable {
            private let context: OpaquePointer
            private let cipher: AEAD
            private let isSealing: Bool

            /// Sets the key up, for sealing or for opening.
            package init(_ cipher: AEAD, key: UnsafeRawBufferPointer, sealing: Bool) throws(CryptoError) {
                guard key.count == cipher.keyByteCount else {
                    throw CryptoError(.invalidKey, "A key of this cipher has \(cipher.keyByteCount) bytes.")
                }
                let algorithm = unsafe EVP_CIPHER_fetch(nil, cipher.nameInOpenSSL, nil)
                defer { unsafe EVP_CIPHER_free(algorithm) }
                guard let context = unsafe EVP_CIPHER_CTX_new() else { throw OpenSSL.failure("No memory for the cipher.") }
                unsafe self.context = context
                self.cipher = cipher
                isSealing = sealing
                guard unsafe EVP_CipherInit_ex2(context, algorithm, key.bytes, nil, sealing ? 1 : 0, nil) == 1 else {
                    throw OpenSSL.failure("The cipher \(cipher) cannot be set up.")
                }
            }

            deinit { unsafe EVP_CIPHER_CTX_free(context) }

            /// Seals one message; `output` has ``AEAD/tagByteCount`` bytes more. No nonce may come twice.
            package func seal(
                _ message: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
            ) throws(CryptoError) {
                guard isSealing, nonce.count == AEAD.nonceByteCount, output.count == message.count + AEAD.tagByteCount else {
                    throw CryptoError(.invalidArgument, "A buffer has the wrong length.")
                }
                guard unsafe Backend.seal(input(message, nonce), with: context, into: output) else {
                    throw OpenSSL.failure("Sealing failed.")
                }
            }

            /// Opens one message; `output` has ``AEAD/tagByteCount`` bytes fewer, and is wiped when the tag is wrong.
            package func open(
                _ sealed: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
            ) throws(CryptoError) {
                guard !isSealing, nonce.count == AEAD.nonceByteCount else {
                    throw CryptoError(.invalidArgument, "A buffer has the wrong length.")
                }
                guard sealed.count == output.count + AEAD.tagByteCount else { throw .authenticationFailed }
                unsafe try Backend.open(input(sealed, nonce), with: context, into: output)
            }

            private func input(_ message: UnsafeRawBufferPointer, _ nonce: UnsafeRawBufferPointer) -> AEADInput {
                let nothing = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
                return unsafe AEADInput(nonce: nonce, header: nothing, context: nothing, message: message)
            }
        }
    }
#endif
