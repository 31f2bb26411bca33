#if os(Linux)
    import COpenSSL

    /// A digest context of OpenSSL and the function that it computes.
    @unsafe struct OpenSSLDigest {
        private let context: OpaquePointer
        private let method: OpaquePointer

        /// `nil` when the library has no such function, or no memory.
        init?(_ algorithm: HashAlgorithm) {
            guard let method = unsafe EVP_MD_fetch(nil, algorithm.nameInOpenSSL, nil) else { return nil }
            guard let context = unsafe EVP_MD_CTX_new() else {
                unsafe EVP_MD_free(method)
                return nil
            }
            unsafe self.method = unsafe method
            unsafe self.context = unsafe context
        }

        /// The digest of up to three pieces, one behind the other.
        func hash(
            _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer = unsafe UnsafeRawBufferPointer(start: nil, count: 0),
            _ third: UnsafeRawBufferPointer = unsafe UnsafeRawBufferPointer(start: nil, count: 0),
            into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard unsafe EVP_DigestInit_ex2(context, method, nil) == 1, unsafe update(first), unsafe update(second), unsafe update(third),
                unsafe EVP_DigestFinal_ex(context, output.bytes, nil) == 1
            else { throw OpenSSL.failure("A digest failed.") }
        }

        private func update(_ piece: UnsafeRawBufferPointer) -> Bool {
            unsafe piece.isEmpty || EVP_DigestUpdate(context, piece.baseAddress, piece.count) == 1
        }

        /// Overwrites the state of the last digest.
        func forget() { unsafe EVP_DigestInit_ex2(context, method, nil) }

        func free() {
            unsafe EVP_MD_CTX_free(context)
            unsafe EVP_MD_free(method)
        }
    }
#endif
