import MerlonCore
import MerlonCrypto
import MerlonVault

@testable import MerlonAuth

/// A lock over a store that a test can hold on to, with clocks that it sets.
struct LockBench {
    /// Both clocks and the name of the start.
    final class Clocks: TimeSource, @unchecked Sendable {
        private let lock = Lock()
        private var wall = WallTime(seconds: 1_800_000_000)
        private var monotonic = MonotonicTime(nanoseconds: 500_000_000_000)
        private var start = 1
        private let namesStarts: Bool

        init(namesStarts: Bool = true) { self.namesStarts = namesStarts }

        var wallTime: WallTime { lock.withLock { wall } }
        var monotonicTime: MonotonicTime { lock.withLock { monotonic } }
        var boot: String? { lock.withLock { namesStarts ? "start-\(start)" : nil } }

        func advance(_ span: TimeSpan) {
            lock.withLock {
                wall = wall + span
                monotonic = monotonic + span
            }
        }

        func setWall(_ seconds: Int64) { lock.withLock { wall = WallTime(seconds: seconds) } }

        /// The device starts anew: the clock that nobody can set begins at a few seconds.
        func restart() {
            lock.withLock {
                start += 1
                monotonic = MonotonicTime(nanoseconds: 3_000_000_000)
            }
        }
    }

    /// Cheap, since tests hash a lot: under the floor that the public initializer keeps.
    static func policy(
        freeAttempts: Int = 3, wipesAfter: Int? = nil, duressWipes: Bool = false, grace: TimeSpan = .zero
    ) -> AppLockPolicy {
        AppLockPolicy(
            freeAttempts: freeAttempts, delays: .seconds(30), .hours(1), wipesAfter: wipesAfter, duressWipes: duressWipes, grace: grace,
            cost: .argon2id(memoryKiB: 64, passes: 1))
    }

    let store: any SecretStore
    let clocks: Clocks
    let vault: Vault
    var wrappingKey: (any WrappingKey)?
    var policy = Self.policy()

    init(_ store: any SecretStore = MemoryStore(), clocks: Clocks = Clocks(), policy: AppLockPolicy = Self.policy()) throws {
        self.store = store
        self.clocks = clocks
        self.policy = policy
        vault = try Self.vault(store)
    }

    static func vault(_ store: some SecretStore) throws -> Vault {
        try Vault(namespace: Namespace("com.example.lock", environment: .development), store: store)
    }

    /// A lock as a new process makes it.
    func lock() throws(AuthError) -> AppLock {
        let clocks = clocks
        return try AppLock(
            vault: vault, policy: policy, wrappingKey: wrappingKey, clock: AppLockClock(time: clocks, boot: { clocks.boot }))
    }

    static let pin = "270461"
    static let wrong = "999990"

    /// The code of what unlocking throws; `nil` when it opens.
    func outcome(_ pin: String, _ lock: AppLock? = nil) async -> AuthError.Code? {
        do throws(AuthError) {
            let lock = if let lock { lock } else { try self.lock() }
            _ = try await lock.unlock(pin: AppLockPIN(pin))
            return nil
        } catch { return error.code }
    }
}

/// Wraps under a key of this process, and counts.
final class CountingWrappingKey: WrappingKey, @unchecked Sendable {
    private let key: SealingKey
    private let lock = Lock()
    private var count = 0
    let attributes = KeyAttributes.software

    init() throws { key = try SealingKey.generate() }

    var unwraps: Int { lock.withLock { count } }

    func wrap(_ material: SecretBytes, context: SealingContext) throws(CryptoError) -> [UInt8] { try key.seal(material, context: context) }

    func unwrap(_ wrapped: [UInt8], context: SealingContext) throws(CryptoError) -> SecretBytes {
        lock.withLock { count += 1 }
        return try key.openSecret(wrapped, context: context)
    }
}

/// A store whose process can be killed: from then on no call comes back, and none has an effect.
actor KillableStore: SecretStore {
    enum Moment: Sendable { case before, after }

    let inner = MemoryStore()
    private var writesLeft: Int?
    private var moment = Moment.after
    private var isDead = false
    private var onKill: (@Sendable () -> Void)?
    nonisolated let strictestPolicy: AccessPolicy
    nonisolated let maximumValueSize: Int

    init() {
        strictestPolicy = inner.strictestPolicy
        maximumValueSize = inner.maximumValueSize
    }

    /// Kills at the write after so many more, before or after it has taken effect.
    func kill(afterWrites count: Int, _ moment: Moment, _ onKill: @escaping @Sendable () -> Void) {
        (writesLeft, self.moment, self.onKill) = (count, moment, onKill)
    }

    /// A new process.
    func revive() { (writesLeft, isDead, onKill) = (nil, false, nil) }

    private func die() async {
        isDead = true
        onKill?()
        // For ever: the process is gone.
        unsafe await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    nonisolated func obstacle(to policy: AccessPolicy) -> String? { nil }

    func write(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
        if isDead { await die() }
        if let left = writesLeft {
            if left == 0, moment == .before { await die() }
            try await inner.write(value, for: key, policy: policy)
            if left == 0 { await die() }
            writesLeft = left - 1
        } else {
            try await inner.write(value, for: key, policy: policy)
        }
    }

    func add(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
        try await inner.add(value, for: key, policy: policy)
    }
    func read(_ key: ItemKey, prompt: PresencePrompt?) async throws(VaultError) -> SecretBytes { try await inner.read(key, prompt: prompt) }
    func contains(_ key: ItemKey) async throws(VaultError) -> Bool { try await inner.contains(key) }
    func policy(of key: ItemKey) async throws(VaultError) -> AccessPolicy { try await inner.policy(of: key) }
    func keys(in namespace: Namespace) async throws(VaultError) -> [ItemKey] { try await inner.keys(in: namespace) }
    func namespaces(ofApp app: String) async throws(VaultError) -> [Namespace] { try await inner.namespaces(ofApp: app) }
    func remove(_ key: ItemKey) async throws(VaultError) { try await inner.remove(key) }
    func removeAll(in namespace: Namespace) async throws(VaultError) { try await inner.removeAll(in: namespace) }
}
