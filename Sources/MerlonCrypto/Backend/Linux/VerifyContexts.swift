#if os(Linux)
    import COpenSSL
    import MerlonCore

    /// Contexts of OpenSSL that are ready to verify digests by one key, used again and again: making one costs a microsecond and a dozen
    /// allocations. They hold nothing secret.
    @safe final class VerifyContexts: @unchecked Sendable {
        private let key: OpenSSLKey
        let digest: HashAlgorithm
        let padding: RSAPadding?
        private let lock = Lock()
        private var free: [OpaquePointer] = unsafe []

        /// How many are kept: as many verifications run at once without making new ones.
        private static let limit = 8

        init(_ key: OpenSSLKey, _ digest: HashAlgorithm, padding: RSAPadding?) {
            self.key = key
            self.digest = digest
            self.padding = padding
            unsafe free.reserveCapacity(Self.limit)
        }

        deinit { unsafe free.forEach { unsafe EVP_PKEY_CTX_free($0) } }

        /// Whether the signature, in the library's form, is that of `message`.
        func accepts(_ signature: UnsafeRawBufferPointer, of message: UnsafeRawBufferPointer) -> Bool {
            guard let context = unsafe take() ?? make() else {
                ERR_clear_error()
                return false
            }
            let isAccepted = unsafe withUnsafeTemporaryAllocation(byteCount: digest.byteCount, alignment: 16) { output in
                guard unsafe (try? ThreadContexts.current.digest(digest).hash(message, .init(start: nil, count: 0), into: output)) != nil
                else {
                    return false
                }
                return unsafe EVP_PKEY_verify(context, signature.bytes, signature.count, output.bytes, output.count) == 1
            }
            if !isAccepted { ERR_clear_error() }
            let isKept = lock.withLock { () -> Bool in
                guard unsafe free.count < Self.limit else { return false }
                unsafe free.append(context)
                return true
            }
            if !isKept { unsafe EVP_PKEY_CTX_free(context) }
            return isAccepted
        }

        private func take() -> OpaquePointer? { unsafe lock.withLock { unsafe free.popLast() } }

        private func make() -> OpaquePointer? {
            guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil) else { return nil }
            let isReady =
                unsafe EVP_PKEY_verify_init(context) == 1 && (padding?.set(on: context) ?? true)
                && EVP_PKEY_CTX_set_signature_md(context, digest.methodInOpenSSL) == 1
            if !isReady { unsafe EVP_PKEY_CTX_free(context) }
            return isReady ? unsafe context : nil
        }
    }
#endif
