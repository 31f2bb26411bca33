#if canImport(Security)
    import Foundation
    import Security

    /// Looks for items, and gives all that there are.
    enum KeychainMatches {
        /// What the keychain gives of each item that the query finds; it says what it wants: attributes, or a reference.
        static func all<Found>(_ query: [String: Any], _ what: String) throws(VaultError) -> [Found] {
            var query = query
            query[kSecMatchLimit as String] = kSecMatchLimitAll
            var result: CFTypeRef?
            let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
            if status == errSecItemNotFound { return [] }
            guard status == errSecSuccess, let found = result as? [Found] else { throw KeychainStatus.error(status, what) }
            return found
        }

        /// The attributes of all items that the query finds. Asks nobody.
        static func attributes(_ query: [String: Any], _ what: String) throws(VaultError) -> [[String: Any]] {
            try all(query.merging([kSecReturnAttributes as String: true]) { $1 }, what)
        }
    }
#endif
