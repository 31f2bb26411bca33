#if os(Linux)
    import CSodium
    package import MerlonCore

    extension Backend {
        /// An AES-256-GCM key with its schedule worked out, for many messages.
        ///
        /// Short ones go to libsodium, which works on memory that it is given and that is locked here; longer ones to OpenSSL, in
        /// ``KeyedContexts``. All go there where libsodium has no AES instructions to use, and where no more memory can be locked.
        @safe package final class PreparedKey: Sendable {
            private let schedule: SecretBytes?
            private let contexts: KeyedContexts

            /// `nil` for a key of another length.
            package init?(aes256 key: SecretBytes) {
                guard key.count == AEAD.aes256GCM.keyByteCount else { return nil }
                schedule = Self.schedule(of: key)
                contexts = KeyedContexts(aes256: key)
            }

            private static func schedule(of key: SecretBytes) -> SecretBytes? {
                guard hasSchedules else { return nil }
                return unsafe try? SecretBytes(
                    count: scheduleByteCount,
                    filling: { space in unsafe key.withUnsafeBytes { unsafe prepare($0, in: space) } })
            }

            /// As ``Backend/seal(_:_:into:)``, but for the key.
            package func seal(_ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
                guard unsafe input.nonce.count == AEAD.nonceByteCount, unsafe output.count == input.message.count + AEAD.tagByteCount,
                    let target = unsafe output.bytes
                else {
                    throw CryptoError(.invalidArgument, "A buffer has the wrong length.")
                }
                guard let schedule, unsafe input.message.count <= shortMessageByteCount else {
                    return unsafe try contexts.seal(input, into: output)
                }
                let status = unsafe Self.withState(schedule, input) { state, nonce, data in
                    unsafe crypto_aead_aes256gcm_encrypt_afternm(
                        target, nil, input.message.bytes, UInt64(input.message.count), data.bytes, UInt64(data.count), nil, nonce, state)
                }
                guard status == 0 else { throw CryptoError(.backendFailure, "Sealing failed.") }
            }

            /// As ``Backend/open(_:_:into:)``, but for the key.
            package func open(_ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
                guard unsafe input.nonce.count == AEAD.nonceByteCount else {
                    throw CryptoError(.invalidArgument, "A buffer has the wrong length.")
                }
                guard unsafe input.message.count == output.count + AEAD.tagByteCount, let sealed = unsafe input.message.bytes else {
                    throw .authenticationFailed
                }
                guard let schedule, output.count <= shortMessageByteCount else {
                    return unsafe try contexts.open(input, into: output)
                }
                let status = unsafe Self.withState(schedule, input) { state, nonce, data in
                    unsafe crypto_aead_aes256gcm_decrypt_afternm(
                        output.bytes, nil, nil, sealed, UInt64(input.message.count), data.bytes, UInt64(data.count), nonce,
                        state)
                }
                guard status == 0 else {
                    unsafe wipe(output)
                    throw .authenticationFailed
                }
            }

            /// For tests: contexts outside of secret memory that hold the key.
            var exposedCount: Int { contexts.count }

            /// Lends the schedule, and the associated data in one piece, which is no secret.
            private static func withState(
                _ schedule: SecretBytes, _ input: AEADInput,
                _ body: (UnsafePointer<crypto_aead_aes256gcm_state>, _ nonce: UnsafePointer<UInt8>, _ data: UnsafeRawBufferPointer) -> Int32
            ) -> Int32 {
                let (header, context) = unsafe (input.header, input.context)
                guard let nonce = unsafe input.nonce.bytes else { return -1 }
                return unsafe schedule.withUnsafeBytes { schedule in
                    guard let state = unsafe state(schedule) else { return -1 }
                    return unsafe withUnsafeTemporaryAllocation(byteCount: header.count + context.count + 1, alignment: 1) { space in
                        unsafe UnsafeMutableRawBufferPointer(rebasing: space[..<header.count]).copyMemory(from: header)
                        let end = header.count + context.count
                        unsafe UnsafeMutableRawBufferPointer(rebasing: space[header.count..<end]).copyMemory(from: context)
                        return unsafe body(state, nonce, UnsafeRawBufferPointer(rebasing: space[..<end]))
                    }
                }
            }
        }
    }
#endif
