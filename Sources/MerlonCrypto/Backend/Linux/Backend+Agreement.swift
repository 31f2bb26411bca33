#if os(Linux)
    import COpenSSL
    package import MerlonCore

    extension Backend {
        /// The encoded public key of a private one.
        package static func publicKey(of privateKey: SecretBytes, _ curve: AgreementCurve) throws(CryptoError) -> [UInt8] {
            try agreementKey(privateKey, curve).encodedPublicKey()
        }

        /// The secret that both sides compute. The peer's point is checked; an X25519 secret of zeros, which a point of small order gives, is refused
        /// (RFC 7748, 6.1). On P-256 a coordinate of zero is a secret like any other.
        package static func sharedSecret(
            _ curve: AgreementCurve, privateKey: SecretBytes, peer: some Collection<UInt8>
        ) throws(CryptoError) -> SecretBytes {
            guard peer.count == curve.publicKeyByteCount else {
                throw CryptoError(.invalidKey, "A public key of this curve has \(curve.publicKeyByteCount) bytes.")
            }
            let own = try agreementKey(privateKey, curve)
            let other = unsafe try withContiguousBytes(of: peer) { (bytes) throws(CryptoError) in
                unsafe try curve == .x25519
                    ? OpenSSLKey.raw(EVP_PKEY_X25519, bytes, isPrivate: false) : OpenSSLKey.point("prime256v1", bytes)
            }
            let secret = try own.agree(with: other, byteCount: curve.secretByteCount)
            // OpenSSL itself refuses X25519 secrets of zeros; nothing that a peer sends may pass for a secret without that check.
            let zeros = [UInt8](repeating: 0, count: curve.secretByteCount)
            let isZero = unsafe secret?.withUnsafeBytes { secret in unsafe zeros.withBytes { unsafe ConstantTime.equal(secret, $0) } }
            guard let secret, curve != .x25519 || isZero == false else {
                throw CryptoError(.invalidKey, "The peer's public key gives no secret.")
            }
            return secret
        }

        /// Throws ``CryptoError/Code/invalidKey`` unless the bytes are an uncompressed point of P-256.
        package static func checkPoint(_ bytes: [UInt8]) throws(CryptoError) {
            _ = unsafe try bytes.withBytes { (bytes) throws(CryptoError) in unsafe try OpenSSLKey.point("prime256v1", bytes) }
        }

        private static func agreementKey(_ key: SecretBytes, _ curve: AgreementCurve) throws(CryptoError) -> OpenSSLKey {
            guard key.count == curve.privateKeyByteCount else {
                throw CryptoError(.invalidKey, "A private key of this curve has \(curve.privateKeyByteCount) bytes.")
            }
            return unsafe try key.withUnsafeBytes { (bytes) throws(CryptoError) in
                unsafe try curve == .x25519
                    ? OpenSSLKey.raw(EVP_PKEY_X25519, bytes, isPrivate: true) : OpenSSLKey.scalar("prime256v1", bytes)
            }
        }
    }
#endif
