import EmulatedDevice
import EmulatorSupport
import Foundation
import MerlonCore
import MerlonCrypto
import MerlonVault
import Security
import Testing
import UIKit

/// The vault's front over the keychain: every operation in every state, Simulator, suspension; complaints and importers in files of their own.
@Suite(.serialized) struct VaultOnKeychainTests {
    let device = EmulatedDevice()
    let store = KeychainStore()
    private let place = TemporaryPlace("vault")
    var folder: URL { place.url }
    let vault: Vault

    init() throws {
        EmulatedDevice.current = device
        OpenSSLCryptography.install()
        vault = try Vault(
            namespace: .init("com.example.bank", environment: .production), store: .keychain(), largeValues: .path(place.url.path))
    }

    func secret(_ text: String) throws -> SecretBytes { try SecretBytes(copying: Array(text.utf8)) }

    func code(_ body: () async throws -> Void) async -> VaultError.Code? {
        do {
            try await body()
            return nil
        } catch { return (error as? VaultError)?.code }
    }

    /// Every policy × device state × operation of the front. Only what the state forbids fails, with the documented error, and loses nothing.
    @Test func everyOperationInEveryState() async throws {
        let operations: [(name: String, run: (AccessPolicy) async throws -> Void)] = [
            ("read", { _ in _ = try await vault.read("a", prompt: PresencePrompt(reason: "Show")) }),
            ("store", { try await vault.store(secret("new"), for: "a", policy: .exactly($0)) }),
            ("key", { _ in _ = try await vault.key("k", prompt: PresencePrompt(reason: "Show")) }),
            ("create", { _ = try await vault.key("new", create: .once, policy: .exactly($0)) }),
            ("contains", { _ in _ = try await vault.contains("a") }), ("policy", { _ in _ = try await vault.policy(of: "a") }),
            ("list", { _ in _ = try await vault.list() }), ("remove", { _ in try await vault.remove("a") }),
            ("wipe", { _ in try await vault.wipe(scope: .user) }),
        ]
        let presences: [AccessPolicy.Presence] = [.none, .userPresence, .biometryOfCurrentSet, .devicePasscode]
        let policies = AccessPolicy.Availability.allCases.flatMap { availability in
            presences.map { AccessPolicy.thisDevice(availability, presence: $0) }
        }
        for policy in policies + [.synchronised(.whenUnlocked), .synchronised(.afterFirstUnlock)] {
            for state in EmulatedDevice.LockState.allCases {
                for (name, run) in operations {
                    device.lockState = .unlocked
                    try await vault.store(secret("x"), for: "a", policy: .exactly(policy))
                    _ = try await vault.key("k", create: .once, policy: .exactly(policy))
                    device.lockState = state
                    let hasClassKey = policy.availability == .afterFirstUnlock ? state != .bootedNeverUnlocked : state == .unlocked
                    let expected: VaultError.Code? =
                        switch name {
                        case "read", "key": hasClassKey && (policy.presence == .none || state == .unlocked) ? nil : .locked
                        case "store", "create": hasClassKey ? nil : .locked
                        // Attributes are readable after the first unlock, whatever the item's class.
                        case "contains", "policy", "list":
                            state == .bootedNeverUnlocked && policy.availability != .afterFirstUnlock ? .locked : nil
                        default: nil
                        }
                    let isCreated = name == "create" && expected == nil
                    #expect(await code { try await run(policy) } == expected, "\(name) under \(policy) while \(state)")
                    device.lockState = .unlocked
                    if name != "remove", name != "wipe" {
                        let value = try await vault.read("a", prompt: PresencePrompt(reason: "Show"))
                        #expect(try value == secret(name == "store" && expected == nil ? "new" : "x"))
                        #expect(try await vault.contains("new") == isCreated)
                    }
                    try await vault.wipe(scope: .user)
                }
            }
        }
    }

    @Test func foldersOfAppGroups() throws {
        #expect(throws: VaultError(.missingEntitlement, "")) { try ProtectedDirectory.inAppGroup("group.example", "x") }
        device.app.appGroups["group.example"] = folder.path
        let directory = try ProtectedDirectory.inAppGroup("group.example", "shared")
        #expect(directory.path == folder.path + "/shared")
        for name in ["", "..", "a/b"] {
            #expect(throws: VaultError(.invalidArgument, "")) { try ProtectedDirectory.inAppGroup("group.example", name) }
        }
    }

    // MARK: Simulator

