public import Foundation

/// Apple: "P521". Agreement alone: nothing of Merlon signs on this curve.
public enum P521 {
    /// Apple: "P521.KeyAgreement".
    public enum KeyAgreement {
        /// Apple: "P521.KeyAgreement.PublicKey".
        public struct PublicKey: Sendable {
            public let x963Representation: Data
            init(unchecked: Data) { x963Representation = unchecked }
            public init<D: ContiguousBytes>(x963Representation: D) throws {
                self.x963Representation = bytes(of: x963Representation)
                guard self.x963Representation.count == 133, cryptography().isLargerCurvePoint(self.x963Representation) else {
                    throw CryptoKitError.incorrectParameterSize
                }
            }
        }
        /// Apple: "P521.KeyAgreement.PrivateKey".
        public struct PrivateKey: Sendable {
            public let rawRepresentation: Data
            public let publicKey: PublicKey
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                self.rawRepresentation = bytes(of: rawRepresentation)
                guard self.rawRepresentation.count == 66, let point = cryptography().largerCurvePublicKey(of: self.rawRepresentation) else {
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
}
