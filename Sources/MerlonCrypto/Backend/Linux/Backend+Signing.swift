#if os(Linux)
    import COpenSSL
    package import MerlonCore

    extension Backend {
        /// A public key, decoded and checked once, for any number of verifications.
        package struct VerifyingKey: Sendable {
            fileprivate let key: OpenSSLKey
            fileprivate let scheme: SignatureScheme
            /// `nil` for Ed25519, which takes the message and not its digest.
            private let contexts: VerifyContexts?

            /// Decodes an encoded point; see ``SignatureScheme/publicKeyByteCount``.
            package init(_ scheme: SignatureScheme, _ bytes: some Collection<UInt8>) throws(CryptoError) {
                guard bytes.count == scheme.publicKeyByteCount else {
                    throw CryptoError(.invalidKey, "A public key of this scheme has \(scheme.publicKeyByteCount) bytes.")
                }
                key = unsafe try withContiguousBytes(of: bytes) { (bytes) throws(CryptoError) in
                    if let group = scheme.groupInOpenSSL { return unsafe try OpenSSLKey.point(group, bytes) }
                    return unsafe try OpenSSLKey.raw(EVP_PKEY_ED25519, bytes, isPrivate: false)
                }
                self.scheme = scheme
                contexts = scheme.digest.map { [key] in VerifyContexts(key, $0, padding: nil) }
            }

            /// Whether `signature`, of ``SignatureScheme/signatureByteCount`` bytes, is that of `message`.
            package func accepts(signature: some Collection<UInt8>, of message: UnsafeRawBufferPointer) -> Bool {
                guard signature.count == scheme.signatureByteCount else { return false }
                guard let contexts else { return unsafe key.accepts(Array(signature), of: message) }
                return unsafe withContiguousBytes(of: signature) { signature in
                    unsafe ECDSASignature.withDER(ofRaw: signature) { unsafe contexts.accepts($0, of: message) }
                }
            }
        }

        /// An RSA public key of 2048 to 8192 bits, for verifying.
        package struct RSAVerifyingKey: Sendable {
            /// For each hash function and padding.
            private let contexts: [VerifyContexts]

            /// Decodes a DER `SubjectPublicKeyInfo`.
            package init(subjectPublicKeyInfo der: some Collection<UInt8>) throws(CryptoError) {
                _ = try RSAPublicKeyInfo.key(in: der)
                let decoded = unsafe withContiguousBytes(of: der) { bytes -> OpenSSLKey? in
                    var position = unsafe bytes.bytes
                    return unsafe OpenSSLKey(owning: d2i_PUBKEY(nil, &position, bytes.count))
                }
                guard let decoded else { throw OpenSSL.failure("The RSA key cannot be set up.") }
                contexts = HashAlgorithm.allCases.flatMap { hash in
                    [RSAPadding.pkcs1, .pss].map { VerifyContexts(decoded, hash, padding: $0) }
                }
            }

            /// Whether `signature` is that of `message`.
            package func accepts(
                signature: some Collection<UInt8>, of message: UnsafeRawBufferPointer, _ algorithm: HashAlgorithm, padding: RSAPadding
            ) -> Bool {
                guard let contexts = contexts.first(where: { $0.digest == algorithm && $0.padding == padding }) else { return false }
                return unsafe withContiguousBytes(of: signature) { unsafe contexts.accepts($0, of: message) }
            }
        }

        /// The encoded public key of a private one: a seed for Ed25519, a big-endian scalar for the NIST curves.
        package static func publicKey(of privateKey: SecretBytes, _ scheme: SignatureScheme) throws(CryptoError) -> [UInt8] {
            try signingKey(privateKey, scheme).encodedPublicKey()
        }

        /// The signature of `message`, of ``SignatureScheme/signatureByteCount`` bytes.
        package static func sign(
            _ message: UnsafeRawBufferPointer, with privateKey: SecretBytes, _ scheme: SignatureScheme
        ) throws(CryptoError) -> [UInt8] {
            let key = try signingKey(privateKey, scheme)
            let context = unsafe EVP_MD_CTX_new()
            defer { unsafe EVP_MD_CTX_free(context) }
            var signature = [UInt8](repeating: 0, count: 2 * scheme.signatureByteCount)
            var count = signature.count
            let signed = unsafe signature.withMutableBytes { output in
                unsafe EVP_DigestSignInit(context, nil, scheme.digest?.methodInOpenSSL, nil, key.pointer) == 1
                    && EVP_DigestSign(context, output.bytes, &count, message.bytes ?? OpenSSL.zeros, message.count) == 1
            }
            guard signed else { throw OpenSSL.failure("Signing failed.") }
            signature.removeLast(signature.count - count)
            return scheme.digest == nil
                ? signature : try ECDSASignature.raw(fromDER: signature, componentByteCount: scheme.signatureByteCount / 2)
        }

        private static func signingKey(_ key: SecretBytes, _ scheme: SignatureScheme) throws(CryptoError) -> OpenSSLKey {
            guard key.count == scheme.privateKeyByteCount else {
                throw CryptoError(.invalidKey, "A private key of this scheme has \(scheme.privateKeyByteCount) bytes.")
            }
            return unsafe try key.withUnsafeBytes { (bytes) throws(CryptoError) in
                if let group = scheme.groupInOpenSSL { return unsafe try OpenSSLKey.scalar(group, bytes) }
                return unsafe try OpenSSLKey.raw(EVP_PKEY_ED25519, bytes, isPrivate: true)
            }
        }
    }

    extension SignatureScheme {
        /// The hash of the message; Ed25519 hashes on its own.
        fileprivate var digest: HashAlgorithm? {
            switch self {
            case .ed25519: nil
            case .ecdsaP256: .sha256
            case .ecdsaP384: .sha384
            }
        }

        fileprivate var groupInOpenSSL: String? {
            switch self {
            case .ed25519: nil
            case .ecdsaP256: "prime256v1"
            case .ecdsaP384: "secp384r1"
            }
        }
    }

    extension OpenSSLKey {
        /// Whether the signature is that of `message`, by a scheme that hashes on its own.
        fileprivate func accepts(_ signature: [UInt8], of message: UnsafeRawBufferPointer) -> Bool {
            let context = unsafe EVP_MD_CTX_new()
            defer {
                unsafe EVP_MD_CTX_free(context)
                ERR_clear_error()
            }
            return unsafe signature.withBytes { signature in
                unsafe EVP_DigestVerifyInit(context, nil, nil, nil, pointer) == 1
                    && EVP_DigestVerify(context, signature.bytes, signature.count, message.bytes ?? OpenSSL.zeros, message.count) == 1
            }
        }
    }
#endif
