#if canImport(CryptoKit)
    import CryptoKit
    import Foundation
    package import MerlonCore

    extension Backend {
        /// The encoded public key of a private one.
        package static func publicKey(of privateKey: SecretBytes, _ curve: LegacyAgreementKey.Curve) throws(CryptoError) -> [UInt8] {
            try check(privateKey, curve)
            return try reportingInvalidKeys {
                unsafe try privateKey.withUnsafeBytes { (bytes) throws in
                    switch curve {
                    case .p384: Array(unsafe try P384.KeyAgreement.PrivateKey(rawRepresentation: bytes).publicKey.x963Representation)
                    case .p521: Array(unsafe try P521.KeyAgreement.PrivateKey(rawRepresentation: bytes).publicKey.x963Representation)
                    }
                }
            }
        }

        /// The secret that both sides compute. The peer's point is checked. A coordinate of zero is a secret like any other.
        package static func sharedSecret(
            _ curve: LegacyAgreementKey.Curve, privateKey: SecretBytes, peer: some Collection<UInt8>
        ) throws(CryptoError) -> SecretBytes {
            try check(privateKey, curve)
            let peer = Data(peer)
            guard peer.count == curve.publicKeyByteCount, peer.first == 4 else {
                throw CryptoError(.invalidKey, "Not a public key of this curve.")
            }
            let agreed: SharedSecret = try reportingInvalidKeys {
                unsafe try privateKey.withUnsafeBytes { (bytes) throws in
                    switch curve {
                    case .p384:
                        unsafe try P384.KeyAgreement.PrivateKey(rawRepresentation: bytes)
                            .sharedSecretFromKeyAgreement(with: P384.KeyAgreement.PublicKey(x963Representation: peer))
                    case .p521:
                        unsafe try P521.KeyAgreement.PrivateKey(rawRepresentation: bytes)
                            .sharedSecretFromKeyAgreement(with: P521.KeyAgreement.PublicKey(x963Representation: peer))
                    }
                }
            }
            let secret = unsafe try agreed.withUnsafeBytes { bytes in
                Result { () throws(CryptoError) in
                    try translatingCoreErrors { () throws(CoreError) in unsafe try SecretBytes(copying: bytes) }
                }
            }.get()
            guard secret.count == curve.privateKeyByteCount else {
                throw CryptoError(.invalidKey, "The peer's public key gives no secret.")
            }
            return secret
        }

        private static func check(_ key: SecretBytes, _ curve: LegacyAgreementKey.Curve) throws(CryptoError) {
            guard key.count == curve.privateKeyByteCount else {
                throw CryptoError(.invalidKey, "A private key of this curve has \(curve.privateKeyByteCount) bytes.")
            }
        }
    }
#endif
