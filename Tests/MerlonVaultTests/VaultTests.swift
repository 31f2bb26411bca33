import MerlonCore
import MerlonCrypto
import MerlonVault
import Testing

@Suite struct VaultTests {
    let store = MemoryStore()
    let vault: Vault

    init() throws { vault = try Vault(namespace: .init("com.example.bank", environment: .production, user: "zoe"), store: store) }

    struct Login: Sealable, Equatable {
        var user: String
        var token: SecretBytes
        init(user: String, token: SecretBytes) { (self.user, self.token) = (user, token) }
        func encode(to encoder: inout SealedEncoder) throws(CoreError) {
            try encoder.encode(user)
            try encoder.encode(token)
        }
        init(from decoder: inout SealedDecoder) throws(CoreError) {
            user = try decoder.string()
            token = try decoder.secret()
        }
    }
    struct Card: Codable, Equatable, Sendable { var number: String, year: Int }

    @Test func whatWasStoredIsRead() async throws {
        try await vault.store(secret("token"), for: "session", policy: .default)
        try await vault.store(Login(user: "zoe", token: secret("t")), for: "login")
        try await vault.store(encoding: Card(number: "4111", year: 2030), for: "card")
        try await vault.store(encoding: [1, 2, 3], for: "list")
        #expect(try await vault.read("session") == secret("token"))
        #expect(try await vault.read("login", as: Login.self) == Login(user: "zoe", token: secret("t")))
        #expect(try await vault.read("card", decoding: Card.self) == Card(number: "4111", year: 2030))
        #expect(try await vault.read("list", decoding: [Int].self) == [1, 2, 3])
        #expect(try await vault.list() == ["card", "list", "login", "session"])
        #expect(try await vault.contains("card"))
        #expect(try await !vault.contains("other"))
        try await vault.remove("card")
        #expect(try await !vault.contains("card"))
    }

    @Test func eachKindIsReadAsItselfAlone() async throws {
        try await vault.store(secret("x"), for: "bytes")
        try await vault.store(Login(user: "zoe", token: secret("t")), for: "sealable")
        try await vault.store(encoding: 5, for: "json")
        let _: SealingKey = try await vault.key("sealing", create: .once)
        let _: DerivationKey = try await vault.key("derivation", create: .once)
        for name in ["bytes", "sealable", "json", "sealing", "derivation"] {
            if name != "bytes" { #expect(await code { _ = try await vault.read(name) } == .wrongKind, "\(name)") }
            if name != "sealable" { #expect(await code { _ = try await vault.read(name, as: Login.self) } == .wrongKind, "\(name)") }
            if name != "json" { #expect(await code { _ = try await vault.read(name, decoding: Int.self) } == .wrongKind, "\(name)") }
            if name != "sealing" {
                #expect(await code { _ = try await vault.key(name) } == .wrongKind, "\(name)")
                #expect(await code { _ = try await vault.key(name, create: .once) } == .wrongKind, "an item is not replaced by a key")
            }
            #expect(await code { _ = try await vault.key(name, as: KeySet.self) } == .wrongKind, "\(name)")
        }
        #expect(await code { _ = try await vault.read("json", decoding: String.self) } == .wrongKind)
    }

    @Test(arguments: ["", "merlon.large-values", "merlon.x", "a\u{0}"]) func namesAreChecked(_ name: String) async throws {
        #expect(await code { try await vault.store(secret("x"), for: name) } == .invalidArgument)
        #expect(await code { _ = try await vault.read(name) } == .invalidArgument)
        #expect(await code { _ = try await vault.key(name, create: .once) } == .invalidArgument)
        #expect(await code { try await vault.remove(name) } == .invalidArgument)
    }

    @Test func lockedIsNotMissingAndNothingIsLost() async throws {
        try await vault.store(secret("x"), for: "item")
        let key = try await vault.key("key", create: .once)
        await store.setLocked(true)
        #expect(await code { _ = try await vault.read("item") } == .locked)
        #expect(await code { _ = try await vault.key("key", create: .once) } == .locked, "a locked key is not made anew")
        #expect(try await vault.contains("item"))
        #expect(try await vault.list() == ["item", "key"])
        await store.setLocked(false)
        #expect(try await vault.read("item") == secret("x"))
        #expect(try await vault.key("key").id == key.id)
    }

    @Test func theDefaultPolicyIsThisDeviceWhileUnlocked() async throws {
        try await vault.store(secret("x"), for: "item")
        #expect(try await vault.policy(of: "item") == .thisDevice(.whenUnlocked))
        let limited = LimitedStore(store, keeps: [.thisDevice(.afterFirstUnlock), .synchronised()])
        let other = try Vault(namespace: vault.namespace, store: limited)
        try await other.store(secret("x"), for: "other")
        #expect(try await other.policy(of: "other") == .thisDevice(.afterFirstUnlock))
        #expect(await code { try await other.store(secret("x"), for: "other", policy: .thisDevice()) } == .unsupportedPolicy)
        let syncing = try Vault(namespace: vault.namespace, store: LimitedStore(store, keeps: [.synchronised()]))
        #expect(
            await code { try await syncing.store(secret("x"), for: "third") } == .unsupportedPolicy, "the default never leaves the device")
    }

    @Test func policyChangesInPlace() async throws {
        try await vault.store(secret("x"), for: "item")
        try await vault.setPolicy(of: "item", to: .thisDevice(.afterFirstUnlock, presence: .userPresence))
        #expect(try await vault.policy(of: "item") == .thisDevice(.afterFirstUnlock, presence: .userPresence))
        #expect(await code { _ = try await vault.read("item") } == .authenticationFailed)
        #expect(await code { try await vault.setPolicy(of: "item", to: .default) } == .authenticationFailed)
        try await vault.setPolicy(of: "item", to: .default, prompt: PresencePrompt(reason: "Move"))
        #expect(try await vault.read("item") == secret("x"))
        #expect(await code { try await vault.setPolicy(of: "none", to: .default) } == .notFound)
    }

    @Test func applicationPassword() async throws {
        let policy = PolicyRequest.thisDevice(presence: .applicationPassword)
        try await vault.store(secret("x"), for: "item", policy: policy, applicationPassword: secret("right"))
        #expect(
            try await vault.read("item", prompt: PresencePrompt(reason: "", applicationPassword: secret("right"))) == secret("x"))
        #expect(
            await code { _ = try await vault.read("item", prompt: PresencePrompt(reason: "", applicationPassword: secret("wrong"))) }
                == .authenticationFailed)
        #expect(await code { try await vault.store(secret("x"), for: "item", policy: policy) } == .invalidArgument)
        #expect(await code { try await vault.store(secret("x"), for: "item", applicationPassword: secret("p")) } == .invalidArgument)
        #expect(await code { _ = try await vault.key("key", create: .once, policy: policy) } == .unsupportedPolicy)
    }

