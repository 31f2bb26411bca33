public import MerlonCore
public import MerlonCrypto

/// A store whose values are encrypted once more, under a master key that a hardware key wraps: a keychain that is dumped holds ciphertext.
///
/// ```swift
/// let store = try await SealingStore.over(KeychainStore(), masterKey: enclaveWrappingKey, app: "com.example.bank")
/// ```
/// The master key is made at first use, race-free, and stands wrapped in the store below, in a namespace of its own that no wipe of the app's items
/// takes. Each value is bound to its namespace and name. Names, policies and lengths are the store's below. Without the hardware, every value is lost:
/// keep here what can be had again, such as tokens.
public struct SealingStore<Base: SecretStore>: SecretStore {
    private let base: Base
    private let key: SealingKey

    /// Opens it, asking the hardware for the master key once.
    ///
    /// Throws `corrupted` when the hardware key is not the one that wrapped the master key, as on another device.
    public static func over(_ base: Base, masterKey wrapping: some WrappingKey, app: String) async throws(VaultError) -> SealingStore {
        let place = try ItemKey(app, in: Namespace("merlon.master-keys", environment: .production))
        do throws(VaultError) {
            return SealingStore(base: base, key: try await unwrapped(try await base.read(place, prompt: nil), wrapping, app))
        } catch  where error.code == .notFound {
            let policies: [AccessPolicy] = [.thisDevice(.afterFirstUnlock), .thisDevice(.whenUnlocked)]
            guard let policy = policies.first(where: { base.obstacle(to: $0) == nil }) else {
                throw VaultError(.unsupportedPolicy, "The store can keep nothing on this device alone.")
            }
            let wrapped = try await BlockingWork.run { () throws(VaultError) in
                try reportingCrypto { () throws(CryptoError) in
                    let master = try translatingCoreErrors { () throws(CoreError) in try SystemEntropy().secret(count: 32) }
                    return try wrapping.wrap(master, context: context(app))
                }
            }
            do throws(VaultError) {
                let record = try reportingCore { () throws(CoreError) in try SecretBytes(copying: wrapped) }
                try await base.add(record, for: place, policy: policy)
            } catch  where error.code == .duplicate {}
            return SealingStore(base: base, key: try await unwrapped(try await base.read(place, prompt: nil), wrapping, app))
        }
    }

    private static func context(_ app: String) -> SealingContext { SealingContext("merlon.sealing-store.master-key", app) }

    private static func unwrapped(_ record: SecretBytes, _ wrapping: some WrappingKey, _ app: String) async throws(VaultError) -> SealingKey
    {
        try await BlockingWork.run { () throws(VaultError) in
            let wrapped = unsafe record.withUnsafeBytes { unsafe Array($0) }
            return try opening("The master key") { () throws(CryptoError) in
                let master = try wrapping.unwrap(wrapped, context: context(app))
                return try DerivationKey(material: master).sealingKey("merlon.sealing-store.values")
            }
        }
    }

    private init(base: Base, key: SealingKey) {
        self.base = base
        self.key = key
    }

    private func context(_ key: ItemKey) -> SealingContext { SealingContext("merlon.sealing-store", key.namespace.label, key.name) }

    private func sealed(_ value: SecretBytes, _ place: ItemKey) throws(VaultError) -> SecretBytes {
        guard value.count <= maximumValueSize else { throw VaultError(.tooLarge, "A value has at most \(maximumValueSize) bytes here.") }
        let sealed = try reportingCrypto { () throws(CryptoError) in try key.seal(value, context: context(place)) }
        return try reportingCore { () throws(CoreError) in try SecretBytes(copying: sealed) }
    }

    // MARK: SecretStore

    public var strictestPolicy: AccessPolicy { base.strictestPolicy }
    public var maximumValueSize: Int { base.maximumValueSize - SealingKey.overhead(of: .aes256GCM) }
    public var defaultFolder: String? { base.defaultFolder }
    public var showsEveryItem: Bool { base.showsEveryItem }
    public func obstacle(to policy: AccessPolicy) -> String? {
        policy.isSynchronised ? "its key stays on this device" : base.obstacle(to: policy)
    }

    public func write(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
        try check(policy)
        try await base.write(try sealed(value, key), for: key, policy: policy)
    }

    public func add(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
        try check(policy)
        try await base.add(try sealed(value, key), for: key, policy: policy)
    }

    public func write(
        _ value: SecretBytes, for key: ItemKey, availability: AccessPolicy.Availability, applicationPassword: SecretBytes
    ) async throws(VaultError) {
        try await base.write(try sealed(value, key), for: key, availability: availability, applicationPassword: applicationPassword)
    }

    public func read(_ key: ItemKey, prompt: PresencePrompt?) async throws(VaultError) -> SecretBytes {
        let record = try await base.read(key, prompt: prompt)
        let sealed = unsafe record.withUnsafeBytes { unsafe Array($0) }
        return try opening("The item") { () throws(CryptoError) in try self.key.openSecret(sealed, context: context(key)) }
    }

    public func contains(_ key: ItemKey) async throws(VaultError) -> Bool { try await base.contains(key) }
    public func policy(of key: ItemKey) async throws(VaultError) -> AccessPolicy { try await base.policy(of: key) }
    public func keys(in namespace: Namespace) async throws(VaultError) -> [ItemKey] { try await base.keys(in: namespace) }
    public func namespaces(ofApp app: String) async throws(VaultError) -> [Namespace] { try await base.namespaces(ofApp: app) }
    public func remove(_ key: ItemKey) async throws(VaultError) { try await base.remove(key) }
    public func removeAll(in namespace: Namespace) async throws(VaultError) { try await base.removeAll(in: namespace) }

    private func check(_ policy: AccessPolicy) throws(VaultError) {
        if policy.isSynchronised { throw VaultError(.unsupportedPolicy, "The master key stays on this device.") }
    }
}
