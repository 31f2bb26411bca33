#if canImport(CryptoKit)
    import CryptoKit
    import Foundation
    package import MerlonCore

    extension Backend {
        /// A public key, decoded and checked once, for any number of verifications.
        package struct VerifyingKey: Sendable {
            private let key: Key
            private let scheme: SignatureScheme

            private enum Key: Sendable {
                case ed25519(Curve25519.Signing.PublicKey)
                case p256(P256.Signing.PublicKey)
                case p384(P384.Signing.PublicKey)
            }

            /// Decodes an encoded point; see ``SignatureScheme/publicKeyByteCount``.
            package init(_ scheme: SignatureScheme, _ bytes: some Collection<UInt8>) throws(CryptoError) {
                let bytes = Data(bytes)
                guard bytes.count == scheme.publicKeyByteCount, scheme == .ed25519 || bytes.first == 4 else {
                    throw CryptoError(.invalidKey, "Not a public key of this scheme.")
                }
                key = try reportingInvalidKeys {
                    switch scheme {
                    case .ed25519: .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: bytes))
                    case .ecdsaP256: .p256(try P256.Signing.PublicKey(x963Representation: bytes))
                    case .ecdsaP384: .p384(try P384.Signing.PublicKey(x963Representation: bytes))
                    }
                }
                self.scheme = scheme
            }

            /// Whether `signature`, of ``SignatureScheme/signatureByteCount`` bytes, is that of `message`.
            package func accepts(signature: some Collection<UInt8>, of message: UnsafeRawBufferPointer) -> Bool {
                let signature = Data(signature)
                guard signature.count == scheme.signatureByteCount else { return false }
                switch key {
                case .ed25519(let key): return unsafe key.isValidSignature(signature, for: message)
                case .p256(let key):
                    guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
                    return unsafe key.isValidSignature(signature, for: message)
                case .p384(let key):
                    guard let signature = try? P384.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
                    return unsafe key.isValidSignature(signature, for: message)
                }
            }
        }

        /// The encoded public key of a private one: a seed for Ed25519, a big-endian scalar for the NIST curves.
        package static func publicKey(of privateKey: SecretBytes, _ scheme: SignatureScheme) throws(CryptoError) -> [UInt8] {
            try check(privateKey, scheme)
            return try reportingInvalidKeys {
                unsafe try privateKey.withUnsafeBytes { (bytes) throws in
                    switch scheme {
                    case .ed25519: Array(unsafe try Curve25519.Signing.PrivateKey(rawRepresentation: bytes).publicKey.rawRepresentation)
                    case .ecdsaP256: Array(unsafe try P256.Signing.PrivateKey(rawRepresentation: bytes).publicKey.x963Representation)
                    case .ecdsaP384: Array(unsafe try P384.Signing.PrivateKey(rawRepresentation: bytes).publicKey.x963Representation)
                    }
                }
            }
        }

        /// The signature of `message`, of ``SignatureScheme/signatureByteCount`` bytes.
        package static func sign(
            _ message: UnsafeRawBufferPointer, with privateKey: SecretBytes, _ scheme: SignatureScheme
        ) throws(CryptoError) -> [UInt8] {
            try check(privateKey, scheme)
            return try reportingInvalidKeys {
                unsafe try privateKey.withUnsafeBytes { (bytes) throws in
                    switch scheme {
                    case .ed25519: Array(unsafe try Curve25519.Signing.PrivateKey(rawRepresentation: bytes).signature(for: message))
                    case .ecdsaP256:
                        Array(unsafe try P256.Signing.PrivateKey(rawRepresentation: bytes).signature(for: message).rawRepresentation)
                    case .ecdsaP384:
                        Array(unsafe try P384.Signing.PrivateKey(rawRepresentation: bytes).signature(for: message).rawRepresentation)
                    }
                }
            }
        }

        private static func check(_ key: SecretBytes, _ scheme: SignatureScheme) throws(CryptoError) {
            guard key.count == scheme.privateKeyByteCount else {
                throw CryptoError(.invalidKey, "A private key of this scheme has \(scheme.privateKeyByteCount) bytes.")
            }
        }
    }
#endif
