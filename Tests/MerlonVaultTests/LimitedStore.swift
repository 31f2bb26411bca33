import Foundation
import MerlonCore
import MerlonVault

/// A store that keeps less, or takes longer, than the one it stands before.
struct LimitedStore: SecretStore {
    private let base: MemoryStore
    private let kept: Set<AccessPolicy>?
    private let delay: TimeSpan
    private let forbidsMainThread: Bool
    private let writes: WriteCounter
    private let firstRead: FirstRead
    /// What somebody else does right before an item is added.
    private let beforeAdding: (@Sendable (ItemKey) async -> Void)?
    /// What is thrown when a namespace was removed: a process that ends there.
    private let afterRemovingAll: VaultError?
    let showsEveryItem: Bool

    init(
        _ base: MemoryStore, keeps kept: Set<AccessPolicy>? = nil, delay: TimeSpan = .zero, forbidsMainThread: Bool = false,
        failingWrite: Int? = nil, afterFirstRead: (@Sendable () async -> Void)? = nil, afterRemovingAll: VaultError? = nil,
        showsEveryItem: Bool = true,
        beforeAdding: (@Sendable (ItemKey) async -> Void)? = nil
    ) {
        self.beforeAdding = beforeAdding
        self.showsEveryItem = showsEveryItem
        self.afterRemovingAll = afterRemovingAll
        firstRead = FirstRead(afterFirstRead)
        (self.base, self.kept, self.delay, self.forbidsMainThread) = (base, kept, delay, forbidsMainThread)
        writes = WriteCounter(failing: failingWrite)
    }

    private actor WriteCounter {
        private var count = 0
        private let failing: Int?
        init(failing: Int?) { self.failing = failing }
        func next() throws(VaultError) {
            count += 1
            if count == failing { throw VaultError(.storeUnavailable, "full") }
        }
    }

    /// What happens between the first read and whatever comes next.
    private actor FirstRead {
        private var then: (@Sendable () async -> Void)?
        init(_ then: (@Sendable () async -> Void)?) { self.then = then }
        func take() -> (@Sendable () async -> Void)? {
            defer { then = nil }
            return then
        }
    }

    var strictestPolicy: AccessPolicy { base.strictestPolicy }
    var maximumValueSize: Int { base.maximumValueSize }
    func obstacle(to policy: AccessPolicy) -> String? { kept.map { $0.contains(policy) } ?? true ? nil : "it is not among those kept" }

    private func begin() async throws(VaultError) {
        if forbidsMainThread, isMainThread() { throw VaultError(.storeUnavailable, "A store was called on the main thread.") }
        guard delay > .zero else { return }
        do { try await Task.sleep(nanoseconds: UInt64(delay.nanoseconds)) } catch { throw VaultError(.cancelled, "") }
    }

    private func isMainThread() -> Bool { Thread.isMainThread }

    func write(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
        try await begin()
        try await writes.next()
        try await base.write(value, for: key, policy: policy)
    }
    func add(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
        try await begin()
        await beforeAdding?(key)
        try await writes.next()
        try await base.add(value, for: key, policy: policy)
    }
    func read(_ key: ItemKey, prompt: PresencePrompt?) async throws(VaultError) -> SecretBytes {
        try await begin()
        let value = try await base.read(key, prompt: prompt)
        await firstRead.take()?()
        return value
    }
    func contains(_ key: ItemKey) async throws(VaultError) -> Bool {
        try await begin()
        return try await base.contains(key)
    }
    func policy(of key: ItemKey) async throws(VaultError) -> AccessPolicy {
        try await begin()
        return try await base.policy(of: key)
    }
    func keys(in namespace: Namespace) async throws(VaultError) -> [ItemKey] {
        try await begin()
        return try await base.keys(in: namespace)
    }
    func namespaces(ofApp app: String) async throws(VaultError) -> [Namespace] {
        try await begin()
        return try await base.namespaces(ofApp: app)
    }
    func remove(_ key: ItemKey) async throws(VaultError) {
        try await begin()
        try await base.remove(key)
    }
    func removeAll(in namespace: Namespace) async throws(VaultError) {
        try await begin()
        try await base.removeAll(in: namespace)
        if let afterRemovingAll { throw afterRemovingAll }
    }
}
