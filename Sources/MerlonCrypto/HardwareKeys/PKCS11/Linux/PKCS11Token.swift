#if os(Linux)
    import CMerlonHardware
    public import MerlonCore

    /// A token behind a PKCS #11 module (Cryptoki 2.40, OASIS): a smart card, a USB key, a module in a server, or SoftHSM.
    ///
    /// ```swift
    /// let token = try PKCS11Token.open(module: "/usr/lib/opensc-pkcs11.so", label: "signing card", pin: pin)
    /// let key = try token.signingKey("release")
    /// ```
    /// Keys are made on the token, can never be read (`CKA_SENSITIVE`, not `CKA_EXTRACTABLE`), and have labels. What
    /// ``KeyAttributes`` says was read back from the token.
    ///
    /// A module runs in this process with all its rights: load no path that others can write to. A PIN is good for the whole process: once logged
    /// in, all its code can use the token until the last ``PKCS11Token`` of it is gone. A second one with another PIN is refused here, though the
    /// module would take it.
    ///
    /// When the token is taken away, calls throw ``CryptoError/Code/hardwareUnavailable``, also after its return: open it again.
    @safe public final class PKCS11Token: @unchecked Sendable {
        /// What the token says of itself.
        public let device: KeyDevice
        let module: PKCS11Module
        private let session: UInt
        /// A session does one operation at a time.
        private let lock = Lock()

        /// Opens the token of this label.
        ///
        /// - Parameters:
        ///   - module: The path of the module. Which one, only the app can know.
        ///   - label: The token's label, as `pkcs11-tool --list-slots` shows it.
        ///   - pin: The user's PIN. Wrong ones count, and most tokens lock after a few.
        /// - Throws: ``CryptoError/Code/hardwareUnavailable`` without module or token, ``CryptoError/Code/accessDenied`` for a wrong PIN,
        ///   ``CryptoError/Code/lockedOut`` for a locked one, ``CryptoError/Code/invalidArgument`` when two tokens have that label.
        public static func open(module path: String, label: String, pin: SecretBytes) throws(CryptoError) -> PKCS11Token {
            let module = try PKCS11Module.at(path)
            let (slot, device) = try module.token(label)
            return PKCS11Token(module, device, try module.session(slot, pin))
        }

        private init(_ module: PKCS11Module, _ device: KeyDevice, _ session: UInt) {
            (self.module, self.device, self.session) = (module, device, session)
        }

        deinit { _ = unsafe module.functions.pointee.close_session(session) }

        /// Runs one operation of the session, from its start to its end.
        func call<R>(
            _ doing: String, _ body: (ck_functions, _ session: UInt) throws(PKCS11Failure) -> R
        ) throws(CryptoError) -> R {
            do throws(PKCS11Failure) {
                return try lock.withLock { () throws(PKCS11Failure) in unsafe try body(module.functions.pointee, session) }
            } catch { throw PKCS11Status.error(error.status, doing) }
        }

        /// Deletes a key and its public half for good.
        ///
        /// Throws ``CryptoError/Code/keyNotFound`` when there is none of this kind and label.
        public func delete(_ kind: ObjectKind, _ label: String) throws(CryptoError) {
            let private_ = try object(kind.keyClass, kind.id(label))
            let public_ = kind == .wrappingKey ? nil : try? object(PKCS11.publicKey, kind.id(label))
            unsafe try call("Deleting a key") { (functions, session) throws(PKCS11Failure) in
                try check(unsafe functions.destroy_object(session, private_))
                if let public_ { try check(unsafe functions.destroy_object(session, public_)) }
            }
        }

        /// What kinds of keys there are. The same label may stand for one of each.
        public enum ObjectKind: String, Sendable {
            /// A ``PKCS11SigningKey``.
            case signingKey = "sign"
            /// A ``PKCS11AgreementKey``.
            case agreementKey = "agree"
            /// A ``PKCS11WrappingKey``.
            case wrappingKey = "wrap"

            var keyClass: UInt { self == .wrappingKey ? PKCS11.secretKey : PKCS11.privateKey }

            /// `CKA_ID`: what belongs together.
            func id(_ label: String) -> [UInt8] { Array("merlon.\(rawValue).\(label)".utf8) }
        }

        /// The one object of this class and id.
        func object(_ kind: UInt, _ id: [UInt8]) throws(CryptoError) -> UInt {
            let template = PKCS11Template([.number(PKCS11.objectClass, kind), .bytes(PKCS11.id, id), .flag(PKCS11.token, true)])
            var found = [UInt](repeating: 0, count: 2)
            let count = unsafe try call("Looking for a key") { (functions, session) throws(PKCS11Failure) in
                unsafe try template.lend { (attributes, count) throws(PKCS11Failure) in
                    try check(unsafe functions.find_init(session, attributes, count))
                }
                var count: UInt = 0
                let status = unsafe functions.find(session, &found, 2, &count)
                _ = unsafe functions.find_final(session)
                try check(status)
                return count
            }
            guard count > 0 else { throw CryptoError(.keyNotFound, "The token has no key of this label.") }
            guard count == 1 else { throw CryptoError(.malformed, "The token has several keys of this label.") }
            return found[0]
        }

        /// Throws ``CryptoError/Code/keyExists`` when there is a key of this kind and label; checks the label.
        func checkIsNew(_ kind: ObjectKind, _ label: String) throws(CryptoError) {
            guard (1...64).contains(label.utf8.count) else { throw CryptoError(.invalidArgument, "A key's label has 1 to 64 bytes.") }
            do throws(CryptoError) { _ = try object(kind.keyClass, kind.id(label)) } catch {
                guard error.code == .keyNotFound else { throw error }
                return
            }
            throw CryptoError(.keyExists, "The token has a key of this label.")
        }

        /// What the token says of a key.
        func attributes(of key: UInt) throws(CryptoError) -> KeyAttributes {
            let never = try flag(PKCS11.neverExtractable, of: key)
            let always = try flag(PKCS11.alwaysSensitive, of: key)
            return KeyAttributes(
                residence: .pkcs11Token, exposure: never && always ? .neverLeaves : .extractable, authorization: .secretValue,
                isPersistent: try flag(PKCS11.token, of: key), device: device)
        }

        private func flag(_ type: UInt, of key: UInt) throws(CryptoError) -> Bool { try value(type, of: key, maximum: 1).first == 1 }

        /// The bytes of an attribute that is not secret.
        func value(_ type: UInt, of key: UInt, maximum: Int = 256) throws(CryptoError) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: maximum)
            let count = unsafe try call("Reading a key's attributes") { (functions, session) throws(PKCS11Failure) in
                unsafe try bytes.withMutableBytes { (bytes) throws(PKCS11Failure) in
                    var attribute = unsafe ck_attribute(type: type, value: bytes.baseAddress, count: UInt(maximum))
                    try check(unsafe functions.get_attributes(session, key, &attribute, 1))
                    return unsafe Int(clamping: attribute.count)
                }
            }
            guard count <= maximum else { throw CryptoError(.malformed, "The token gave no such attribute.") }
            return Array(bytes.prefix(count))
        }
    }

    /// A return value that is not 0, on its way to an error.
    struct PKCS11Failure: Error { let status: UInt }

    /// Throws unless the call succeeded.
    func check(_ status: UInt) throws(PKCS11Failure) { if status != 0 { throw PKCS11Failure(status: status) } }
#endif
