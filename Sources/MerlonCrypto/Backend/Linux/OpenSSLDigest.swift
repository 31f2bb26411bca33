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

        /// The digest of two pieces, one behind the other, of which each may be empty.
        func hash(
            _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard unsafe EVP_DigestInit_ex2(context, method, nil) == 1,
                unsafe first.isEmpty || EVP_DigestUpdate(context, first.baseAddress, first.count) == 1,
                unsafe second.isEmpty || EVP_DigestUpdate(context, second.baseAddress, second.count) == 1,
                unsafe EVP_DigestFinal_ex(context, output.bytes, nil) == 1
            else { throw OpenSSL.failure("A digest failed.") }
        }

        /// Overwrites the state of the last digest.
        func forget() { unsafe EVP_DigestInit_ex2(context, method, nil) }

        func free() {
            unsafe EVP_MD_CTX_free(context)
            unsafe EVP_MD_free(method)
        }
    }
#endif
