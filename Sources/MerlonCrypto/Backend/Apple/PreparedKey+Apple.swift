#if canImport(CryptoKit)
    package import MerlonCore

    extension Backend {
        /// A key with its schedule worked out: CryptoKit has none, so none can be made.
        package final class PreparedKey: Sendable {
            package init?(aes256 key: SecretBytes) { return nil }

            /// Throws ``CryptoError/Code/unsupported``.
            package func seal(_ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
                throw CryptoError(.unsupported, "This system has no prepared keys.")
            }

            /// Throws ``CryptoError/Code/unsupported``.
            package func open(_ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
                throw CryptoError(.unsupported, "This system has no prepared keys.")
            }
        }
    }
#endif
