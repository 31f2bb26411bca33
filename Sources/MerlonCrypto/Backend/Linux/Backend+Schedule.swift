#if os(Linux)
    import CSodium
    import MerlonCore

    /// Schedules of AES-256-GCM keys in memory of the caller: libsodium's, which neither allocates nor looks anything up. Longer messages are OpenSSL's,
    /// whose wider vector code is faster; so are all where libsodium has no AES instructions to use (1.0.18: other than x86-64), and
    /// where OpenSSL is limited to its FIPS module.
    extension Backend {
        /// The most bytes of a message that libsodium seals.
        static let shortMessageByteCount = 1024

        static let hasSchedules = !OpenSSL.isLimitedToFIPS && sodium_init() >= 0 && crypto_aead_aes256gcm_is_available() == 1

        /// Bytes of a schedule; zero where there is none. A schedule is aligned to 16 bytes.
        static let scheduleByteCount = hasSchedules ? crypto_aead_aes256gcm_statebytes() : 0

        /// Works out the schedule of a key of 32 bytes in a room of ``scheduleByteCount`` bytes.
        static func prepare(_ key: UnsafeRawBufferPointer, in room: UnsafeMutableRawBufferPointer) {
            guard let state = unsafe state(UnsafeRawBufferPointer(room)), let bytes = unsafe key.bytes else { return }
            unsafe _ = crypto_aead_aes256gcm_beforenm(UnsafeMutablePointer(mutating: state), bytes)
        }

        /// Seals a message whose key's schedule was prepared. The lengths are checked already; the associated data is in one piece.
        static func seal(
            _ input: AEADInput, prepared schedule: UnsafeRawBufferPointer, into ciphertext: UnsafeMutableRawBufferPointer,
            tag: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard unsafe input.message.count <= shortMessageByteCount, let state = unsafe state(schedule),
                let nonce = unsafe input.nonce.bytes, let tag = unsafe tag.bytes
            else {
                let context = unsafe try ThreadContexts.current.cipher(.aes256GCM)
                defer { unsafe forgetKey(of: context) }
                guard unsafe seal(input, with: context, into: ciphertext, tag: tag) else { throw OpenSSL.failure("Sealing failed.") }
                return
            }
            // Where nothing is written, the function wants an address all the same.
            let (target, data, message) = unsafe (ciphertext.bytes ?? tag, input.header, input.message)
            let status = unsafe crypto_aead_aes256gcm_encrypt_detached_afternm(
                target, tag, nil, message.bytes, UInt64(message.count), data.bytes, UInt64(data.count), nil, nonce, state)
            guard status == 0 else { throw CryptoError(.backendFailure, "Sealing failed.") }
        }

        /// `nil` for an empty room.
        static func state(_ room: UnsafeRawBufferPointer) -> UnsafePointer<crypto_aead_aes256gcm_state>? {
            unsafe room.isEmpty ? nil : room.baseAddress?.assumingMemoryBound(to: crypto_aead_aes256gcm_state.self)
        }
    }
#endif
