#if os(Linux)
    import CMerlonHardware
    public import MerlonCore

    /// A P-256 key that was made in a TPM and signs there (ECDSA with SHA-256).
    public struct TPMSigningKey: SigningKey {
        public let attributes: KeyAttributes
        public let verifyingKey: VerifyingKey
        private let tpm: TPM
        private let path: String
        private let authorization: SecretBytes?

        init(_ tpm: TPM, _ path: String, _ authorization: SecretBytes?) throws(CryptoError) {
            let area = try tpm.publicArea(path)
            guard let point = area.point else { throw CryptoError(.malformed, "The TPM object is no signing key.") }
            verifyingKey = try VerifyingKey(rawRepresentation: point, algorithm: .ecdsaP256)
            attributes = tpm.attributes(
                area, exposure: area.neverLeaves ? .neverLeaves : .extractable, hasAuthorization: authorization != nil)
            (self.tpm, self.path, self.authorization) = (tpm, path, authorization)
        }

        public func signature(ofExactly message: [UInt8]) throws(CryptoError) -> [UInt8] {
            let digest = HashAlgorithm.sha256.digest(of: message)
            var signature: UnsafeMutablePointer<UInt8>?
            var count = 0
            unsafe try tpm.api.call("Signing with the TPM", path: path, authorization: authorization) {
                unsafe $0.sign($1, path, nil, digest, digest.count, &signature, &count, nil, nil)
            }
            return try ECDSASignature.raw(fromDER: unsafe tpm.api.taken(signature, count), componentByteCount: 32)
        }
    }

    extension TPM {
        /// Makes a new signing key of this name.
        ///
        /// - Parameters:
        ///   - authorization: What each signature needs; `nil` lets every program sign that may talk to the TPM.
        ///   - registers: Platform configuration registers to whose present values the key is bound, 0 to 23: it signs as long as the machine
        ///     starts the same firmware, boot loader and kernel, whatever they measure there. An update changes them.
        /// - Throws: ``CryptoError/Code/keyExists`` when there is one of this name.
        public func makeSigningKey(
            _ name: String, authorization: SecretBytes?, boundTo registers: Set<Int> = []
        ) throws(CryptoError) -> TPMSigningKey {
            let path = try Self.path(.signingKey, name)
            let policy = try makePolicy(for: path, registers: registers, hasAuthorization: authorization != nil)
            unsafe try api.withText(authorization) { (text) throws(CryptoError) in
                unsafe try api.call("Making a signing key") {
                    unsafe $0.create_key($1, path, authorization == nil ? "sign,noDa" : "sign", policy, text)
                }
            }
            return try TPMSigningKey(self, path, authorization)
        }

        /// The signing key of this name.
        ///
        /// The authorization value is not checked before the first signature. Throws ``CryptoError/Code/keyNotFound`` when there is none.
        public func signingKey(_ name: String, authorization: SecretBytes?) throws(CryptoError) -> TPMSigningKey {
            try TPMSigningKey(self, try Self.path(.signingKey, name), authorization)
        }
    }
#endif
