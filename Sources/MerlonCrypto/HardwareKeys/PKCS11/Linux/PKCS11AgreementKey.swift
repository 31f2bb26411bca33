#if os(Linux)
    import CMerlonHardware
    public import MerlonCore

    /// A P-256 key on a PKCS #11 token, which agrees there (`CKM_ECDH1_DERIVE`). The agreed secret comes out, the key does not.
    public struct PKCS11AgreementKey: AgreementKey {
        public let attributes: KeyAttributes
        public let publicKey: [UInt8]
        private let token: PKCS11Token
        private let key: UInt

        init(_ token: PKCS11Token, _ key: UInt, _ point: [UInt8]) throws(CryptoError) {
            publicKey = try AgreementPublicKey(.p256, point).bytes
            attributes = try token.attributes(of: key)
            (self.token, self.key) = (token, key)
        }

        public func sharedSecret(with peer: [UInt8]) throws(CryptoError) -> SecretBytes {
            // Tokens are not trusted to check that the point lies on the curve.
            var peer = try AgreementPublicKey(.p256, peer).bytes
            // A secret of this session, gone with it; removed as soon as it was read.
            let template = PKCS11Template([
                .number(PKCS11.objectClass, PKCS11.secretKey), .number(PKCS11.keyType, PKCS11.genericKey), .flag(PKCS11.token, false),
                .flag(PKCS11.sensitive, false), .flag(PKCS11.extractable, true), .number(PKCS11.valueLength, 32),
            ])
            var secret = try translatingCoreErrors { () throws(CoreError) in try LockedBytes(count: 32) }
            let count = unsafe try token.call("Agreeing on the token") { (functions, session) throws(PKCS11Failure) in
                var derived: UInt = 0
                unsafe try peer.withMutableBytes { (peer) throws(PKCS11Failure) in
                    // CKD_NULL: the bare coordinate.
                    var parameters = unsafe ck_ecdh_parameters(
                        derivation: 1, shared_count: 0, shared: nil, public_count: UInt(peer.count), public_key: peer.bytes)
                    let size = unsafe UInt(MemoryLayout<ck_ecdh_parameters>.size)
                    unsafe try template.lend { (attributes, count) throws(PKCS11Failure) in
                        let status = unsafe withUnsafeMutablePointer(to: &parameters) { parameters in
                            var mechanism = unsafe ck_mechanism(type: PKCS11.ecdh, parameter: parameters, count: size)
                            return unsafe functions.derive_key(session, &mechanism, key, attributes, count, &derived)
                        }
                        try check(status)
                    }
                }
                let (status, count) = unsafe secret.withUnsafeMutableBytes { output -> (UInt, UInt) in
                    var attribute = unsafe ck_attribute(type: PKCS11.value, value: output.baseAddress, count: UInt(output.count))
                    let status = unsafe functions.get_attributes(session, derived, &attribute, 1)
                    return unsafe (status, attribute.count)
                }
                _ = unsafe functions.destroy_object(session, derived)
                try check(status)
                return count
            }
            guard count == 32 else { throw CryptoError(.backendFailure, "The token's secret has \(count) bytes.") }
            return SecretBytes(secret)
        }
    }

    extension PKCS11Token {
        /// Makes a new key for agreement of this label on the token.
        ///
        /// Throws ``CryptoError/Code/keyExists`` when there is one, ``CryptoError/Code/unsupported`` when the token cannot agree.
        public func makeAgreementKey(_ label: String) throws(CryptoError) -> PKCS11AgreementKey {
            let pair = try makePair(.agreementKey, label, use: PKCS11.derive, publicUse: nil)
            return try PKCS11AgreementKey(self, pair.key, pair.point)
        }

        /// The key for agreement of this label. Throws ``CryptoError/Code/keyNotFound`` when there is none.
        public func agreementKey(_ label: String) throws(CryptoError) -> PKCS11AgreementKey {
            let pair = try pair(.agreementKey, label)
            return try PKCS11AgreementKey(self, pair.key, pair.point)
        }
    }
#endif
