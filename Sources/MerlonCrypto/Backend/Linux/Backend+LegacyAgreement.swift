#if os(Linux)
    import COpenSSL
    package import MerlonCore

    extension Backend {
        /// The encoded public key of a private one.
        package static func publicKey(of privateKey: SecretBytes, _ curve: LegacyAgreementKey.Curve) throws(CryptoError) -> [UInt8] {
            try key(privateKey, curve).encodedPublicKey()
        }

        /// The secret that both sides compute. The peer's point is checked. A coordinate of zero is a secret like any other.
        package static func sharedSecret(
            _ curve: LegacyAgreementKey.Curve, privateKey: SecretBytes, peer: some Collection<UInt8>
        ) throws(CryptoError) -> SecretBytes {
            guard peer.count == curve.publicKeyByteCount else {
                throw CryptoError(.invalidKey, "A public key of this curve has \(curve.publicKeyByteCount) bytes.")
            }
            let own = try key(privateKey, curve)
            let other = unsafe try withContiguousBytes(of: peer) { (bytes) throws(CryptoError) in
                unsafe try OpenSSLKey.point(curve.groupInOpenSSL, bytes)
            }
            guard let secret = try own.agree(with: other, byteCount: curve.privateKeyByteCount) else {
                throw CryptoError(.invalidKey, "The peer's public key gives no secret.")
            }
            return secret
        }

        private static func key(_ key: SecretBytes, _ curve: LegacyAgreementKey.Curve) throws(CryptoError) -> OpenSSLKey {
            guard key.count == curve.privateKeyByteCount else {
                throw CryptoError(.invalidKey, "A private key of this curve has \(curve.privateKeyByteCount) bytes.")
            }
            return unsafe try key.withUnsafeBytes { (bytes) throws(CryptoError) in
                unsafe try OpenSSLKey.scalar(curve.groupInOpenSSL, bytes)
            }
        }
    }

    extension LegacyAgreementKey.Curve {
        fileprivate var groupInOpenSSL: String { self == .p384 ? "secp384r1" : "secp521r1" }
    }
#endif
