import MerlonCore
import MerlonVault
import Testing

@testable import MerlonAuth

/// The second way to the same key, on a store that answers as the platform's does. Tests/AppleSDK has the same on the stand-ins.
struct AppLockBiometryTests {
    private static let prompt = PresencePrompt(reason: "Unlock")

    private static func enabled() async throws -> (LockBench, MemoryStore, SecretBytes) {
        let store = MemoryStore()
        let bench = try LockBench(store)
        let lock = try bench.lock()
        let key = try await lock.setUp(pin: AppLockPIN(new: LockBench.pin)).key
        await #expect(throws: AuthError(.biometryUnavailable, "")) { try await lock.unlock(biometry: prompt) }
        try await lock.enableBiometry()
        return (bench, store, key)
    }

    @Test func biometryGivesTheSameKey() async throws {
        let (bench, _, key) = try await Self.enabled()
        let opening = try await bench.lock().unlock(biometry: Self.prompt)
        #expect(opening.key == key && opening.way == .biometry)
        #expect(try await bench.lock().status().hasBiometry)
        let item = try ItemKey("applock.main.biometry", in: bench.vault.namespace)
        #expect(try await bench.store.policy(of: item) == .thisDevice(.whenPasscodeSet, presence: .biometryOfCurrentSet))
        try await bench.lock().disableBiometry()
        await #expect(throws: AuthError(.biometryUnavailable, "")) { try await bench.lock().unlock(biometry: Self.prompt) }
        #expect(try await !bench.store.contains(item))
    }

    @Test func onlyAnOpenLockEnablesIt() async throws {
        let bench = try LockBench()
        _ = try await bench.lock().setUp(pin: AppLockPIN(new: LockBench.pin))
        await #expect(throws: AuthError(.appLocked, "")) { try await bench.lock().enableBiometry() }
    }

    @Test(arguments: [
        (VaultError.Code.biometryChanged, AuthError.Code.biometryChanged), (.userCancelled, .userCancelled),
        (.authenticationFailed, .authenticationFailed), (.locked, .storeLocked), (.notFound, .notFound),
    ])
    func whateverComesOfItThePINOpens(theirs: VaultError.Code, ours: AuthError.Code) async throws {
        let (bench, store, key) = try await Self.enabled()
        let lock = try bench.lock()
        // The first read is the record's.
        await store.fail(.read, with: nil)
        let failing = FailingItemStore(inner: store, name: "applock.main.biometry", error: VaultError(theirs, "planted"))
        let other = try LockBench(failing, clocks: bench.clocks)
        await #expect(throws: AuthError(ours, "")) { try await other.lock().unlock(biometry: Self.prompt) }
        // Nothing was deleted because it could not be read.
        #expect(try await store.contains(ItemKey("applock.main.biometry", in: bench.vault.namespace)))
        #expect(try await lock.unlock(pin: AppLockPIN(LockBench.pin)).key == key)
        // Switched on anew, it opens again.
        try await lock.enableBiometry()
        #expect(try await bench.lock().unlock(biometry: Self.prompt).key == key)
    }

    @Test func aDuressPINThatWipesTakesBiometryAway() async throws {
        var bench = try LockBench()
        bench.policy = LockBench.policy(duressWipes: true)
        let lock = try bench.lock()
        _ = try await lock.setUp(pin: AppLockPIN(new: LockBench.pin))
        try await lock.enableBiometry()
        try await lock.setDuressPIN(AppLockPIN(new: "551177"), pin: AppLockPIN(LockBench.pin))
        _ = try await bench.lock().unlock(pin: AppLockPIN("551177"))
        await #expect(throws: AuthError(.biometryUnavailable, "")) { try await bench.lock().unlock(biometry: Self.prompt) }
        #expect(try await !bench.store.contains(ItemKey("applock.main.biometry", in: bench.vault.namespace)))
    }

    /// What other modules learn: an answer, and no key.
    @Test func theDoorAnswersForEachCase() async throws {
        let (bench, _, _) = try await Self.enabled()
        func door(_ pin: String?, _ bench: LockBench) throws -> AppLockDoor {
            AppLockDoor(lock: try bench.lock(), clock: bench.clocks) { _ in pin.flatMap { try? AppLockPIN($0) } }
        }
        #expect(await (try door(nil, bench)).ask(reason: "x") == .confirmed)
        try await bench.lock().disableBiometry()
        #expect(await (try door(nil, bench)).ask(reason: "x") == .cancelled)
        #expect(await (try door(LockBench.pin, bench)).ask(reason: "x") == .confirmed)
        for _ in 0..<3 { #expect(await (try door(LockBench.wrong, bench)).ask(reason: "x") == .refused) }
        #expect(await (try door(LockBench.pin, bench)).ask(reason: "x") == .delayed(until: bench.clocks.wallTime + .seconds(30)))
        let empty = try LockBench()
        guard case .unavailable = await (try door(LockBench.pin, empty)).ask(reason: "x") else {
            Issue.record("a lock that is not set up answers")
            return
        }
    }
}

/// A store of which one item cannot be read.
struct FailingItemStore: SecretStore {
    let inner: MemoryStore
    let name: String
    let error: VaultError

    var strictestPolicy: AccessPolicy { inner.strictestPolicy }
    var maximumValueSize: Int { inner.maximumValueSize }
    func obstacle(to policy: AccessPolicy) -> String? { nil }
    func write(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
        try await inner.write(value, for: key, policy: policy)
    }
    func add(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
        try await inner.add(value, for: key, policy: policy)
    }
    func read(_ key: ItemKey, prompt: PresencePrompt?) async throws(VaultError) -> SecretBytes {
        if key.name == name { throw error }
        return try await inner.read(key, prompt: prompt)
    }
    func contains(_ key: ItemKey) async throws(VaultError) -> Bool { try await inner.contains(key) }
    func policy(of key: ItemKey) async throws(VaultError) -> AccessPolicy { try await inner.policy(of: key) }
    func keys(in namespace: Namespace) async throws(VaultError) -> [ItemKey] { try await inner.keys(in: namespace) }
    func namespaces(ofApp app: String) async throws(VaultError) -> [Namespace] { try await inner.namespaces(ofApp: app) }
    func remove(_ key: ItemKey) async throws(VaultError) { try await inner.remove(key) }
    func removeAll(in namespace: Namespace) async throws(VaultError) { try await inner.removeAll(in: namespace) }
}
