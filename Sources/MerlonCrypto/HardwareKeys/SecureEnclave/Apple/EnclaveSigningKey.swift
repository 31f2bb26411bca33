#if canImport(CryptoKit)
    import CryptoKit
    public import Foundation
    public import LocalAuthentication

    /// A P-256 key in the Secure Enclave, which signs there (ECDSA with SHA-256).
    ///
    /// A key cannot be brought in or taken out: it is made there. ``handle`` is what the app keeps, in the keychain or a file; it works on this
    /// device alone, and goes with the app's data. In the simulator there is no Secure Enclave on Intel Macs, and a software one elsewhere.
    public struct EnclaveSigningKey: SigningKey {
        public let attributes: KeyAttributes
        public let verifyingKey: VerifyingKey
        /// What opens the key again, on this device. It holds no secret that works elsewhere.
        public let handle: Data
        private let key: Key

        /// CryptoKit's key is a handle that several threads may use, and is not marked so on the oldest systems.
        private struct Key: @unchecked Sendable { let key: SecureEnclave.P256.Signing.PrivateKey }

        /// Makes a new key.
        ///
        /// - Parameters:
        ///   - access: When it can be used, and who has to be there.
        ///   - context: By which the person is asked, with its reason; one that was evaluated serves without asking again.
        /// - Throws: ``CryptoError/Code/hardwareUnavailable`` without a Secure Enclave.
        public static func make(_ access: EnclaveAccess = EnclaveAccess(), context: LAContext? = nil) throws(CryptoError)
            -> EnclaveSigningKey
        {
            let control = try access.control()
            let key = try EnclaveFailure.translating("Making a key in the Secure Enclave") {
                try SecureEnclave.P256.Signing.PrivateKey(accessControl: control, authenticationContext: context)
            }
            return try EnclaveSigningKey(key, access.authorization)
        }

        /// The key of a stored handle. Its access control cannot be read back: ``KeyAttributes/Authorization/unknown``.
        ///
        /// Throws ``CryptoError/Code/invalidKey`` for what is no handle, or another device's; ``CryptoError/Code/hardwareUnavailable`` and others when
        /// it cannot be opened now.
        public init(handle: Data, context: LAContext? = nil) throws(CryptoError) {
            let key = try EnclaveFailure.restoring {
                try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: handle, authenticationContext: context)
            }
            try self.init(key, .unknown)
        }

        private init(_ key: SecureEnclave.P256.Signing.PrivateKey, _ authorization: KeyAttributes.Authorization) throws(CryptoError) {
            verifyingKey = try VerifyingKey(rawRepresentation: key.publicKey.x963Representation, algorithm: .ecdsaP256)
            attributes = .enclave(authorization)
            handle = key.dataRepresentation
            self.key = Key(key: key)
        }

        public func signature(ofExactly message: [UInt8]) throws(CryptoError) -> [UInt8] {
            try EnclaveFailure.translating("Signing in the Secure Enclave") {
                Array(try key.key.signature(for: Data(message)).rawRepresentation)
            }
        }
    }
#endif
