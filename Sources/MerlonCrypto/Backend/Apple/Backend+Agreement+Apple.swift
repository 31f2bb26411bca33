#if canImport(CryptoKit)
    import CryptoKit
    import Foundation
    package import MerlonCore

    extension Backend {
        /// The encoded public key of a private one.
        package static func publicKey(of privateKey: SecretBytes, _ curve: AgreementCurve) throws(CryptoError) -> [UInt8] {
            try check(privateKey, curve)
            return try reportingInvalidKeys {
                unsafe try privateKey.withUnsafeBytes { (bytes) throws in
                    switch curve {
                    case .x25519: Array(unsafe try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes).publicKey.rawRepresentation)
                    case .p256: Array(unsafe try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes).publicKey.x963Representation)
                    }
                }
            }
        }

        /// The secret that both sides compute. The peer's point is checked; an X25519 secret of zeros, which a point of small order gives, is refused
        /// (RFC 7748, 6.1). On P-256 a coordinate of zero is a secret like any other.
        package static func sharedSecret(
            _ curve: AgreementCurve, privateKey: SecretBytes, peer: some Collection<UInt8>
        ) throws(CryptoError) -> SecretBytes {
            try check(privateKey, curve)
            let peer = Data(peer)
            guard peer.count == curve.publicKeyByteCount, curve == .x25519 || peer.first == 4 else {
                throw CryptoError(.invalidKey, "Not a public key of this curve.")
            }
            let agreed: SharedSecret = try reportingInvalidKeys {
                unsafe try privateKey.withUnsafeBytes { (bytes) throws in
                    switch curve {
                    case .x25519:
                        unsafe try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
                            .sharedSecretFromKeyAgreement(with: Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer))
                    case .p256:
                        unsafe try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes)
                            .sharedSecretFromKeyAgreement(with: P256.KeyAgreement.PublicKey(x963Representation: peer))
                    }
                }
            }
            let zeros = [UInt8](repeating: 0, count: curve.secretByteCount)
            let secret = unsafe try agreed.withUnsafeBytes { bytes in
                Result { () throws(CryptoError) in
                    try translatingCoreErrors { () throws(CoreError) in unsafe try SecretBytes(copying: bytes) }
                }
            }.get()
            let isZero = unsafe secret.withUnsafeBytes { secret in unsafe zeros.withBytes { unsafe ConstantTime.equal(secret, $0) } }
            guard curve != .x25519 || !isZero, secret.count == curve.secretByteCount else {
                throw CryptoError(.invalidKey, "The peer's public key gives no secret.")
            }
            return secret
        }

        /// Throws ``CryptoError/Code/invalidKey`` unless the bytes are an uncompressed point of P-256.
        package static func checkPoint(_ bytes: [UInt8]) throws(CryptoError) {
            guard bytes.first == 4 else { throw CryptoError(.invalidKey, "Not an uncompressed point.") }
            _ = try reportingInvalidKeys { try P256.KeyAgreement.PublicKey(x963Representation: Data(bytes)) }
        }

        private static func check(_ key: SecretBytes, _ curve: AgreementCurve) throws(CryptoError) {
            guard key.count == curve.privateKeyByteCount else {
                throw CryptoError(.invalidKey, "A private key of this curve has \(curve.privateKeyByteCount) bytes.")
            }
        }

        /// Runs `body`; whatever CryptoKit throws there says that a key is none.
        static func reportingInvalidKeys<R>(_ body: () throws -> R) throws(CryptoError) -> R {
            do { return try body() } catch { throw CryptoError(.invalidKey, "Not a key of this curve, or a peer that gives no secret.") }
        }
    }
#endif
