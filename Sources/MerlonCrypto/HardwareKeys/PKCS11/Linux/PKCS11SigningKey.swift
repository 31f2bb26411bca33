#if os(Linux)
    import CMerlonHardware

    /// A P-256 key on a PKCS #11 token, which signs there (`CKM_ECDSA`; the SHA-256 digest is made here).
    public struct PKCS11SigningKey: SigningKey {
        public let attributes: KeyAttributes
        public let verifyingKey: VerifyingKey
        private let token: PKCS11Token
        private let key: UInt

        init(_ token: PKCS11Token, _ key: UInt, _ point: [UInt8]) throws(CryptoError) {
            verifyingKey = try VerifyingKey(rawRepresentation: point, algorithm: .ecdsaP256)
            attributes = try token.attributes(of: key)
            (self.token, self.key) = (token, key)
        }

        public func signature(ofExactly message: [UInt8]) throws(CryptoError) -> [UInt8] {
            let digest = HashAlgorithm.sha256.digest(of: message)
            var signature = [UInt8](repeating: 0, count: 128)
            var count = UInt(signature.count)
            unsafe try token.call("Signing on the token") { (functions, session) throws(PKCS11Failure) in
                var mechanism = unsafe ck_mechanism(type: PKCS11.ecdsa, parameter: nil, count: 0)
                try check(unsafe functions.sign_init(session, &mechanism, key))
                try check(unsafe functions.sign(session, digest, UInt(digest.count), &signature, &count))
            }
            guard count == 64 else { throw CryptoError(.backendFailure, "The token's signature has \(count) bytes.") }
            return Array(signature.prefix(64))
        }
    }

    extension PKCS11Token {
        /// Makes a new signing key of this label on the token.
        ///
        /// Throws ``CryptoError/Code/keyExists`` when there is one.
        public func makeSigningKey(_ label: String) throws(CryptoError) -> PKCS11SigningKey {
            let pair = try makePair(.signingKey, label, use: PKCS11.sign, publicUse: PKCS11.verify)
            return try PKCS11SigningKey(self, pair.key, pair.point)
        }

        /// The signing key of this label. Throws ``CryptoError/Code/keyNotFound`` when there is none.
        public func signingKey(_ label: String) throws(CryptoError) -> PKCS11SigningKey {
            let pair = try pair(.signingKey, label)
            return try PKCS11SigningKey(self, pair.key, pair.point)
        }

        /// Makes a P-256 key pair that stays on the token.
        func makePair(_ kind: ObjectKind, _ label: String, use: UInt, publicUse: UInt?) throws(CryptoError) -> (key: UInt, point: [UInt8]) {
            try checkIsNew(kind, label)
            let common: [PKCS11Template.Attribute] = [
                .flag(PKCS11.token, true), .bytes(PKCS11.label, Array(label.utf8)), .bytes(PKCS11.id, kind.id(label)),
            ]
            let publicHalf = PKCS11Template(common + [.bytes(PKCS11.curve, PKCS11.p256)] + (publicUse.map { [.flag($0, true)] } ?? []))
            let privateHalf = PKCS11Template(
                common + [
                    .flag(PKCS11.isPrivate, true), .flag(PKCS11.sensitive, true), .flag(PKCS11.extractable, false), .flag(use, true),
                ])
            var keys: (public: UInt, private: UInt) = (0, 0)
            unsafe try call("Making a key on the token") { (functions, session) throws(PKCS11Failure) in
                var mechanism = unsafe ck_mechanism(type: PKCS11.makeCurveKey, parameter: nil, count: 0)
                unsafe try publicHalf.lend { (publicHalf, publicCount) throws(PKCS11Failure) in
                    unsafe try privateHalf.lend { (privateHalf, privateCount) throws(PKCS11Failure) in
                        try check(
                            unsafe functions.generate_key_pair(
                                session, &mechanism, publicHalf, publicCount, privateHalf, privateCount, &keys.public, &keys.private))
                    }
                }
            }
            return (keys.private, try point(keys.public))
        }

        /// The key pair of this label.
        func pair(_ kind: ObjectKind, _ label: String) throws(CryptoError) -> (key: UInt, point: [UInt8]) {
            (try object(PKCS11.privateKey, kind.id(label)), try point(try object(PKCS11.publicKey, kind.id(label))))
        }

        /// The point of a public key: in an OCTET STRING by the standard, bare by some modules.
        private func point(_ key: UInt) throws(CryptoError) -> [UInt8] {
            let value = try value(PKCS11.point, of: key)
            return value.count == 67 && value.starts(with: [0x04, 0x41]) ? Array(value.dropFirst(2)) : value
        }
    }
#endif