    @Test func aSimulatorEnforcesNothingAndSaysSo() async throws {
        let simulator = KeychainStore(environment: ["SIMULATOR_DEVICE_NAME": "iPhone"])
        #expect(simulator.isSimulated)
        #expect(!KeychainStore(environment: [:]).isSimulated)
        let vault = try Vault(namespace: vault.namespace, store: simulator)
        for presence in AccessPolicy.Presence.allCases where presence != .none {
            let password = presence == .applicationPassword ? try secret("password") : nil
            #expect(
                await code {
                    try await vault.store(secret("x"), for: "a", policy: .thisDevice(presence: presence), applicationPassword: password)
                } == .unsupportedPolicy)
        }
        let key = try ItemKey("a", in: vault.namespace)
        #expect(
            await code {
                try await simulator.write(secret("x"), for: key, availability: .whenUnlocked, applicationPassword: secret("password"))
            } == .unsupportedPolicy)
        #expect(await code { try await vault.store(secret("x"), for: "a", policy: .thisDevice(.whenPasscodeSet)) } == .unsupportedPolicy)
        try await vault.store(secret("x"), for: "a")
        let pretending = KeychainStore(dangerouslyPretendsHardware: true, environment: ["SIMULATOR_DEVICE_NAME": "iPhone"])
        try await Vault(namespace: vault.namespace, store: pretending).store(
            secret("x"), for: "a", policy: .thisDevice(presence: .userPresence))
    }

    @Test func aNewApplicationPasswordReplacesTheOldOne() async throws {
        let policy = PolicyRequest.thisDevice(presence: .applicationPassword)
        try await vault.store(secret("x"), for: "a", policy: policy, applicationPassword: secret("old"))
        try await vault.store(secret("y"), for: "a", policy: policy, applicationPassword: secret("new"))
        #expect(try await vault.read("a", prompt: PresencePrompt(reason: "", applicationPassword: secret("new"))) == secret("y"))
        #expect(
            await code { _ = try await vault.read("a", prompt: PresencePrompt(reason: "", applicationPassword: secret("old"))) }
                == .authenticationFailed)
    }

    /// A master key that hardware wraps: the keychain's own items are ciphertext.
    @Test func aDumpedKeychainHoldsCiphertext() async throws {
        let wrapping = SoftwareWrappingKey(try SealingKey.generate())
        let sealing = try await SealingStore.over(store, masterKey: wrapping, app: "com.example.bank")
        let vault = try Vault(namespace: vault.namespace, store: sealing)
        try await vault.store(secret("very secret token"), for: "token")
        #expect(try await vault.read("token") == secret("very secret token"))
        #expect(device.keychainDump.allSatisfy { ($0["v_Data"] as? Data)?.range(of: Data("very secret".utf8)) == nil })
    }

    // MARK: Suspension

    /// iOS ends an app that is suspended while it holds a lock in a shared container (0xdead10cc).
    @Test func locksAreGivenBackBeforeSuspension() async throws {
        let large = try SecretBytes(copying: [UInt8](repeating: 1, count: 100_000))
        try await vault.store(large, for: "scan")
        let lock = try #require(
            FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }.first { $0.hasSuffix("/lock") })
        func isFree() -> Bool {
            let descriptor = unsafe open(folder.path + "/" + lock, O_RDWR)
            defer { close(descriptor) }
            return flock(descriptor, LOCK_EX | LOCK_NB) == 0
        }
        #expect(isFree(), "no lock outlasts a write")
        // A store that is slow while the app is sent to the background.
        let gate = SlowStore(store)
        let slow = try Vault(namespace: vault.namespace, store: gate, largeValues: .path(folder.path))
        let newer = try SecretBytes(copying: [UInt8](repeating: 2, count: 100_000))
        // One that has ended is counted until its thread has.
        while EmulatedActivities.count > 0 { try await Task.sleep(nanoseconds: 1_000_000) }
        let task = Task { await code { try await slow.store(newer, for: "scan") } }
        while await !gate.isWaiting { try await Task.sleep(nanoseconds: 1_000_000) }
        #expect(!isFree())
        #expect(EmulatedActivities.count == 1, "the system is asked for time")
        EmulatedActivities.expire()
        #expect(isFree(), "time is up: the lock is given back")
        await gate.open()
        _ = await task.value
        #expect(isFree())
        let value = try await vault.read("scan")
        #expect(try value == large || value == newer)
        while EmulatedActivities.count > 0 { try await Task.sleep(nanoseconds: 1_000_000) }
    }
}
