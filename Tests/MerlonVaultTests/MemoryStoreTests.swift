import MerlonCore
import MerlonVault
import Testing
import VaultConformance

@Suite struct MemoryStoreTests {
    @Test(arguments: StoreConformance.all) func conformance(_ check: StoreConformance) async throws {
        try await check.run(on: MemoryStore(maximumValueSize: 4096), policy: .thisDevice())
    }

    @Test func lockedIsNotMissing() async throws {
        let store = MemoryStore()
        let key = try ItemKey("token", in: Namespace("com.example.bank", environment: .production))
        try await store.write(SecretBytes(copying: [1]), for: key, policy: .thisDevice(.whenUnlocked))
        await store.setLocked(true)
        await #expect(throws: VaultError(.locked, "")) { _ = try await store.read(key, prompt: nil) }
        #expect(try await store.contains(key))
        await store.setLocked(false)
        #expect(try await store.read(key, prompt: nil).count == 1)
    }

    @Test(arguments: MemoryStore.Operation.allCases) func injectedFaultsAreThrown(_ operation: MemoryStore.Operation) async throws {
        let store = MemoryStore()
        let namespace = try Namespace("com.example.bank", environment: .production)
        let key = try ItemKey("token", in: namespace)
        try await store.write(SecretBytes(copying: [1]), for: key, policy: .thisDevice())
        func run() async throws {
            switch operation {
            case .write: try await store.write(SecretBytes(copying: [2]), for: key, policy: .thisDevice())
            case .add: try await store.add(SecretBytes(copying: [2]), for: key, policy: .thisDevice())
            case .namespaces: _ = try await store.namespaces(ofApp: "com.example.bank")
            case .read: _ = try await store.read(key, prompt: nil)
            case .contains: _ = try await store.contains(key)
            case .policy: _ = try await store.policy(of: key)
            case .keys: _ = try await store.keys(in: namespace)
            case .remove: try await store.remove(key)
            case .removeAll: try await store.removeAll(in: namespace)
            }
        }
        for code in [VaultError.Code.storeUnavailable, .locked, .userCancelled] {
            await store.fail(operation, with: VaultError(code, ""))
            await #expect(throws: VaultError(code, "")) { try await run() }
        }
        await store.fail(operation, with: nil)
        // Slow: longer than any test runs, and cut off by cancellation.
        await store.delay(operation, by: .hours(1))
        let task = Task { try await run() }
        task.cancel()
        await #expect(throws: VaultError(.cancelled, "")) { try await task.value }
        await store.delay(operation, by: .zero)
        #expect(try await store.read(key, prompt: nil).count == 1, "nothing was done")
        if operation != .add { try await run() }
    }
}
