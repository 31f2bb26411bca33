public import MerlonCore

/// Keeps items in this process's memory, for tests and previews. Takes every policy, and answers as a device does in the state it is told.
public actor MemoryStore: SecretStore {
    /// What the next calls fail with, by operation.
    public enum Operation: String, CaseIterable, Sendable { case write, read, contains, policy, keys, remove, removeAll }

    private struct Item {
        var value: SecretBytes
        var policy: AccessPolicy
    }

    private var items: [ItemKey: Item] = [:]
    private var faults: [Operation: VaultError] = [:]
    private var isLocked = false

    public nonisolated let strictestPolicy = AccessPolicy.thisDevice(.whenPasscodeSet, presence: .biometryOfCurrentSet)
    public nonisolated let maximumValueSize: Int

    /// Makes an empty store.
    public init(maximumValueSize: Int = 1 << 20) { self.maximumValueSize = maximumValueSize }

    /// Makes every call of the operation fail until it is given `nil`.
    public func fail(_ operation: Operation, with error: VaultError?) { faults[operation] = error }

    /// Locks and unlocks the pretended device: locked items throw ``VaultError/Code/locked``.
    public func setLocked(_ locked: Bool) { isLocked = locked }

    public nonisolated func obstacle(to policy: AccessPolicy) -> String? { nil }

    public func write(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) throws(VaultError) {
        try check(.write)
        guard value.count <= maximumValueSize else { throw VaultError(.tooLarge, "A value has at most \(maximumValueSize) bytes here.") }
        if isLocked, policy.availability != .afterFirstUnlock { throw VaultError(.locked, "The device is locked.") }
        items[key] = Item(value: value, policy: policy)
    }

    public func read(_ key: ItemKey, prompt: PresencePrompt?) throws(VaultError) -> SecretBytes {
        try check(.read)
        guard let item = items[key] else { throw Self.notFound }
        if isLocked, item.policy.availability != .afterFirstUnlock { throw VaultError(.locked, "The device is locked.") }
        if item.policy.presence != .none, prompt == nil {
            throw VaultError(.authenticationFailed, "The item asks for a person, and no prompt was given.")
        }
        return item.value
    }

    public func contains(_ key: ItemKey) throws(VaultError) -> Bool {
        try check(.contains)
        return items[key] != nil
    }

    public func policy(of key: ItemKey) throws(VaultError) -> AccessPolicy {
        try check(.policy)
        guard let item = items[key] else { throw Self.notFound }
        return item.policy
    }

    public func keys(in namespace: Namespace) throws(VaultError) -> [ItemKey] {
        try check(.keys)
        return items.keys.filter { $0.namespace == namespace }.sorted { $0.name < $1.name }
    }

    public func remove(_ key: ItemKey) throws(VaultError) {
        try check(.remove)
        guard items.removeValue(forKey: key) != nil else { throw Self.notFound }
    }

    public func removeAll(in namespace: Namespace) throws(VaultError) {
        try check(.removeAll)
        items = items.filter { $0.key.namespace != namespace }
    }

    private static let notFound = VaultError(.notFound, "There is no such item.")

    private func check(_ operation: Operation) throws(VaultError) {
        if let fault = faults[operation] { throw fault }
    }
}
