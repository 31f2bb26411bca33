#if canImport(Security)
    import Foundation
    import MerlonCore
    import Security

    extension Backend {
        /// An RSA public key of 2048 to 8192 bits, for verifying.
        package struct RSAVerifyingKey: @unchecked Sendable {
            private let key: SecKey

            /// Decodes a DER `SubjectPublicKeyInfo`. Security takes the bare PKCS #1 key, so its wrapping is checked and taken off here.
            package init(subjectPublicKeyInfo der: some Collection<UInt8>) throws(CryptoError) {
                let bare = Data(try RSAPublicKeyInfo.key(in: der))
                let attributes: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPublic]
                guard let key = SecKeyCreateWithData(bare as CFData, attributes as CFDictionary, nil),
                    (256...1024).contains(SecKeyGetBlockSize(key))
                else { throw CryptoError(.invalidKey, "Not an RSA public key of 2048 to 8192 bits.") }
                self.key = key
            }

            /// Whether `signature` is that of `message`.
            package func accepts(
                signature: some Collection<UInt8>, of message: UnsafeRawBufferPointer, _ algorithm: HashAlgorithm, padding: RSAPadding
            ) -> Bool {
                let signature = Data(signature) as CFData
                let message = unsafe Data(message) as CFData
                return SecKeyVerifySignature(key, Self.name(algorithm, padding), message, signature, nil)
            }

            static func name(_ algorithm: HashAlgorithm, _ padding: RSAPadding) -> SecKeyAlgorithm {
                switch (algorithm, padding) {
                case (.sha256, .pkcs1): .rsaSignatureMessagePKCS1v15SHA256
                case (.sha384, .pkcs1): .rsaSignatureMessagePKCS1v15SHA384
                case (.sha512, .pkcs1): .rsaSignatureMessagePKCS1v15SHA512
                case (.insecureSHA1, .pkcs1): .rsaSignatureMessagePKCS1v15SHA1
                case (.sha256, .pss): .rsaSignatureMessagePSSSHA256
                case (.sha384, .pss): .rsaSignatureMessagePSSSHA384
                case (.sha512, .pss): .rsaSignatureMessagePSSSHA512
                case (.insecureSHA1, .pss): .rsaSignatureMessagePSSSHA1
                }
            }
        }
    }
#endif
