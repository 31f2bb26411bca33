#if os(Linux)
    import COpenSSL
    package import MerlonCore

    extension Backend {
        /// An RSA private key of 2048 to 8192 bits. It stands in secret memory; OpenSSL has it for the time of one signature.
        package struct RSASigningKey: Sendable {
            /// The DER `RSAPrivateKey` (RFC 8017, A.1.2).
            package let pkcs1: SecretBytes
            /// The DER of the public half.
            package let subjectPublicKeyInfo: [UInt8]

            /// Decodes and checks a DER `RSAPrivateKey`: its numbers belong together, its public half is one that would verify.
            package init(pkcs1: SecretBytes) throws(CryptoError) {
                let key = try Self.decode(pkcs1)
                let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil)
                defer {
                    unsafe EVP_PKEY_CTX_free(context)
                    ERR_clear_error()
                }
                guard unsafe EVP_PKEY_pairwise_check(context) == 1 else {
                    throw CryptoError(.invalidKey, "The numbers of the RSA key do not belong together.")
                }
                var encoded: UnsafeMutablePointer<UInt8>?
                let count = unsafe i2d_PUBKEY(key.pointer, &encoded)
                guard count > 0, let bytes = unsafe encoded else { throw OpenSSL.failure("The public key cannot be encoded.") }
                defer { unsafe CRYPTO_free(bytes, nil, 0) }
                subjectPublicKeyInfo = unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
                _ = try RSAPublicKeyInfo.key(in: subjectPublicKeyInfo)
                self.pkcs1 = pkcs1
            }

            /// The signature of `message`, as long as the modulus.
            package func sign(
                _ message: UnsafeRawBufferPointer, _ algorithm: HashAlgorithm, padding: RSAPadding
            ) throws(CryptoError) -> [UInt8] {
                let key = try Self.decode(pkcs1)
                let context = unsafe EVP_MD_CTX_new()
                defer {
                    unsafe EVP_MD_CTX_free(context)
                    ERR_clear_error()
                }
                var keyContext: OpaquePointer?
                var signature = [UInt8](repeating: 0, count: 1024)
                var count = signature.count
                let signed = unsafe signature.withMutableBytes { output in
                    unsafe EVP_DigestSignInit(context, &keyContext, algorithm.methodInOpenSSL, nil, key.pointer) == 1
                        && padding.set(on: keyContext)
                        && EVP_DigestSign(context, output.bytes, &count, message.bytes ?? OpenSSL.zeros, message.count) == 1
                }
                guard signed else { throw OpenSSL.failure("Signing failed.") }
                signature.removeLast(signature.count - count)
                return signature
            }

            private static func decode(_ pkcs1: SecretBytes) throws(CryptoError) -> OpenSSLKey {
                let key = unsafe pkcs1.withUnsafeBytes { bytes -> OpenSSLKey? in
                    var position = unsafe bytes.bytes
                    let key = unsafe OpenSSLKey(owning: d2i_PrivateKey(EVP_PKEY_RSA, nil, &position, bytes.count))
                    // What follows the key is no part of it.
                    return unsafe position == bytes.bytes.map { unsafe $0 + bytes.count } ? key : nil
                }
                guard let key else {
                    ERR_clear_error()
                    throw CryptoError(.invalidKey, "Not an RSA private key.")
                }
                return key
            }
        }
    }

    extension RSAPadding {
        /// Sets the padding of a context that signs or verifies; whether the library took it.
        func set(on context: OpaquePointer?) -> Bool {
            switch self {
            case .pkcs1: unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
            case .pss:
                unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
                    && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1
            }
        }
    }
#endif
