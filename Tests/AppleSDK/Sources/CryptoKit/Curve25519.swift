public import Foundation

/// Apple: "Curve25519".
public enum Curve25519 {
    /// Apple: "Curve25519.KeyAgreement".
    public enum KeyAgreement {
        /// Apple: "Curve25519.KeyAgreement.PublicKey".
        public struct PublicKey: Sendable {
            public let rawRepresentation: Data
            init(unchecked: Data) { rawRepresentation = unchecked }
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                self.rawRepresentation = bytes(of: rawRepresentation)
                guard self.rawRepresentation.count == 32 else { throw CryptoKitError.incorrectKeySize }
            }
        }
        /// Apple: "Curve25519.KeyAgreement.PrivateKey".
        public struct PrivateKey: Sendable {
            public let rawRepresentation: Data
            public let publicKey: PublicKey
            public init() {
                rawRepresentation = SymmetricKey(size: .bits256).data
                publicKey = PublicKey(unchecked: cryptography().edwardsPublicKey(.x25519, of: rawRepresentation)!)
            }
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                self.rawRepresentation = bytes(of: rawRepresentation)
                guard let point = cryptography().edwardsPublicKey(.x25519, of: self.rawRepresentation) else {
                    throw CryptoKitError.incorrectKeySize
                }
                publicKey = try PublicKey(rawRepresentation: point)
            }
            /// Apple: "sharedSecretFromKeyAgreement(with:)".
            public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret {
                guard let secret = cryptography().agreeX25519(privateKey: rawRepresentation, publicKey: publicKeyShare.rawRepresentation)
                else {
                    throw CryptoKitError.underlyingCoreCryptoError(error: -7)
                }
                return SharedSecret(data: secret)
            }
        }
    }

    /// Apple: "Curve25519.Signing".
    public enum Signing {
        /// Apple: "Curve25519.Signing.PublicKey".
        public struct PublicKey: Sendable {
            public let rawRepresentation: Data
            init(unchecked: Data) { rawRepresentation = unchecked }
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                self.rawRepresentation = bytes(of: rawRepresentation)
                guard self.rawRepresentation.count == 32 else { throw CryptoKitError.incorrectKeySize }
            }
            public func isValidSignature<S: DataProtocol, D: DataProtocol>(_ signature: S, for data: D) -> Bool {
                cryptography().verifyEd25519(bytes(data), signature: bytes(signature), publicKey: rawRepresentation)
            }
        }
        /// Apple: "Curve25519.Signing.PrivateKey".
        public struct PrivateKey: Sendable {
            public let rawRepresentation: Data
            public let publicKey: PublicKey
            public init() {
                rawRepresentation = SymmetricKey(size: .bits256).data
                publicKey = PublicKey(unchecked: cryptography().edwardsPublicKey(.ed25519, of: rawRepresentation)!)
            }
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                self.rawRepresentation = bytes(of: rawRepresentation)
                guard let point = cryptography().edwardsPublicKey(.ed25519, of: self.rawRepresentation) else {
                    throw CryptoKitError.incorrectKeySize
                }
                publicKey = try PublicKey(rawRepresentation: point)
            }
            public func signature<D: DataProtocol>(for data: D) throws -> Data {
                guard let signature = cryptography().signEd25519(bytes(data), privateKey: rawRepresentation) else {
                    throw CryptoKitError.underlyingCoreCryptoError(error: -1)
                }
                return signature
            }
        }
    }
}

/// Apple: "SharedSecret".
public struct SharedSecret: ContiguousBytes, Equatable, Sendable {
    let data: Data
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { try data.withUnsafeBytes(body) }
    /// Apple: "hkdfDerivedSymmetricKey(using:salt:sharedInfo:outputByteCount:)".
    @available(iOS 14, macOS 11, *)
    public func hkdfDerivedSymmetricKey<H: HashFunction, S: DataProtocol, I: DataProtocol>(
        using hashFunction: H.Type, salt: S, sharedInfo: I, outputByteCount: Int
    ) -> SymmetricKey {
        HKDF<H>.deriveKey(inputKeyMaterial: SymmetricKey(data: data), salt: salt, info: sharedInfo, outputByteCount: outputByteCount)
    }
}
