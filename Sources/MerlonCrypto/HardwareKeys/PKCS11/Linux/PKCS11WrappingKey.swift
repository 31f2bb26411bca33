#if os(Linux)
    import CMerlonHardware
    public import MerlonCore

    /// An AES-256 key on a PKCS #11 token, which wraps and unwraps there (`CKM_AES_GCM`).
    ///
    /// A wrapped key is: version (1 byte, 1), nonce (12 random bytes), ciphertext, tag (16 bytes); the context is authenticated. A key may wrap 2^32
    /// times before two nonces are likely enough to coincide (NIST SP 800-38D, 8.3): it is for keys, not for messages.
    public struct PKCS11WrappingKey: WrappingKey {
        public let attributes: KeyAttributes
        private let token: PKCS11Token
        private let key: UInt

        init(_ token: PKCS11Token, _ key: UInt) throws(CryptoError) {
            attributes = try token.attributes(of: key)
            (self.token, self.key) = (token, key)
        }

        private static let version: UInt8 = 1
        private static let nonceByteCount = 12
        private static let headerByteCount = 1 + nonceByteCount
        private static let tagByteCount = 16

        public func wrap(_ material: SecretBytes, context: SealingContext) throws(CryptoError) -> [UInt8] {
            try WrappingLimits.check(material)
            let nonce = try translatingCoreErrors { () throws(CoreError) in try SystemEntropy().bytes(count: Self.nonceByteCount) }
            var output = [UInt8](repeating: 0, count: material.count + Self.tagByteCount)
            var count = UInt(output.count)
            unsafe try use(nonce, context, "Wrapping on the token") { (functions, session, mechanism) throws(PKCS11Failure) in
                try check(unsafe functions.encrypt_init(session, mechanism, key))
                let status = unsafe material.withUnsafeBytes { material in
                    unsafe functions.encrypt(session, material.bytes, UInt(material.count), &output, &count)
                }
                try check(status)
            }
            guard count == output.count else { throw CryptoError(.backendFailure, "The token's ciphertext has \(count) bytes.") }
            return [Self.version] + nonce + output
        }

        public func unwrap(_ wrapped: [UInt8], context: SealingContext) throws(CryptoError) -> SecretBytes {
            let size = wrapped.count - Self.headerByteCount - Self.tagByteCount
            guard wrapped.first == Self.version, (1...WrappingLimits.materialByteCount).contains(size) else { throw .authenticationFailed }
            let nonce = Array(wrapped[1..<Self.headerByteCount])
            let input = Array(wrapped[Self.headerByteCount...])
            // Room for the tag, too: some modules write there before they have checked it.
            var output = try translatingCoreErrors { () throws(CoreError) in try LockedBytes(count: input.count) }
            var count = UInt(input.count)
            do throws(CryptoError) {
                unsafe try use(nonce, context, "Unwrapping on the token") { (functions, session, mechanism) throws(PKCS11Failure) in
                    try check(unsafe functions.decrypt_init(session, mechanism, key))
                    let status = unsafe output.withUnsafeMutableBytes { output in
                        unsafe functions.decrypt(session, input, UInt(input.count), output.bytes, &count)
                    }
                    try check(status)
                }
            } catch {
                // How a module says that the tag is wrong differs: CKR_ENCRYPTED_DATA_INVALID, CKR_GENERAL_ERROR, CKR_FUNCTION_FAILED.
                throw [0x05, 0x06, 0x20, 0x40, 0x41].contains(error.nativeStatus) ? .authenticationFailed : error
            }
            guard count == size else { throw CryptoError(.backendFailure, "The token's key has \(count) bytes.") }
            let whole = SecretBytes(output)
            return try translatingCoreErrors { () throws(CoreError) in try whole.extracting(0..<size) }
        }

        private func use(
            _ nonce: [UInt8], _ context: SealingContext, _ doing: String,
            _ body: (ck_functions, UInt, UnsafeMutablePointer<ck_mechanism>) throws(PKCS11Failure) -> Void
        ) throws(CryptoError) {
            var nonce = nonce
            var additional = context.forWrapping.encoded
            unsafe try token.call(doing) { (functions, session) throws(PKCS11Failure) in
                unsafe try nonce.withMutableBytes { (nonce) throws(PKCS11Failure) in
                    unsafe try additional.withMutableBytes { (additional) throws(PKCS11Failure) in
                        var parameters = unsafe ck_gcm_parameters(
                            iv: nonce.bytes, iv_count: UInt(nonce.count), iv_bits: UInt(8 * nonce.count), additional: additional.bytes,
                            additional_count: UInt(additional.count), tag_bits: UInt(8 * Self.tagByteCount))
                        let size = unsafe UInt(MemoryLayout<ck_gcm_parameters>.size)
                        let result = unsafe withUnsafeMutablePointer(to: &parameters) { parameters -> Result<Void, PKCS11Failure> in
                            var mechanism = unsafe ck_mechanism(type: PKCS11.aesGCM, parameter: parameters, count: size)
                            return Result { () throws(PKCS11Failure) in unsafe try body(functions, session, &mechanism) }
                        }
                        try result.get()
                    }
                }
            }
        }
    }

    extension PKCS11Token {
        /// Makes a new wrapping key of this label on the token.
        ///
        /// Throws ``CryptoError/Code/keyExists`` when there is one, ``CryptoError/Code/unsupported`` when the token has no AES-GCM.
        public func makeWrappingKey(_ label: String) throws(CryptoError) -> PKCS11WrappingKey {
            try checkIsNew(.wrappingKey, label)
            let template = PKCS11Template([
                .number(PKCS11.objectClass, PKCS11.secretKey), .number(PKCS11.keyType, PKCS11.aesKey), .number(PKCS11.valueLength, 32),
                .flag(PKCS11.token, true), .flag(PKCS11.isPrivate, true), .flag(PKCS11.sensitive, true), .flag(PKCS11.extractable, false),
                .flag(PKCS11.encrypt, true), .flag(PKCS11.decrypt, true), .bytes(PKCS11.label, Array(label.utf8)),
                .bytes(PKCS11.id, ObjectKind.wrappingKey.id(label)),
            ])
            var key: UInt = 0
            unsafe try call("Making a key on the token") { (functions, session) throws(PKCS11Failure) in
                var mechanism = unsafe ck_mechanism(type: PKCS11.makeAESKey, parameter: nil, count: 0)
                unsafe try template.lend { (attributes, count) throws(PKCS11Failure) in
                    try check(unsafe functions.generate_key(session, &mechanism, attributes, count, &key))
                }
            }
            return try PKCS11WrappingKey(self, key)
        }

        /// The wrapping key of this label. Throws ``CryptoError/Code/keyNotFound`` when there is none.
        public func wrappingKey(_ label: String) throws(CryptoError) -> PKCS11WrappingKey {
            try PKCS11WrappingKey(self, try object(PKCS11.secretKey, ObjectKind.wrappingKey.id(label)))
        }
    }
#endif
