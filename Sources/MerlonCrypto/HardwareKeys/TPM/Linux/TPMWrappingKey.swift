#if os(Linux)
    import CMerlonHardware
    public import MerlonCore

    /// A wrapping key that a TPM holds sealed.
    ///
    /// FAPI offers no encryption with elliptic-curve keys. So a random key of 32 bytes is sealed by the TPM; each use unseals it into protected memory,
    /// wraps or unwraps with AES-256-GCM there, and drops it. At rest nobody without the TPM (and the authorization value, and the bound state)
    /// has it; while it is used it is in this process: ``KeyAttributes/Exposure/releasedForUse``. FAPI's own copies are in ordinary memory.
    public struct TPMWrappingKey: WrappingKey {
        public let attributes: KeyAttributes
        private let tpm: TPM
        private let path: String
        private let authorization: SecretBytes?

        init(_ tpm: TPM, _ path: String, _ authorization: SecretBytes?) throws(CryptoError) {
            let area = try tpm.publicArea(path)
            guard area.point == nil else { throw CryptoError(.malformed, "The TPM object is no sealed key.") }
            attributes = tpm.attributes(
                area, exposure: area.isFixed ? .releasedForUse : .extractable, hasAuthorization: authorization != nil)
            (self.tpm, self.path, self.authorization) = (tpm, path, authorization)
        }

        public func wrap(_ material: SecretBytes, context: SealingContext) throws(CryptoError) -> [UInt8] {
            try WrappingLimits.check(material)
            return try SoftwareWrappingKey(key()).wrap(material, context: context)
        }

        public func unwrap(_ wrapped: [UInt8], context: SealingContext) throws(CryptoError) -> SecretBytes {
            // What cannot open is not worth a try of the authorization value.
            guard wrapped.count <= WrappingLimits.wrappedByteCount, SealedHeader(of: wrapped)?.keyID == Self.id else {
                throw .authenticationFailed
            }
            return try SoftwareWrappingKey(key()).unwrap(wrapped, context: context)
        }

        /// Each TPM object has one key, which needs no name.
        private static let id = KeyID(rawValue: 0)

        private func key() throws(CryptoError) -> SealingKey {
            var bytes: UnsafeMutablePointer<UInt8>?
            var count = 0
            unsafe try tpm.api.call("Unsealing with the TPM", path: path, authorization: authorization) {
                unsafe $0.unseal($1, path, &bytes, &count)
            }
            return try SealingKey(material: unsafe try tpm.api.takenSecret(bytes, count), id: Self.id)
        }
    }

    extension TPM {
        /// Makes a new wrapping key of this name; see ``makeSigningKey(_:authorization:boundTo:)`` for the parameters.
        ///
        /// Throws ``CryptoError/Code/keyExists`` when there is one of this name.
        public func makeWrappingKey(
            _ name: String, authorization: SecretBytes?, boundTo registers: Set<Int> = []
        ) throws(CryptoError) -> TPMWrappingKey {
            let path = try Self.path(.wrappingKey, name)
            let policy = try makePolicy(for: path, registers: registers, hasAuthorization: authorization != nil)
            let key = try translatingCoreErrors { () throws(CoreError) in
                try SystemEntropy().secret(count: SealingAlgorithm.keyByteCount)
            }
            unsafe try api.withText(authorization) { (text) throws(CryptoError) in
                unsafe try key.withUnsafeBytes { (key) throws(CryptoError) in
                    unsafe try api.call("Sealing with the TPM") {
                        unsafe $0.create_seal($1, path, authorization == nil ? "noDa" : "", key.count, policy, text, key.bytes)
                    }
                }
            }
            return try TPMWrappingKey(self, path, authorization)
        }

        /// The wrapping key of this name.
        ///
        /// The authorization value is not checked before the first use. Throws ``CryptoError/Code/keyNotFound`` when there is none.
        public func wrappingKey(_ name: String, authorization: SecretBytes?) throws(CryptoError) -> TPMWrappingKey {
            try TPMWrappingKey(self, try Self.path(.wrappingKey, name), authorization)
        }
    }
#endif