    // MARK: Keys

    @Test func keysAreMadeOnce() async throws {
        #expect(await code { _ = try await vault.key("key") } == .notFound)
        let ids = try await withThrowingTaskGroup(of: KeyID.self) { group in
            for _ in 0..<16 { group.addTask { try await vault.key("key", create: .once).id } }
            return try await group.reduce(into: Set<KeyID>()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        let sealed = try await vault.key("key").seal([1, 2, 3], context: "test")
        #expect(try await vault.key("key", create: .once).open(sealed, context: "test") == [1, 2, 3])
        let derivation: DerivationKey = try await vault.key("derivation", create: .once)
        let again: DerivationKey = try await vault.key("derivation")
        #expect(try derivation.secret("a") == again.secret("a"))
        let authentication: AuthenticationKey = try await vault.key("authentication", create: .once)
        let same: AuthenticationKey = try await vault.key("authentication")
        #expect(try authentication.code(for: [1], context: "c") == same.code(for: [1], context: "c"))
    }

    @Test func rotationsFollowEachOther() async throws {
        let first: KeySet = try await vault.key("set", create: .once, policy: .thisDevice(.afterFirstUnlock))
        let sealed = try first.seal([7], context: "test")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { try await vault.rotateKeySet("set") } }
            try await group.waitForAll()
        }
        let set: KeySet = try await vault.key("set")
        #expect(set.ids.count == 9, "no rotation is lost")
        #expect(try set.open(sealed, context: "test") == [7])
        #expect(try await vault.policy(of: "set") == .thisDevice(.afterFirstUnlock))
        let retired = try await vault.retireKey(first.primary.id, of: "set")
        #expect(throws: CryptoError.authenticationFailed) { try retired.open(sealed, context: "test") }
        #expect(await code { try await vault.retireKey(set.primary.id, of: "set") } == .invalidArgument)
        _ = try await vault.key("single", create: .once)
        #expect(await code { try await vault.rotateKeySet("single") } == .wrongKind)
    }

    // MARK: Conditions

    struct Verdict: ReleaseCondition {
        var name = "shield"
        var answer = ReleaseDecision.release
        func decide() async -> ReleaseDecision { answer }
    }

    @Test func aConditionedKeyOpensOnAClearVerdictAlone() async throws {
        let clear = Verdict()
        let key = try await vault.key("key", create: .once, condition: clear)
        try await vault.store(secret("x"), for: "item", condition: clear)
        #expect(try await vault.key("key", condition: clear).id == key.id)
        for condition: Verdict? in [nil, Verdict(name: "other"), Verdict(answer: .refuse(reason: "a debugger is attached"))] {
            #expect(await code { _ = try await vault.key("key", condition: condition) } == .conditionNotMet)
            #expect(await code { _ = try await vault.read("item", condition: condition) } == .conditionNotMet)
        }
        #expect(await code { try await vault.store(secret("x"), for: "item", condition: Verdict(name: "")) } == .invalidArgument)
        let refused = Verdict(answer: .refuse(reason: "unknown"))
        #expect(await code { _ = try await vault.key("new", create: .once, condition: refused) } == .conditionNotMet)
        #expect(try await !vault.contains("new"))
    }

