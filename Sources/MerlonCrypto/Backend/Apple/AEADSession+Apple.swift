#if canImport(CryptoKit)
    import MerlonCore

    extension Backend {
        /// A cipher with its key, for a run of messages in one direction: a file's chunks.
        package final class AEADSession: Sendable {
            private let key: SecretBytes
            private let cipher: AEAD
            private let isSealing: Bool

            /// Sets the key up, for sealing or for opening.
            package init(_ cipher: AEAD, key: UnsafeRawBufferPointer, sealing: Bool) throws(CryptoError) {
                guard key.count == cipher.keyByteCount else {
                    throw CryptoError(.invalidKey, "A key of this cipher has \(cipher.keyByteCount) bytes.")
                }
                self.key = try translatingCoreErrors { () throws(CoreError) in unsafe try SecretBytes(copying: key) }
                self.cipher = cipher
                isSealing = sealing
            }

            /// Seals one message; `output` has ``AEAD/tagByteCount`` bytes more. No nonce may come twice.
            package func seal(
                _ message: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
            ) throws(CryptoError) {
                guard isSealing else { throw CryptoError(.invalidArgument, "The cipher is set up for opening.") }
                unsafe try key.withUnsafeBytes { (key) throws(CryptoError) in
                    let nothing = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
                    unsafe try Backend.seal(
                        cipher, AEADInput(key: key, nonce: nonce, authenticating: nothing, message: message), into: output)
                }
            }

            /// Opens one message; `output` has ``AEAD/tagByteCount`` bytes fewer, and is wiped when the tag is wrong.
            package func open(
                _ sealed: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
            ) throws(CryptoError) {
                guard !isSealing else { throw CryptoError(.invalidArgument, "The cipher is set up for sealing.") }
                guard sealed.count == output.count + AEAD.tagByteCount else { throw .authenticationFailed }
                unsafe try key.withUnsafeBytes { (key) throws(CryptoError) in
                    let nothing = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
                    unsafe try Backend.open(
                        cipher, AEADInput(key: key, nonce: nonce, authenticating: nothing, message: sealed), into: output)
                }
            }
        }
    }
#endif
