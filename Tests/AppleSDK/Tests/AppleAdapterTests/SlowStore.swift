import MerlonCore
import MerlonVault

/// Holds one write back until it is told to let it go.
actor SlowStore: SecretStore {
    private let base: KeychainStore
    private var waiter: CheckedContinuation<Void, Never>?
    private var isOpen = false
    var isWaiting: Bool { waiter != nil }

    init(_ base: KeychainStore) { self.base = base }

    func open() {
        isOpen = true
        waiter?.resume()
        waiter = nil
    }

    nonisolated var strictestPolicy: AccessPolicy { base.strictestPolicy }
    nonisolated var maximumValueSize: Int { base.maximumValueSize }
    nonisolated func obstacle(to policy: AccessPolicy) -> String? { base.obstacle(to: policy) }

    func write(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
        if !isOpen { await withCheckedContinuation { waiter = $0 } }
        try await base.write(value, for: key, policy: policy)
    }
    func add(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
        try await base.add(value, for: key, policy: policy)
    }
    func read(_ key: ItemKey, prompt: PresencePrompt?) async throws(VaultError) -> SecretBytes { try await base.read(key, prompt: prompt) }
    func contains(_ key: ItemKey) async throws(VaultError) -> Bool { try await base.contains(key) }
    func policy(of key: ItemKey) async throws(VaultError) -> AccessPolicy { try await base.policy(of: key) }
    func keys(in namespace: Namespace) async throws(VaultError) -> [ItemKey] { try await base.keys(in: namespace) }
    func namespaces(ofApp app: String) async throws(VaultError) -> [Namespace] { try await base.namespaces(ofApp: app) }
    func remove(_ key: ItemKey) async throws(VaultError) { try await base.remove(key) }
    func removeAll(in namespace: Namespace) async throws(VaultError) { try await base.removeAll(in: namespace) }
}
