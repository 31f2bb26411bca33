import MerlonCore
import MerlonCrypto
import MerlonVault
import Testing
import VaultConformance

@Suite struct HardwareKeyTests {
    /// Hardware that keeps keys by number.
    final class Token: @unchecked Sendable {
        private let lock = Lock()
        private var keys: [UInt8: SoftwareSigningKey] = [:]
        private var next: UInt8 = 0
        var isAbsent = false
        var count: Int { lock.withLock { keys.count } }

        var maker: HardwareKeyMaker<SoftwareSigningKey> {
            HardwareKeyMaker(
                kind: "test.signing",
                make: { [self] () throws(CryptoError) in
                    if isAbsent { throw CryptoError(.hardwareUnavailable, "The token is not there.") }
                    let key = try SoftwareSigningKey.generate(.ed25519)
                    return lock.withLock {
                        next += 1
                        keys[next] = key
                        return [next]
                    }
                },
                open: { [self] handle throws(CryptoError) in
                    guard !isAbsent, let key = lock.withLock({ keys[handle[0]] }) else {
                        throw CryptoError(.hardwareUnavailable, "There is no such key.")
                    }
                    return key
                }, discard: { [self] handle in lock.withLock { _ = keys.removeValue(forKey: handle[0]) } })
        }
    }

    @Test func hardwareKeysAreMadeOnceAndFoundAgain() async throws {
        let (store, token) = (MemoryStore(), Token())
        let vault = try Vault(namespace: .init("com.example.bank", environment: .production), store: store)
        #expect(await code { _ = try await vault.hardwareKey("device", from: token.maker) } == .notFound)
        let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<12 {
                group.addTask {
                    try await vault.hardwareKey("device", from: token.maker, create: .once).verifyingKey.subjectPublicKeyInfo
                }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(keys.count == 1)
        #expect(token.count == 1, "keys of those who came too late are discarded")
        // A relaunch: another vault over the same store.
        let later = try Vault(namespace: vault.namespace, store: store)
        let key = try await later.hardwareKey("device", from: token.maker)
        #expect(keys.contains(key.verifyingKey.subjectPublicKeyInfo))
        #expect(await code { _ = try await vault.key("device") } == .wrongKind)
        #expect(await code { _ = try await vault.read("device") } == .wrongKind)
        token.isAbsent = true
        #expect(await code { _ = try await vault.hardwareKey("device", from: token.maker, create: .once) } == .storeUnavailable)
        #expect(await code { _ = try await vault.hardwareKey("other", from: token.maker, create: .once) } == .storeUnavailable)
        #expect(try await vault.list() == ["device"])
    }

    // MARK: A store under a wrapped master key

    static func wrapping() throws -> SoftwareWrappingKey { SoftwareWrappingKey(try SealingKey.generate()) }

    @Test(arguments: StoreConformance.all) func conformanceOfSealingStores(_ check: StoreConformance) async throws {
        let store = try await SealingStore.over(MemoryStore(maximumValueSize: 4096), masterKey: Self.wrapping(), app: "com.example.bank")
        try await check.run(on: store, policy: .thisDevice())
    }

    @Test func whatTheStoreBelowHoldsIsCiphertext() async throws {
        let (base, wrapping) = (MemoryStore(), try Self.wrapping())
        let namespace = try Namespace("com.example.bank", environment: .production)
        let (a, b) = (try ItemKey("a", in: namespace), try ItemKey("b", in: namespace))
        let store = try await SealingStore.over(base, masterKey: wrapping, app: "com.example.bank")
        try await store.write(secret("token"), for: a, policy: .thisDevice())
        let kept = try await base.read(a, prompt: nil)
        #expect(kept.count == 55)
        #expect(try await store.read(a, prompt: nil) == secret("token"))
        // Moved to another name, or changed: corrupted, never another value.
        try await base.write(kept, for: b, policy: .thisDevice())
        #expect(await code { _ = try await store.read(b, prompt: nil) } == .corrupted)
        try await base.write(secret("token"), for: a, policy: .thisDevice())
        #expect(await code { _ = try await store.read(a, prompt: nil) } == .corrupted)
        try await base.write(kept, for: a, policy: .thisDevice())
        // Again after a relaunch; a wipe of the app leaves the master key; another hardware key opens nothing.
        let again = try await SealingStore.over(base, masterKey: wrapping, app: "com.example.bank")
        #expect(try await again.read(a, prompt: nil) == secret("token"))
        try await Vault(namespace: namespace, store: again).wipe(scope: .app)
        try await again.write(secret("new"), for: a, policy: .thisDevice())
        #expect(try await SealingStore.over(base, masterKey: wrapping, app: "com.example.bank").read(a, prompt: nil) == secret("new"))
        #expect(
            await code { _ = try await SealingStore.over(base, masterKey: Self.wrapping(), app: "com.example.bank") } == .corrupted)
        #expect(await code { try await store.write(secret("x"), for: a, policy: .synchronised()) } == .unsupportedPolicy)
    }

    @Test func oneMasterKeyForAll() async throws {
        let (base, wrapping) = (MemoryStore(), try Self.wrapping())
        let stores = try await withThrowingTaskGroup(of: SealingStore<MemoryStore>.self) { group in
            for _ in 0..<8 { group.addTask { try await SealingStore.over(base, masterKey: wrapping, app: "app") } }
            return try await group.reduce(into: [SealingStore<MemoryStore>]()) { $0.append($1) }
        }
        let key = try ItemKey("a", in: Namespace("app", environment: .production))
        try await stores[0].write(secret("x"), for: key, policy: .thisDevice())
        for store in stores { #expect(try await store.read(key, prompt: nil) == secret("x")) }
    }
}
