public import Foundation

/// Apple: "P384".
public enum P384 {
    /// Apple: "P384.KeyAgreement".
    public enum KeyAgreement {
        /// Apple: "P384.KeyAgreement.PublicKey".
        public struct PublicKey: Sendable {
            public let x963Representation: Data
            init(unchecked: Data) { x963Representation = unchecked }
            public init<D: ContiguousBytes>(x963Representation: D) throws {
                self.x963Representation = bytes(of: x963Representation)
                guard self.x963Representation.count == 97, cryptography().isLargerCurvePoint(self.x963Representation) else {
                    throw CryptoKitError.incorrectParameterSize
                }
            }
        }
        /// Apple: "P384.KeyAgreement.PrivateKey".
        public struct PrivateKey: Sendable {
            public let rawRepresentation: Data
            public let publicKey: PublicKey
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                self.rawRepresentation = bytes(of: rawRepresentation)
                guard self.rawRepresentation.count == 48, let point = cryptography().largerCurvePublicKey(of: self.rawRepresentation) else {
                    throw CryptoKitError.incorrectKeySize
                }
                publicKey = PublicKey(unchecked: point)
            }
            public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret {
                let peer = publicKeyShare.x963Representation
                guard let secret = cryptography().agreeLargerCurve(privateKey: rawRepresentation, publicKey: peer) else {
                    throw CryptoKitError.underlyingCoreCryptoError(error: -7)
                }
                return SharedSecret(data: secret)
            }
        }
    }

    /// Apple: "P384.Signing".
    public enum Signing {
        /// Apple: "P384.Signing.ECDSASignature".
        public struct ECDSASignature: Sendable {
            public let rawRepresentation: Data
            public init<D: DataProtocol>(rawRepresentation: D) throws {
                self.rawRepresentation = bytes(rawRepresentation)
                guard self.rawRepresentation.count == 96 else { throw CryptoKitError.incorrectParameterSize }
            }
        }
        /// Apple: "P384.Signing.PublicKey".
        public struct PublicKey: Sendable {
            public let x963Representation: Data
            init(unchecked: Data) { x963Representation = unchecked }
            public init<D: ContiguousBytes>(x963Representation: D) throws {
                self.x963Representation = bytes(of: x963Representation)
                guard self.x963Representation.count == 97, cryptography().isLargerCurvePoint(self.x963Representation) else {
                    throw CryptoKitError.incorrectParameterSize
                }
            }
            public func isValidSignature<D: DataProtocol>(_ signature: ECDSASignature, for data: D) -> Bool {
                cryptography().verifyP384(
                    digest: cryptography().hash(bytes(data), length: 48), signature: signature.rawRepresentation,
                    publicKey: x963Representation)
            }
        }
        /// Apple: "P384.Signing.PrivateKey".
        public struct PrivateKey: Sendable {
            public let rawRepresentation: Data
            public let publicKey: PublicKey
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                self.rawRepresentation = bytes(of: rawRepresentation)
                guard self.rawRepresentation.count == 48, let point = cryptography().largerCurvePublicKey(of: self.rawRepresentation) else {
                    throw CryptoKitError.incorrectKeySize
                }
                publicKey = PublicKey(unchecked: point)
            }
            public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature {
                let digest = cryptography().hash(bytes(data), length: 48)
                guard let raw = cryptography().signP384(digest: digest, privateKey: rawRepresentation) else {
                    throw CryptoKitError.underlyingCoreCryptoError(error: -1)
                }
                return try ECDSASignature(rawRepresentation: raw)
            }
        }
    }
}
