#if canImport(Security)
    import Foundation
    import Security

    /// How the store names its items to the keychain, and what a refusal means for one of them.
    extension KeychainStore {
        func base() -> [String: Any] {
            var query: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword, kSecUseDataProtectionKeychain as String: true,
            ]
            if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
            return query
        }

        func identity(of key: ItemKey) -> [String: Any] {
            var query = base()
            query[kSecAttrService as String] = key.namespace.label
            query[kSecAttrAccount as String] = key.name
            return query
        }

        func query(_ key: ItemKey, synchronised: Bool?) -> [String: Any] {
            var query = identity(of: key)
            if let synchronised {
                query[kSecAttrSynchronizable as String] = synchronised
            } else {
                query[kSecAttrSynchronizable as String] = kSecAttrSynchronizableAny
            }
            return query
        }

        /// Attributes alone need no person and no unlocked device.
        func attributes(of key: ItemKey) throws(VaultError) -> [String: Any]? {
            var query = query(key, synchronised: nil)
            query[kSecReturnAttributes as String] = true
            var result: CFTypeRef?
            let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let attributes = result as? [String: Any] else {
                throw KeychainStatus.error(status, "Looking for an item")
            }
            return attributes
        }

        func discard(_ key: ItemKey, synchronised: Bool) {
            _ = SecItemDelete(query(key, synchronised: synchronised) as CFDictionary)
        }

        /// Tells an item whose biometric enrolment is gone from one that is missing, and from one whose person was refused: the keychain has one
        /// status for all.
        func failure(_ status: OSStatus, reading key: ItemKey) -> VaultError {
            guard status == errSecItemNotFound || status == errSecAuthFailed, let attributes = try? attributes(of: key),
                let label = (attributes[kSecAttrGeneric as String] as? Data).flatMap(ItemLabel.init(encoded:))
            else { return KeychainStatus.error(status, "Reading an item") }
            let enrolment = Enrolment.current
            if label.policy.presence == .biometryOfCurrentSet, enrolment.hasSurelyLeft(label.enrolment) {
                return VaultError(
                    .biometryChanged, "The set of enrolled faces or fingers has changed since the item was written.", nativeStatus: status)
            }
            // It is there: what cannot be read of it is not missing.
            let reason =
                label.policy.needsBiometry && enrolment == .unknown
                ? "biometry is locked out after wrong tries, until the device passcode is given" : "the person was not recognised"
            return VaultError(.authenticationFailed, "Reading an item: \(reason).", nativeStatus: status)
        }
    }
#endif
