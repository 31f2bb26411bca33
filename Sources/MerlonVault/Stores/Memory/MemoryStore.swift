public import MerlonCore

/// Keeps items in this process's memory, for tests and previews. Takes every policy, and answers as a device does in the state it is told.
///
/// ```swift
/// await store.setLocked(true)                                                    // a locked device
/// await store.fail(.read, with: VaultError(.userCancelled, "The person said no."))
/// await store.fail(.write, with: VaultError(.storeUnavailable, "The disk is full."))
/// await store.delay(.read, by: .seconds(5))                                       // a slow one, for deadlines and cancellation
/// ```
public actor MemoryStore: SecretStore {
    /// What the next calls fail with, by operation.
    public enum Operation: String, CaseIterable, Sendable { case write, add, read, contains, policy, keys, namespaces, remove, removeAll }

    private struct Item {
        var value: SecretBytes
        var policy: AccessPolicy
        var applicationPassword: SecretBytes?
    }

    private var items: [ItemKey: Item] = [:]
    private var faults: [Operation: VaultError] = [:]
    private var delays: [Operation: TimeSpan] = [:]
    private var isLocked = false

    public nonisolated let strictestPolicy = AccessPolicy.thisDevice(.whenPasscodeSet, presence: .biometryOfCurrentSet)
    public nonisolated let maximumValueSize: Int

    /// Makes an empty store.
    public init(maximumValueSize: Int = 1 << 20) { self.maximumValueSize = maximumValueSize }

    /// Makes every call of the operation fail until it is given `nil`.
    public func fail(_ operation: Operation, with error: VaultError?) { faults[operation] = error }

    /// Makes every call of the operation take so long; it ends early with ``VaultError/Code/cancelled`` when its task is cancelled. Zero for no delay.
    public func delay(_ operation: Operation, by span: TimeSpan) { delays[operation] = span }

    /// Locks and unlocks the pretended device: locked items throw ``VaultError/Code/locked``.
    public func setLocked(_ locked: Bool) { isLocked = locked }

    public nonisolated func obstacle(to policy: AccessPolicy) -> String? { nil }

    public func write(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
        try await check(.write)
        try put(Item(value: value, policy: policy), for: key)
    }

    public func write(
        _ value: SecretBytes, for key: ItemKey, availability: AccessPolicy.Availability, applicationPassword: SecretBytes
    ) async throws(VaultError) {
        try await check(.write)
        let policy = AccessPolicy.thisDevice(availability, presence: .applicationPassword)
        try put(Item(value: value, policy: policy, applicationPassword: applicationPassword), for: key)
    }

    public func add(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
        try await check(.add)
        guard items[key] == nil else { throw VaultError(.duplicate, "There is such an item already.") }
        try put(Item(value: value, policy: policy), for: key)
    }

    private func put(_ item: Item, for key: ItemKey) throws(VaultError) {
        guard item.value.count <= maximumValueSize else {
            throw VaultError(.tooLarge, "A value has at most \(maximumValueSize) bytes here.")
        }
        if isLocked, item.policy.availability != .afterFirstUnlock { throw VaultError(.locked, "The device is locked.") }
        if item.policy.presence == .applicationPassword, item.applicationPassword == nil {
            throw VaultError(.unsupportedPolicy, "An item under an application password is written with one.")
        }
        items[key] = item
    }

    public func read(_ key: ItemKey, prompt: PresencePrompt?) async throws(VaultError) -> SecretBytes {
        try await check(.read)
        guard let item = items[key] else { throw Self.notFound }
        if isLocked, item.policy.availability != .afterFirstUnlock { throw VaultError(.locked, "The device is locked.") }
        if item.policy.presence != .none, prompt == nil {
            throw VaultError(.authenticationFailed, "The item asks for a person, and no prompt was given.")
        }
        if item.policy.presence == .applicationPassword, item.applicationPassword != prompt?.applicationPassword {
            throw VaultError(.authenticationFailed, "The application password is not the right one.")
        }
        return item.value
    }

    public func contains(_ key: ItemKey) async throws(VaultError) -> Bool {
        try await check(.contains)
        return items[key] != nil
    }

    public func policy(of key: ItemKey) async throws(VaultError) -> AccessPolicy {
        try await check(.policy)
        guard let item = items[key] else { throw Self.notFound }
        return item.policy
    }

    public func keys(in namespace: Namespace) async throws(VaultError) -> [ItemKey] {
        try await check(.keys)
        return items.keys.filter { $0.namespace == namespace }.sorted { $0.name < $1.name }
    }

    public func namespaces(ofApp app: String) async throws(VaultError) -> [Namespace] {
        try await check(.namespaces)
        return Array(Set(items.keys.map(\.namespace).filter { $0.app == app }))
    }

    public func remove(_ key: ItemKey) async throws(VaultError) {
        try await check(.remove)
        guard items.removeValue(forKey: key) != nil else { throw Self.notFound }
    }

    public func removeAll(in namespace: Namespace) async throws(VaultError) {
        try await check(.removeAll)
        items = items.filter { $0.key.namespace != namespace }
    }

    private static let notFound = VaultError(.notFound, "There is no such item.")

    private func check(_ operation: Operation) async throws(VaultError) {
        if let delay = delays[operation], delay > .zero {
            do { try await Task.sleep(nanoseconds: UInt64(delay.nanoseconds)) } catch { throw Deadline.cancelled }
        }
        if let fault = faults[operation] { throw fault }
    }
}
