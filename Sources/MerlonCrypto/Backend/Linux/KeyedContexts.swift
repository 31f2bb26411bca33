#if os(Linux)
    import COpenSSL
    import MerlonCore

    /// Contexts of OpenSSL with the schedule of one AES-256-GCM key, for messages that follow one another: setting the key up and forgetting it
    /// costs as much as sealing a kilobyte.
    ///
    /// Their memory is the library's and not locked. So they are wiped and freed when the key goes, and when it has not been used for
    /// ``IdleContexts/interval``: a little longer than a schedule stands there anyway while messages come.
    @safe final class KeyedContexts: @unchecked Sendable {
        private let key: SecretBytes
        private let lock = Lock()
        private var idle = Idle()

        /// The contexts that wait. In one place, so that a message asks the runtime once for each access to it.
        @safe private struct Idle {
            var free: [OpaquePointer] = unsafe []
            var isUsed = false
            var isWatched = false
            var forkGeneration: UInt32 = 0

            /// Freeing wipes.
            mutating func drop() {
                unsafe free.forEach { unsafe EVP_CIPHER_CTX_free($0) }
                unsafe free.removeAll(keepingCapacity: true)
            }

            mutating func take() -> OpaquePointer? {
                let generation = SecretMemory.forkGeneration
                // A forked child does not have the key, so it must not have a schedule of it.
                if generation != forkGeneration { drop() }
                forkGeneration = generation
                return unsafe free.popLast()
            }

            /// Whether the context is kept, and whether somebody has to begin to look after it.
            mutating func giveBack(_ context: OpaquePointer) -> (isKept: Bool, isNew: Bool) {
                guard unsafe free.count < KeyedContexts.limit else { return (false, false) }
                unsafe free.append(context)
                isUsed = true
                defer { isWatched = true }
                return (true, !isWatched)
            }

            mutating func sweep() -> Bool {
                if !isUsed { drop() }
                isUsed = false
                isWatched = unsafe !free.isEmpty
                return isWatched
            }
        }

        /// How many are kept: as many messages are sealed at once without making new ones.
        private static let limit = 8

        init(aes256 key: SecretBytes) {
            self.key = key
            unsafe idle.free.reserveCapacity(Self.limit)
        }

        deinit { idle.drop() }

        /// As ``Backend/seal(_:_:into:)``, but for the key. The lengths are checked already.
        func seal(_ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
            let context = unsafe try take()
            guard unsafe Backend.seal(input, with: context, into: output) else {
                unsafe EVP_CIPHER_CTX_free(context)
                throw OpenSSL.failure("Sealing failed.")
            }
            unsafe giveBack(context)
        }

        /// As ``Backend/open(_:_:into:)``, but for the key. The lengths are checked already.
        func open(_ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
            let context = unsafe try take()
            defer { unsafe giveBack(context) }
            unsafe try Backend.open(input, with: context, into: output)
        }

        /// Wipes the contexts unless they were used since the last call. Whether there is something left to wipe.
        func sweep() -> Bool { lock.withLock { idle.sweep() } }

        /// Contexts that hold the key and wait.
        var count: Int { lock.withLock { unsafe idle.free.count } }

        private func take() throws(CryptoError) -> OpaquePointer {
            let known = unsafe lock.withLock { unsafe idle.take() }
            if let known = unsafe known { return unsafe known }
            guard let context = unsafe EVP_CIPHER_CTX_new() else { throw OpenSSL.failure("No memory for the cipher.") }
            let isReady = unsafe key.withUnsafeBytes { unsafe EVP_CipherInit_ex2(context, Self.algorithm, $0.bytes, nil, 1, nil) == 1 }
            guard isReady else {
                unsafe EVP_CIPHER_CTX_free(context)
                throw OpenSSL.failure("The cipher cannot be set up.")
            }
            return unsafe context
        }

        private func giveBack(_ context: OpaquePointer) {
            let (isKept, isNew) = lock.withLock { unsafe idle.giveBack(context) }
            if !isKept { unsafe EVP_CIPHER_CTX_free(context) }
            if isNew { IdleContexts.shared.watch(self) }
        }

        nonisolated(unsafe) private static let algorithm = unsafe EVP_CIPHER_fetch(nil, AEAD.aes256GCM.nameInOpenSSL, nil)
    }
#endif
