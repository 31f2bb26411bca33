#if canImport(CryptoKit)
    extension Backend {
        /// Whether this system has Argon2id: Apple's have not.
        package static let hasArgon2id = false

        /// Throws ``CryptoError/Code/unsupported``.
        package static func argon2id(
            password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, passes: Int, memoryKiB: Int,
            into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            throw CryptoError(.unsupported, "This system has no Argon2id.")
        }

        /// Throws ``CryptoError/Code/unsupported``.
        package static func argon2idMatches(_ text: String, password: UnsafeRawBufferPointer) throws(CryptoError) -> Bool {
            throw CryptoError(.unsupported, "This system has no Argon2id.")
        }
    }
#endif
