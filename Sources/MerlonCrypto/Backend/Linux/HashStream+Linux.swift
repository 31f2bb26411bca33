#if os(Linux)
    import COpenSSL
    import MerlonCore

    /// A hash over bytes that arrive piece by piece.
    @safe public struct HashStream: ~Copyable, @unchecked Sendable {
        private let context: OpaquePointer?
        private let algorithm: HashAlgorithm

        /// Starts a hash.
        public init(_ algorithm: HashAlgorithm) {
            self.algorithm = algorithm
            unsafe context = EVP_MD_CTX_new()
            let started = unsafe EVP_DigestInit_ex(context, algorithm.methodInOpenSSL, nil)
            precondition(started == 1, "the library has no memory or no \(algorithm)")
        }

        deinit { unsafe EVP_MD_CTX_free(context) }

        /// Adds bytes.
        public mutating func update(_ bytes: some Collection<UInt8>) { unsafe withContiguousBytes(of: bytes) { unsafe update($0) } }

        /// Adds bytes.
        package mutating func update(_ bytes: UnsafeRawBufferPointer) { unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) }

        /// The digest of everything that was added.
        public consuming func finish() -> [UInt8] {
            var digest = [UInt8](repeating: 0, count: algorithm.byteCount)
            _ = unsafe digest.withMutableBytes { unsafe EVP_DigestFinal_ex(context, $0.bytes, nil) }
            return digest
        }
    }
#endif
