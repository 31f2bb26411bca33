#if canImport(Security)
    import Dispatch
    import Foundation
    import LocalAuthentication
    public import MerlonCore
    import Security

    /// Another wrapper's items in the keychain. Nobody is asked: an item that wants a person is a problem of the plan.
    public struct KeychainSource: MigrationSource {
        private let layout: KeychainLayout

        init(_ layout: KeychainLayout) { self.layout = layout }

        private var itemClass: CFString { layout.internetServer == nil ? kSecClassGenericPassword : kSecClassInternetPassword }

        public var description: String { "keychain items\(layout.service.map { " of \($0)" } ?? "")" }

        public func items() async throws(VaultError) -> [MigrationItem] {
            try await BlockingWork.run { () throws(VaultError) in
                var query = base()
                query[kSecReturnPersistentRef as String] = true
                return try KeychainMatches.attributes(query, "Listing items").compactMap(item)
            }
        }

        private func item(_ attributes: [String: Any]) -> MigrationItem? {
            let account =
                attributes[kSecAttrAccount as String] as? String
                ?? (attributes[kSecAttrAccount as String] as? Data).map { String(decoding: $0, as: UTF8.self) }
            guard let account, account.hasPrefix(layout.prefix), account.count > layout.prefix.count,
                !layout.ignoredAccounts.contains(account), let reference = attributes[kSecValuePersistentRef as String] as? Data
            else { return nil }
            let service = attributes[kSecAttrService as String] as? String
            if layout.takesItemsWithoutServiceOnly, service?.isEmpty == false { return nil }
            return MigrationItem(
                identifier: reference.base64EncodedString(), name: String(account.dropFirst(layout.prefix.count)),
                policy: policy(attributes))
        }

        /// The policy of an item without an access control, which the keychain would not give back. An item that went to other devices in backups
        /// alone stays on this one: nothing gets further by a migration than it got before.
        private func policy(_ attributes: [String: Any]) -> AccessPolicy? {
            let accessibility = attributes[kSecAttrAccessible as String] as? String
            let isSynchronised = (attributes[kSecAttrSynchronizable as String] as? NSNumber)?.boolValue == true
            let policies: [(CFString, AccessPolicy)] = [
                (kSecAttrAccessibleWhenUnlocked, isSynchronised ? .synchronised(.whenUnlocked) : .thisDevice(.whenUnlocked)),
                (kSecAttrAccessibleAfterFirstUnlock, isSynchronised ? .synchronised(.afterFirstUnlock) : .thisDevice(.afterFirstUnlock)),
                (kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .thisDevice(.whenUnlocked)),
                (kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, .thisDevice(.afterFirstUnlock)),
                (kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .thisDevice(.whenPasscodeSet)),
            ]
            return policies.first { $0.0 as String == accessibility }?.1
        }

        public func read(_ item: MigrationItem) async throws(VaultError) -> SecretBytes {
            try await BlockingWork.run { () throws(VaultError) in
                var query = try query(item)
                query[kSecReturnData as String] = true
                let silent = LAContext()
                silent.interactionNotAllowed = true
                query[kSecUseAuthenticationContext as String] = silent
                var result: CFTypeRef?
                let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
                guard status == errSecSuccess, var data = result as? Data else { throw KeychainStatus.error(status, "Reading an item") }
                defer { data.resetBytes(in: 0..<data.count) }
                return try reportingCore { () throws(CoreError) in try SecretBytes(copying: data) }
            }
        }

        public func remove(_ item: MigrationItem) async throws(VaultError) {
            try await BlockingWork.run { () throws(VaultError) in
                let status = SecItemDelete(try query(item) as CFDictionary)
                if status != errSecSuccess { throw KeychainStatus.error(status, "Removing an item") }
            }
        }

        /// By its persistent reference: account and service of one item may be those of another group's, too.
        private func query(_ item: MigrationItem) throws(VaultError) -> [String: Any] {
            guard let reference = Data(base64Encoded: item.identifier) else {
                throw VaultError(.invalidArgument, "The item is not one of this source.")
            }
            var query: [String: Any] = [
                kSecClass as String: itemClass, kSecValuePersistentRef as String: reference,
                kSecAttrSynchronizable as String: kSecAttrSynchronizableAny,
            ]
            if layout.isInDataProtectionKeychain { query[kSecUseDataProtectionKeychain as String] = true }
            return query
        }

        private func base() -> [String: Any] {
            var query: [String: Any] = [
                kSecClass as String: itemClass, kSecAttrSynchronizable as String: kSecAttrSynchronizableAny,
            ]
            if let server = layout.internetServer {
                query[kSecAttrServer as String] = server.host
                query[kSecAttrProtocol as String] = server.transferProtocol.attribute
            }
            if layout.isInDataProtectionKeychain { query[kSecUseDataProtectionKeychain as String] = true }
            if let service = layout.service { query[kSecAttrService as String] = service }
            if let group = layout.accessGroup { query[kSecAttrAccessGroup as String] = group }
            return query
        }
    }
#endif
