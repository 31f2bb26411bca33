#if canImport(Security)
    import Dispatch
    import Foundation
    import LocalAuthentication
    public import MerlonCore
    import MerlonCrypto
    import Security

    /// Keeps items as generic passwords in the data-protection keychain. Apple: "Keychain services", TN3137.
    ///
    /// - Identity is service (the namespace) and account (the name) alone, so that a change of policy finds and keeps the item.
    /// - A write adds, and updates when there is one already: one call in the common case, no moment without the item.
    /// - Calls run on a queue of their own: the keychain can take long, and shows prompts.
    /// - Items survive the app's removal. See the vault's first-launch policy.
    ///
    /// Verified against a model of the documented behaviour and by compiling for iOS and macOS: see `Documentation/Apple.md`.
    public final class KeychainStore: SecretStore {
        /// Keychain items are meant for small secrets: iOS has refused values of some megabytes. Larger ones belong in a sealed file.
        public let maximumValueSize = 64 * 1024

        /// Whether it is the keychain of a Simulator: a file on a Mac, in which no hardware holds a key and nobody is asked for a face.
        public let isSimulated: Bool

        let accessGroup: String?
        private let mayPretend: Bool
        private let queue = DispatchQueue(label: "MerlonVault.KeychainStore", attributes: .concurrent)
        private let reuse: AuthenticationReuse

        /// Makes a store.
        /// - Parameters:
        ///   - accessGroup: a keychain access group of the app's entitlements; `nil` for its default one.
        ///   - timeSource: the clock that the reuse of an authentication is measured with.
        ///   - dangerouslyPretendsHardware: takes, on a Simulator, also policies that need hardware. It enforces none of them: for user-interface tests.
        ///     Changes nothing on a device.
        ///   - environment: by which a Simulator is known; `nil`: the process's own.
        public init(
            accessGroup: String? = nil, timeSource: any TimeSource = SystemTimeSource(), dangerouslyPretendsHardware: Bool = false,
            environment: [String: String]? = nil
        ) {
            self.accessGroup = accessGroup
            isSimulated = (environment ?? ProcessInfo.processInfo.environment)["SIMULATOR_DEVICE_NAME"] != nil
            mayPretend = dangerouslyPretendsHardware
            reuse = AuthenticationReuse(timeSource: timeSource)
        }

        /// In the app's own container, one for each access group: a store of one group does not see the items of another, and would take their files
        /// for such that nobody has a key for. Programs that share the keychain group give their vaults a folder in the app group's container.
        public var defaultFolder: String? {
            let suffix = accessGroup.map { "-" + Hex.encode(HashAlgorithm.sha256.digest(of: Array($0.utf8)).prefix(8)) } ?? ""
            return FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first?
                .appendingPathComponent("MerlonVault" + suffix).path
        }

        public var strictestPolicy: AccessPolicy {
            let candidates: [AccessPolicy] = [
                .thisDevice(.whenPasscodeSet, presence: .biometryOfCurrentSet), .thisDevice(.whenPasscodeSet, presence: .userPresence),
                .thisDevice(.whenPasscodeSet),
            ]
            return candidates.first { obstacle(to: $0) == nil } ?? .thisDevice(.whenUnlocked)
        }

        public func obstacle(to policy: AccessPolicy) -> String? {
            let needsHardware = policy.presence != .none || policy.availability == .whenPasscodeSet
            if isSimulated, needsHardware, !mayPretend { return "a Simulator has no hardware that could enforce it" }
            let context = LAContext()
            let needsPasscode =
                policy.availability == .whenPasscodeSet || policy.presence == .userPresence || policy.presence == .devicePasscode
            if needsPasscode || policy.needsBiometry, unsafe !context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) {
                return "the device has no passcode"
            }
            var error: NSError?
            if policy.needsBiometry, unsafe !context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error) {
                // Locked out is not absent: the passcode ends it.
                return error?.code == LAError.Code.biometryLockout.rawValue ? nil : "the device has no biometry, or nobody is enrolled"
            }
            return nil
        }

        public func write(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
            try check(value, policy)
            try await write(value, for: key, policy: policy, context: nil)
        }

        public func add(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
            try check(value, policy)
            try await run { [self] () throws(VaultError) in
                // The other kind of residence is another item by the keychain's identity, and the same by the vault's.
                if try attributes(of: key) != nil { throw KeychainStatus.error(errSecDuplicateItem, "Adding an item") }
                let item = identity(of: key).merging(try content(value, policy)) { $1 }
                let status = SecItemAdd(item as CFDictionary, nil)
                if status != errSecSuccess { throw KeychainStatus.error(status, "Adding an item") }
            }
        }

        public func write(
            _ value: SecretBytes, for key: ItemKey, availability: AccessPolicy.Availability, applicationPassword: SecretBytes
        ) async throws(VaultError) {
            let policy = AccessPolicy.thisDevice(availability, presence: .applicationPassword)
            try check(value, policy, hasPassword: true)
            let context = LAContext()
            _ = unsafe applicationPassword.withUnsafeBytes { unsafe context.setCredential(Data($0), type: .applicationPassword) }
            try await write(value, for: key, policy: policy, context: context)
        }

        private func check(_ value: SecretBytes, _ policy: AccessPolicy, hasPassword: Bool = false) throws(VaultError) {
            guard value.count <= maximumValueSize else {
                throw VaultError(.tooLarge, "The keychain store takes at most \(maximumValueSize) bytes.")
            }
            if let obstacle = obstacle(to: policy) {
                throw VaultError(.unsupportedPolicy, "The keychain cannot keep the item so: \(obstacle).")
            }
            if policy.presence == .applicationPassword, !hasPassword {
                throw VaultError(.unsupportedPolicy, "An item under an application password is written with one.")
            }
        }

        /// What an item has besides its identity.
        private func content(_ value: SecretBytes, _ policy: AccessPolicy) throws(VaultError) -> [String: Any] {
            var content = try policy.keychainAttributes()
            content[kSecValueData as String] = unsafe value.withUnsafeBytes { unsafe Data($0) }
            content[kSecAttrGeneric as String] = ItemLabel(policy: policy, enrolment: Enrolment.current.mark).encoded
            content[kSecAttrSynchronizable as String] = policy.isSynchronised
            return content
        }

        private func write(
            _ value: SecretBytes, for key: ItemKey, policy: AccessPolicy, context: LAContext?
        ) async throws(VaultError) {
            try await run { [self] () throws(VaultError) in
                var changes = try content(value, policy)
                var item = identity(of: key).merging(changes) { $1 }
                if let context { item[kSecUseAuthenticationContext as String] = context }
                let added = SecItemAdd(item as CFDictionary, nil)
                guard added == errSecDuplicateItem else {
                    if added != errSecSuccess { throw KeychainStatus.error(added, "Writing an item") }
                    // The other kind of residence, if it was kept so before, is another item by identity: only now is it out of date.
                    discard(key, synchronised: !policy.isSynchronised)
                    return
                }
                changes[kSecAttrSynchronizable as String] = nil
                var existing = query(key, synchronised: policy.isSynchronised)
                if let context { existing[kSecUseAuthenticationContext as String] = context }
                let status = SecItemUpdate(existing as CFDictionary, changes as CFDictionary)
                if status != errSecSuccess { throw KeychainStatus.error(status, "Writing an item") }
                discard(key, synchronised: !policy.isSynchronised)
            }
        }

        public func read(_ key: ItemKey, prompt: PresencePrompt?) async throws(VaultError) -> SecretBytes {
            let context = reuse.context(for: prompt)
            do throws(VaultError) {
                // A cancelled task takes its prompt away.
                let value = try await PromptedWork.run(on: queue, context) { [self] () throws(VaultError) -> SecretBytes in
                    var query = query(key, synchronised: nil)
                    query[kSecReturnData as String] = true
                    query[kSecUseAuthenticationContext as String] = context
                    var result: CFTypeRef?
                    let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
                    guard status == errSecSuccess else { throw failure(status, reading: key) }
                    guard var data = result as? Data else { throw VaultError(.corrupted, "The keychain returned no data.") }
                    defer { data.resetBytes(in: 0..<data.count) }
                    do throws(CoreError) { return try SecretBytes(copying: data) } catch {
                        throw VaultError(.storeUnavailable, "No locked memory is left: \(error.reason)", nativeStatus: error.nativeStatus)
                    }
                }
                reuse.keep(context, for: prompt)
                return value
            } catch {
                context.invalidate()
                throw error
            }
        }

        public func contains(_ key: ItemKey) async throws(VaultError) -> Bool {
            try await run { [self] () throws(VaultError) in try attributes(of: key) != nil }
        }

        public func policy(of key: ItemKey) async throws(VaultError) -> AccessPolicy {
            try await run { [self] () throws(VaultError) in
                guard let attributes = try attributes(of: key) else { throw KeychainStatus.error(errSecItemNotFound, "Reading a policy") }
                guard let label = (attributes[kSecAttrGeneric as String] as? Data).flatMap(ItemLabel.init(encoded:)) else {
                    throw VaultError(.corrupted, "The item was not written by this store.")
                }
                return label.policy
            }
        }

        public func keys(in namespace: Namespace) async throws(VaultError) -> [ItemKey] {
            try await run { [self] () throws(VaultError) in
                var query = base()
                query[kSecAttrService as String] = namespace.label
                query[kSecAttrSynchronizable as String] = kSecAttrSynchronizableAny
                var keys: Set<ItemKey> = []
                for attributes in try KeychainMatches.attributes(query, "Listing items") {
                    guard let name = attributes[kSecAttrAccount as String] as? String else { continue }
                    keys.insert(try ItemKey(name, in: namespace))
                }
                return keys.sorted { $0.name < $1.name }
            }
        }

        public func namespaces(ofApp app: String) async throws(VaultError) -> [Namespace] {
            try await run { [self] () throws(VaultError) in
                var query = base()
                query[kSecAttrSynchronizable as String] = kSecAttrSynchronizableAny
                let found = try KeychainMatches.attributes(query, "Listing namespaces")
                let labels = Set(found.compactMap { $0[kSecAttrService as String] as? String })
                return labels.compactMap(Namespace.init(label:)).filter { $0.app == app }
            }
        }

        public func remove(_ key: ItemKey) async throws(VaultError) {
            try await run { [self] () throws(VaultError) in
                let status = SecItemDelete(query(key, synchronised: nil) as CFDictionary)
                if status != errSecSuccess { throw KeychainStatus.error(status, "Removing an item") }
            }
        }

        public func removeAll(in namespace: Namespace) async throws(VaultError) {
            try await run { [self] () throws(VaultError) in
                var query = base()
                query[kSecAttrService as String] = namespace.label
                query[kSecAttrSynchronizable as String] = kSecAttrSynchronizableAny
                let status = SecItemDelete(query as CFDictionary)
                if status != errSecSuccess, status != errSecItemNotFound { throw KeychainStatus.error(status, "Removing all items") }
            }
        }

        private func run<Result: Sendable>(_ body: @escaping @Sendable () throws(VaultError) -> Result) async throws(VaultError) -> Result {
            try await BlockingWork.run(on: queue, body)
        }
    }
#endif