    /// What others wrote into the store under the vault's names, or what is damaged: an error or the value, never another and never a trap.
    @Test func recordsOfOthersAreRefused() async throws {
        try await vault.store(secret("value"), for: "item", condition: Verdict())
        _ = try await vault.key("key", create: .once)
        for name in ["item", "key"] {
            let place = try ItemKey(name, in: vault.namespace)
            let whole = try await store.read(place, prompt: nil).withBytes { span in
                (0..<span.byteCount).map { unsafe span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
            }
            var changed = (0..<whole.count).map { Array(whole.prefix($0)) }
            for index in whole.indices {
                for mask in [0x01, 0x80, 0xFF] as [UInt8] {
                    var copy = whole
                    copy[index] ^= mask
                    changed.append(copy)
                }
            }
            for bytes in changed + [[], Array("plain text of another wrapper".utf8)] {
                try await store.write(SecretBytes(copying: bytes), for: place, policy: .thisDevice())
                let error = await code {
                    if name == "key" { _ = try await vault.key(name) } else { _ = try await vault.read(name, condition: Verdict()) }
                }
                #expect(
                    error == nil || [.corrupted, .wrongKind, .conditionNotMet].contains(error)
                        // Said to be in a file, and there is no folder.
                        || bytes.count > 1 && bytes[1] == 5 && error == .storeUnavailable, "\(bytes): \(String(describing: error))")
                if bytes.count < min(whole.count, 8) { #expect(error != nil, "\(bytes)") }
            }
        }
    }

    // MARK: Scopes

    @Test(arguments: WipeScope.allCases) func wipesTakeTheirScope(_ scope: WipeScope) async throws {
        let environments = Namespace.Environment.allCases
        for app in ["com.example.bank", "com.example.other"] {
            for environment in environments {
                for user in [nil, "zoe", "yan"] {
                    try await Vault(namespace: .init(app, environment: environment, user: user), store: store).store(secret("x"), for: "i")
                }
            }
        }
        try await vault.wipe(scope: scope)
        for app in ["com.example.bank", "com.example.other"] {
            for environment in environments {
                for user in [nil, "zoe", "yan"] {
                    let isWiped =
                        app == "com.example.bank"
                        && (scope == .app || environment == .production && (scope == .environment || user == "zoe"))
                    let other = try Vault(namespace: .init(app, environment: environment, user: user), store: store)
                    #expect(try await other.contains("i") == !isWiped, "\(app) \(environment) \(user ?? "-")")
                }
            }
        }
        #expect(try vault.for(user: nil).namespace == Namespace("com.example.bank", environment: .production))
    }

    // MARK: Deadlines and cancellation

    @Test func deadlinesBoundTheWait() async throws {
        let slow = try Vault(namespace: vault.namespace, store: LimitedStore(store, delay: .seconds(3_600)))
        let started = SystemTimeSource().monotonicTime
        let span = TimeSpan.milliseconds(30)
        #expect(await code { _ = try await slow.read("x", deadline: span) } == .timedOut)
        #expect(await code { try await slow.store(secret("x"), for: "x", deadline: span) } == .timedOut)
        #expect(await code { _ = try await slow.contains("x", deadline: span) } == .timedOut)
        #expect(await code { _ = try await slow.list(deadline: span) } == .timedOut)
        #expect(await code { _ = try await slow.key("x", create: .once, deadline: span) } == .timedOut)
        #expect(await code { _ = try await slow.read("x", deadline: .zero) } == .timedOut)
        // Much less than one of the store's answers takes, and enough for a machine on which every other test runs too.
        #expect(SystemTimeSource().monotonicTime - started < .seconds(1_800))
        try await vault.store(secret("x"), for: "x", deadline: .seconds(60))
        #expect(try await vault.read("x", deadline: .seconds(60)) == secret("x"))
        #expect(await code { _ = try await vault.read("none", deadline: .seconds(60)) } == .notFound)
    }

    @Test(arguments: [TimeSpan.seconds(60), nil]) func cancellationEndsTheWait(_ deadline: TimeSpan?) async throws {
        let slow = try Vault(namespace: vault.namespace, store: LimitedStore(store, delay: .seconds(60)))
        let task = Task { await code { _ = try await slow.read("x", deadline: deadline) } }
        try await Task.sleep(nanoseconds: 5_000_000)
        task.cancel()
        #expect(await task.value == .cancelled)
        let before = Task { () -> VaultError.Code? in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await code { _ = try await vault.read("x") }
        }
        #expect(await before.value == .cancelled)
    }

    /// Item 10 of the field's complaints: the main thread hangs while a store answers.
    @MainActor @Test func theMainActorIsFreeWhileAStoreWorks() async throws {
        try await vault.store(secret("x"), for: "item")
        let watched = try Vault(namespace: vault.namespace, store: LimitedStore(store, forbidsMainThread: true))
        #expect(try await watched.read("item") == secret("x"))
        try await watched.store(secret("y"), for: "item")
        _ = try await watched.key("key", create: .once)
    }
}

func secret(_ text: String) throws -> SecretBytes { try SecretBytes(copying: Array(text.utf8)) }

func code(_ body: () async throws -> Void) async -> VaultError.Code? {
    do {
        try await body()
        return nil
    } catch { return (error as? VaultError)?.code }
}
