#if canImport(Security)
    import Foundation
    import LocalAuthentication
    import Security

    extension KeychainItems {
        func base(_ itemClass: CFString?) -> [String: Any] {
            var query: [String: Any] = [kSecUseDataProtectionKeychain as String: true]
            if let itemClass { query[kSecClass as String] = itemClass }
            if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
            return query
        }

        /// What crosses to the queue: dictionaries that nobody changes any more.
        struct Query: @unchecked Sendable {
            let itemClass: CFString?
            let attributes: [String: Any]
        }

        /// Adds an item, or updates the one with this identity. Whether it was added.
        func write(
            _ itemClass: CFString?, identity: [String: Any], content: [String: Any], _ policy: AccessPolicy
        ) async throws(VaultError) -> Bool {
            if let obstacle = store.obstacle(to: policy) {
                throw VaultError(.unsupportedPolicy, "The keychain cannot keep the item so: \(obstacle).")
            }
            guard policy.presence != .applicationPassword else {
                throw VaultError(.unsupportedPolicy, "Items of this class are not kept under an application password.")
            }
            let (identity, content) = (Query(itemClass: itemClass, attributes: identity), Query(itemClass: nil, attributes: content))
            return try await BlockingWork.run(on: queue) { () throws(VaultError) in
                var changes = try policy.keychainAttributes()
                let item = base(identity.itemClass).merging(identity.attributes) { $1 }.merging(content.attributes) { $1 }
                    .merging(changes) { $1 }.merging([kSecAttrSynchronizable as String: policy.isSynchronised]) { $1 }
                let added = SecItemAdd(item as CFDictionary, nil)
                if added == errSecSuccess { return true }
                guard added == errSecDuplicateItem, identity.itemClass != nil else { throw KeychainStatus.error(added, "Writing an item") }
                if let data = content.attributes[kSecValueData as String] { changes[kSecValueData as String] = data }
                let existing = base(identity.itemClass).merging(identity.attributes) { $1 }
                    .merging([kSecAttrSynchronizable as String: policy.isSynchronised]) { $1 }
                let status = SecItemUpdate(existing as CFDictionary, changes as CFDictionary)
                if status != errSecSuccess { throw KeychainStatus.error(status, "Writing an item") }
                return false
            }
        }

        /// Finds an item and turns what the keychain gives into a value.
        func find<Value: Sendable>(
            _ itemClass: CFString, _ attributes: [String: Any], returning kind: CFString, _ prompt: PresencePrompt?,
            _ read: @escaping @Sendable (CFTypeRef) throws(VaultError) -> Value
        ) async throws(VaultError) -> Value {
            let context = reuse.context(for: prompt)
            let wanted = Query(itemClass: itemClass, attributes: attributes.merging([kind as String: true]) { $1 })
            do throws(VaultError) {
                let value = try await PromptedWork.run(on: queue, context) { () throws(VaultError) -> Value in
                    var query = base(wanted.itemClass).merging(wanted.attributes) { $1 }
                    query[kSecAttrSynchronizable as String] = kSecAttrSynchronizableAny
                    query[kSecUseAuthenticationContext as String] = context
                    var result: CFTypeRef?
                    let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
                    guard status == errSecSuccess, let result else { throw KeychainStatus.error(status, "Reading an item") }
                    return try read(result)
                }
                reuse.keep(context, for: prompt)
                return value
            } catch {
                context.invalidate()
                throw error
            }
        }

        func remove(_ itemClass: CFString, _ attributes: [String: Any]) async throws(VaultError) {
            let wanted = Query(itemClass: itemClass, attributes: attributes)
            try await BlockingWork.run(on: queue) { () throws(VaultError) in
                var query = base(wanted.itemClass).merging(wanted.attributes) { $1 }
                query[kSecAttrSynchronizable as String] = kSecAttrSynchronizableAny
                let status = SecItemDelete(query as CFDictionary)
                if status != errSecSuccess { throw KeychainStatus.error(status, "Removing an item") }
            }
        }

        /// Persistent references of the items with these attributes.
        func references(_ itemClass: CFString, _ attributes: [String: Any]) async throws(VaultError) -> [Data] {
            let wanted = Query(itemClass: itemClass, attributes: attributes)
            return try await BlockingWork.run(on: queue) { () throws(VaultError) in
                var query = base(wanted.itemClass).merging(wanted.attributes) { $1 }
                query[kSecAttrSynchronizable as String] = kSecAttrSynchronizableAny
                query[kSecReturnPersistentRef as String] = true
                return try KeychainMatches.all(query, "Looking for an item")
            }
        }

        func discard(_ itemClass: CFString, _ references: [Data]) async throws(VaultError) {
            let name = Query(itemClass: itemClass, attributes: [:])
            try await BlockingWork.run(on: queue) { () throws(VaultError) in
                for reference in references {
                    var query: [String: Any] = [
                        kSecUseDataProtectionKeychain as String: true, kSecValuePersistentRef as String: reference,
                        kSecAttrSynchronizable as String: kSecAttrSynchronizableAny,
                    ]
                    if let itemClass = name.itemClass { query[kSecClass as String] = itemClass }
                    let status = SecItemDelete(query as CFDictionary)
                    if status != errSecSuccess, status != errSecItemNotFound { throw KeychainStatus.error(status, "Removing an item") }
                }
            }
        }
    }
#endif
