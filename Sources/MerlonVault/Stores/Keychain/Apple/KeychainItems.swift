#if canImport(Security)
    import Dispatch
    import Foundation
    import LocalAuthentication
    public import MerlonCore
    import Security

    /// The keychain's other classes: internet passwords, keys, certificates and identities, for what the system or other programs look for there.
    /// Generic passwords, the fifth class, are what ``KeychainStore`` keeps a vault in.
    ///
    /// Writes add, and update when there is such an item, as the store's do; policies are checked, and never weakened.
    public struct KeychainItems: Sendable {
        let store: KeychainStore
        let accessGroup: String?
        let reuse: AuthenticationReuse
        let queue = DispatchQueue(label: "MerlonVault.KeychainItems", attributes: .concurrent)

        /// The items of an access group of the app's entitlements; `nil` for its default one.
        public init(accessGroup: String? = nil, timeSource: any TimeSource = SystemTimeSource()) {
            self.accessGroup = accessGroup
            store = KeychainStore(accessGroup: accessGroup)
            reuse = AuthenticationReuse(timeSource: timeSource)
        }

        // MARK: Internet passwords

        /// Keeps an internet password.
        public func store(
            _ password: SecretBytes, for item: InternetPassword, policy: AccessPolicy = .thisDevice()
        ) async throws(VaultError) {
            guard password.count <= store.maximumValueSize else {
                throw VaultError(.tooLarge, "The keychain store takes at most \(store.maximumValueSize) bytes.")
            }
            let value = unsafe password.withUnsafeBytes { unsafe Data($0) }
            _ = try await write(kSecClassInternetPassword, identity: item.attributes, content: [kSecValueData as String: value], policy)
        }

        /// Reads an internet password.
        public func read(_ item: InternetPassword, prompt: PresencePrompt? = nil) async throws(VaultError) -> SecretBytes {
            try await find(kSecClassInternetPassword, item.attributes, returning: kSecReturnData, prompt) { (found) throws(VaultError) in
                guard var data = found as? Data else { throw VaultError(.corrupted, "The keychain returned no data.") }
                defer { data.resetBytes(in: 0..<data.count) }
                return try reportingCore { () throws(CoreError) in try SecretBytes(copying: data) }
            }
        }

        /// The internet passwords for a server, or all, without the passwords. Asks nobody.
        public func internetPasswords(server: String? = nil) async throws(VaultError) -> [InternetPassword] {
            try await BlockingWork.run(on: queue) { () throws(VaultError) in
                var query = base(kSecClassInternetPassword)
                query[kSecAttrSynchronizable as String] = kSecAttrSynchronizableAny
                if let server { query[kSecAttrServer as String] = server.lowercased() }
                return try KeychainMatches.attributes(query, "Listing internet passwords").compactMap(InternetPassword.init(attributes:))
            }
        }

        /// Removes an internet password; `notFound` when there is none.
        public func remove(_ item: InternetPassword) async throws(VaultError) {
            try await remove(kSecClassInternetPassword, item.attributes)
        }

        // MARK: Keys

        /// Keeps a key under a tag, in place of the one that had the tag before. A key of the Secure Enclave is kept when it is made.
        public func store(_ key: KeychainKey, tag: String, policy: AccessPolicy = .thisDevice()) async throws(VaultError) {
            let tagged = Self.tagged(tag)
            // With another key the tag makes another item: the older one goes when the new one is there.
            let old = try await references(kSecClassKey, tagged)
            let isNew = try await write(kSecClassKey, identity: tagged, content: [kSecValueRef as String: key.key], policy)
            if isNew { try await discard(kSecClassKey, old) }
        }

        /// The key of a tag. Using one whose policy wants a person asks then.
        public func key(tag: String, prompt: PresencePrompt? = nil) async throws(VaultError) -> KeychainKey {
            try await find(kSecClassKey, Self.tagged(tag), returning: kSecReturnRef, prompt) { (found) throws(VaultError) in
                guard CFGetTypeID(found) == SecKeyGetTypeID() else { throw VaultError(.corrupted, "The keychain returned no key.") }
                return KeychainKey(found as! SecKey)
            }
        }

        /// Removes the key of a tag; `notFound` when there is none.
        public func removeKey(tag: String) async throws(VaultError) { try await remove(kSecClassKey, Self.tagged(tag)) }

        private static func tagged(_ tag: String) -> [String: Any] { [kSecAttrApplicationTag as String: Data(tag.utf8)] }

        // MARK: Certificates

        /// Keeps a certificate (DER) under a label, in place of the one that had the label before.
        public func store(certificate der: [UInt8], label: String, policy: AccessPolicy = .thisDevice(.afterFirstUnlock))
            async throws(VaultError)
        {
            guard let certificate = SecCertificateCreateWithData(kCFAllocatorDefault, Data(der) as CFData) else {
                throw VaultError(.invalidArgument, "The bytes are no certificate in DER.")
            }
            let labelled: [String: Any] = [kSecAttrLabel as String: label]
            let old = try await references(kSecClassCertificate, labelled)
            // A label is no part of a certificate's identity: the same certificate is found again by itself.
            let isNew = try await write(
                kSecClassCertificate, identity: labelled, content: [kSecValueRef as String: certificate], policy)
            if isNew { try await discard(kSecClassCertificate, old) }
        }

        /// The certificate of a label, in DER.
        public func certificate(label: String) async throws(VaultError) -> [UInt8] {
            try await find(kSecClassCertificate, [kSecAttrLabel as String: label], returning: kSecReturnRef, nil) {
                (found) throws(VaultError) in
                guard CFGetTypeID(found) == SecCertificateGetTypeID() else {
                    throw VaultError(.corrupted, "The keychain returned no certificate.")
                }
                return Array(SecCertificateCopyData(found as! SecCertificate) as Data)
            }
        }

        /// Removes the certificate of a label; `notFound` when there is none.
        public func removeCertificate(label: String) async throws(VaultError) {
            try await remove(kSecClassCertificate, [kSecAttrLabel as String: label])
        }

        // MARK: Identities

        /// Keeps an identity, which the keychain takes apart: a certificate and its private key.
        public func store(_ identity: KeychainIdentity, label: String, policy: AccessPolicy = .thisDevice()) async throws(VaultError) {
            _ = try await write(
                nil, identity: [kSecAttrLabel as String: label], content: [kSecValueRef as String: identity.identity], policy)
        }

        /// The identity whose certificate has a label: it is found when both its parts are there.
        public func identity(label: String, prompt: PresencePrompt? = nil) async throws(VaultError) -> KeychainIdentity {
            try await find(kSecClassIdentity, [kSecAttrLabel as String: label], returning: kSecReturnRef, prompt) {
                (found) throws(VaultError) in
                guard CFGetTypeID(found) == SecIdentityGetTypeID() else {
                    throw VaultError(.corrupted, "The keychain returned no identity.")
                }
                return KeychainIdentity(found as! SecIdentity)
            }
        }
    }
#endif
