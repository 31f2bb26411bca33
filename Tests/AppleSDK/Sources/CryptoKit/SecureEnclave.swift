public import Foundation
import EmulatedDevice
public import LocalAuthentication
public import Security

/// Apple: "SecureEnclave". Keys are P-256 and stay inside: `dataRepresentation` is a handle that only this device opens.
public enum SecureEnclave {
    /// Apple: "isAvailable".
    public static var isAvailable: Bool { EmulatedDevice.current.hasSecureEnclave }

    /// Apple: "SecureEnclave.P256".
    public enum P256 {
        /// Apple: "SecureEnclave.P256.Signing".
        public enum Signing {
            /// Apple: "SecureEnclave.P256.Signing.PrivateKey".
            public struct PrivateKey: @unchecked Sendable {
                public let dataRepresentation: Data
                public let publicKey: CryptoKit.P256.Signing.PublicKey
                private let context: LAContext?

                public init(
                    compactRepresentable: Bool = true, accessControl: SecAccessControl? = nil, authenticationContext: LAContext? = nil
                ) throws {
                    guard let made = EmulatedDevice.current.makeEnclaveKey(control: accessControl?.emulated) else {
                        throw CryptoKitError.underlyingCoreCryptoError(error: -4)
                    }
                    dataRepresentation = made.identifier
                    publicKey = try CryptoKit.P256.Signing.PublicKey(x963Representation: made.publicKey)
                    context = authenticationContext
                }
                public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
                    if let error = EmulatedDevice.current.errorOfRestoredHandles { throw error }
                    guard let point = EmulatedDevice.current.enclavePublicKey(dataRepresentation) else {
                        throw CryptoKitError.incorrectParameterSize
                    }
                    self.dataRepresentation = dataRepresentation
                    publicKey = try CryptoKit.P256.Signing.PublicKey(x963Representation: point)
                    context = authenticationContext
                }
                public func signature<D: DataProtocol>(for data: D) throws -> CryptoKit.P256.Signing.ECDSASignature {
                    let digest = cryptography().hash(bytes(data), length: 32)
                    let der: Data = try use(dataRepresentation, context) { cryptography().signP256(digest: digest, privateKey: $0) }
                    return try CryptoKit.P256.Signing.ECDSASignature(derRepresentation: der)
                }
            }
        }

        /// Apple: "SecureEnclave.P256.KeyAgreement".
        public enum KeyAgreement {
            /// Apple: "SecureEnclave.P256.KeyAgreement.PrivateKey".
            public struct PrivateKey: @unchecked Sendable {
                public let dataRepresentation: Data
                public let publicKey: CryptoKit.P256.KeyAgreement.PublicKey
                private let context: LAContext?

                public init(
                    compactRepresentable: Bool = true, accessControl: SecAccessControl? = nil, authenticationContext: LAContext? = nil
                ) throws {
                    guard let made = EmulatedDevice.current.makeEnclaveKey(control: accessControl?.emulated) else {
                        throw CryptoKitError.underlyingCoreCryptoError(error: -4)
                    }
                    dataRepresentation = made.identifier
                    publicKey = try CryptoKit.P256.KeyAgreement.PublicKey(x963Representation: made.publicKey)
                    context = authenticationContext
                }
                public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
                    if let error = EmulatedDevice.current.errorOfRestoredHandles { throw error }
                    guard let point = EmulatedDevice.current.enclavePublicKey(dataRepresentation) else {
                        throw CryptoKitError.incorrectParameterSize
                    }
                    self.dataRepresentation = dataRepresentation
                    publicKey = try CryptoKit.P256.KeyAgreement.PublicKey(x963Representation: point)
                    context = authenticationContext
                }
                public func sharedSecretFromKeyAgreement(with publicKeyShare: CryptoKit.P256.KeyAgreement.PublicKey) throws -> SharedSecret
                {
                    let secret: Data = try use(dataRepresentation, context) {
                        cryptography().agreeP256(privateKey: $0, publicKey: publicKeyShare.x963Representation)
                    }
                    return SharedSecret(data: secret)
                }
            }
        }
    }
}

private func use(_ identifier: Data, _ context: LAContext?, _ body: (Data) -> Data?) throws -> Data {
    let (status, result) = EmulatedDevice.current.useEnclaveKey(
        identifier, context: context?.emulated, reason: context?.localizedReason ?? "", body)
    guard let result else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status == 0 ? -1 : status)) }
    return result
}
