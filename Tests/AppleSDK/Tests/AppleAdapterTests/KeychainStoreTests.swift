import EmulatedDevice
import EmulatorSupport
import Foundation
import MerlonCore
import MerlonVault
import Testing
import VaultConformance

/// The keychain store as it is compiled for iOS, against the emulated keychain.
@Suite(.serialized) struct KeychainStoreTests {
    let device = EmulatedDevice()
    let store = KeychainStore()
    let key: ItemKey

    init() throws {
        EmulatedDevice.current = device
        OpenSSLCryptography.install()
        key = try ItemKey("token", in: Namespace("com.example.bank", environment: .production))
    }

    func secret(_ text: String = "secret") throws -> SecretBytes { try SecretBytes(copying: Array(text.utf8)) }

    func code(_ body: () async throws -> Void) async -> VaultError.Code? {
        do {
            try await body()
            return nil
        } catch { return (error as? VaultError)?.code }
    }

    @Test(arguments: StoreConformance.all) func conformance(_ check: StoreConformance) async throws {
        try await check.run(on: store, policy: .thisDevice())
    }

    @Test(arguments: StoreConformance.all) func conformanceOfSynchronisedItems(_ check: StoreConformance) async throws {
        try await check.run(on: store, policy: .synchronised(.afterFirstUnlock))
    }

    /// Policy × device state × operation: every combination gives the documented error, and no item is ever lost by it.
    @Test func everyPolicyInEveryState() async throws {
        for availability in AccessPolicy.Availability.allCases {
            for presence in AccessPolicy.Presence.allCases where presence != .applicationPassword {
                let policy = AccessPolicy.thisDevice(availability, presence: presence)
                device.lockState = .unlocked
                try await store.write(secret(), for: key, policy: policy)
                for state in EmulatedDevice.LockState.allCases {
                    device.lockState = state
                    let readable =
                        switch availability {
                        case .whenUnlocked, .whenPasscodeSet: state == .unlocked
                        case .afterFirstUnlock: state != .bootedNeverUnlocked && (presence == .none || state == .unlocked)
                        }
                    let prompt = PresencePrompt(reason: "Show")
                    let read = await code { _ = try await store.read(key, prompt: prompt) }
                    #expect(read == (readable ? nil : .locked), "reading \(policy) while \(state)")
                    let written = await code { try await store.write(secret(), for: key, policy: policy) }
                    let writable = availability == .afterFirstUnlock ? state != .bootedNeverUnlocked : state == .unlocked
                    #expect(written == (writable ? nil : .locked), "writing \(policy) while \(state)")
                    if state != .bootedNeverUnlocked { #expect(try await store.contains(key), "\(policy) while \(state)") }
                }
                device.lockState = .unlocked
                #expect(try await store.read(key, prompt: PresencePrompt(reason: "Show")) == secret())
                #expect(try await store.policy(of: key) == policy)
                try await store.remove(key)
            }
        }
    }

    @Test(
        arguments: [
            (EmulatedAnswer.success, nil), (.failure, .authenticationFailed), (.cancel, .userCancelled), (.systemCancel, .userCancelled),
        ] as [(EmulatedAnswer, VaultError.Code?)]) func answersOfThePerson(_ answer: EmulatedAnswer, _ expected: VaultError.Code?)
        async throws
    {
        try await store.write(secret(), for: key, policy: .thisDevice(presence: .biometryOfCurrentSet))
        device.answers = [answer]
        #expect(await code { _ = try await store.read(key, prompt: PresencePrompt(reason: "Show the token")) } == expected)
        #expect(device.promptReasons == ["Show the token"])
    }

    @Test func withoutAPromptNobodyIsAsked() async throws {
        try await store.write(secret(), for: key, policy: .thisDevice(presence: .userPresence))
        #expect(await code { _ = try await store.read(key, prompt: nil) } == .locked)
        #expect(try await store.contains(key))
        #expect(device.promptReasons.isEmpty)
    }

    @Test func writingAsksNobody() async throws {
        try await store.write(secret("one"), for: key, policy: .thisDevice(presence: .userPresence))
        try await store.write(secret("two"), for: key, policy: .thisDevice(presence: .userPresence))
        #expect(device.promptReasons.isEmpty)
    }

    @Test(arguments: [Int32(-25300), -25293]) func newEnrolmentIsNamed(_ status: Int32) async throws {
        device.statusOfInvalidatedItem = status
        try await store.write(secret(), for: key, policy: .thisDevice(presence: .biometryOfCurrentSet))
        device.biometry.enrolment = 2
        #expect(await code { _ = try await store.read(key, prompt: PresencePrompt(reason: "Show")) } == .biometryChanged)
        // The app asks for the secret anew and writes it.
        try await store.write(secret("new"), for: key, policy: .thisDevice(presence: .biometryOfCurrentSet))
        #expect(try await store.read(key, prompt: PresencePrompt(reason: "Show")) == secret("new"))
    }

    /// A sensor that is locked out says nothing of who is enrolled: the item stays, and is read again after the passcode.
    @Test(arguments: [AccessPolicy.Presence.biometryOfCurrentSet, .anyBiometry]) func lockedOutIsNoNewEnrolment(
        _ presence: AccessPolicy.Presence
    ) async throws {
        let policy = AccessPolicy.thisDevice(presence: presence)
        try await store.write(secret(), for: key, policy: policy)
        let prompt = PresencePrompt(reason: "Show")
        device.answers = [.lockout]
        #expect(await code { _ = try await store.read(key, prompt: prompt) } == .authenticationFailed, "the tries that led there")
        device.biometry.isLockedOut = true
        for status in [nil, Int32(-25300), -25293] {
            device.statusOfRefusedReads = status
            do {
                _ = try await store.read(key, prompt: prompt)
                Issue.record("read while locked out")
            } catch {
                let error = try #require(error as? VaultError)
                #expect(error.code == .authenticationFailed && error.reason.contains("locked out"), "\(error)")
            }
        }
        device.statusOfRefusedReads = nil
        // What is written meanwhile knows of no set, and a refusal says so little of it.
        try await store.write(secret("new"), for: key, policy: policy)
        device.biometry.isLockedOut = false
        device.answers = [.failure]
        #expect(await code { _ = try await store.read(key, prompt: prompt) } == .authenticationFailed)
        #expect(try await store.read(key, prompt: prompt) == secret("new"))
        // Without anybody enrolled, the set that the item was bound to is gone.
        try await store.write(secret("last"), for: key, policy: policy)
        device.biometry.enrolment = nil
        let gone: VaultError.Code = presence == .biometryOfCurrentSet ? .biometryChanged : .authenticationFailed
        #expect(await code { _ = try await store.read(key, prompt: prompt) } == gone)
    }

    @Test func whatTheDeviceCannotEnforceIsRefused() async throws {
        device.biometry.enrolment = nil
        #expect(await code { try await store.write(secret(), for: key, policy: .thisDevice(presence: .anyBiometry)) } == .unsupportedPolicy)
        device.hasPasscode = false
        for presence in [AccessPolicy.Presence.userPresence, .devicePasscode] {
            #expect(await code { try await store.write(secret(), for: key, policy: .thisDevice(presence: presence)) } == .unsupportedPolicy)
        }
        #expect(await code { try await store.write(secret(), for: key, policy: .thisDevice(.whenPasscodeSet)) } == .unsupportedPolicy)
        #expect(device.keychainCount == 0)
        #expect(store.strictestPolicy == .thisDevice(.whenUnlocked))
    }

    @Test func oneAuthenticationServesForTheStatedTime() async throws {
        let clock = ManualClock()
        let store = KeychainStore(timeSource: clock)
        try await store.write(secret(), for: key, policy: .thisDevice(presence: .userPresence))
        let prompt = PresencePrompt(reason: "Show", reuse: .seconds(30))
        for _ in 0..<3 { _ = try await store.read(key, prompt: prompt) }
        #expect(device.promptReasons.count == 1)
        clock.advance(.seconds(29))
        _ = try await store.read(key, prompt: prompt)
        #expect(device.promptReasons.count == 1)
        clock.advance(.seconds(1))
        _ = try await store.read(key, prompt: prompt)
        #expect(device.promptReasons.count == 2, "the time runs from the authentication, not from the last read")
        _ = try await store.read(key, prompt: PresencePrompt(reason: "Show"))
        #expect(device.promptReasons.count == 3, "a prompt without reuse asks")
        #expect(PresencePrompt(reason: "", reuse: .hours(1)).reuse == PresencePrompt.maximumReuse)
    }

    @Test func applicationPassword() async throws {
        try await store.write(secret(), for: key, availability: .whenUnlocked, applicationPassword: secret("right"))
        #expect(try await store.read(key, prompt: PresencePrompt(reason: "", applicationPassword: secret("right"))) == secret())
        #expect(
            await code { _ = try await store.read(key, prompt: PresencePrompt(reason: "", applicationPassword: secret("wrong"))) }
                == .authenticationFailed)
        #expect(
            await code { try await store.write(secret(), for: key, policy: .thisDevice(presence: .applicationPassword)) }
                == .unsupportedPolicy)
    }

    /// What a store of one group does not see it must not take for a file without a key.
    @Test func storesOfOtherGroupsHaveOtherFolders() throws {
        let folders = [nil, "TEAM.shared", "TEAM.other"].map { KeychainStore(accessGroup: $0).defaultFolder }
        #expect(Set(folders).count == 3 && folders.allSatisfy { $0?.hasPrefix("/") == true })
        #expect(KeychainStore(accessGroup: "TEAM.shared").defaultFolder == folders[1])
    }

    @Test func entitlementsAreNamed() async throws {
        #expect(
            await code { try await KeychainStore(accessGroup: "OTHER.group").write(secret(), for: key, policy: .thisDevice()) }
                == .missingEntitlement)
        device.app.accessGroups = []
        #expect(await code { _ = try await store.read(key, prompt: nil) } == .missingEntitlement)
    }

    @Test func unknownStatusesKeepTheirNumber() async throws {
        device.forcedStatus = -34
        do {
            _ = try await store.read(key, prompt: nil)
            Issue.record("a failing keychain was read")
        } catch {
            #expect((error as? VaultError)?.code == .storeUnavailable)
            #expect((error as? VaultError)?.nativeStatus == -34)
        }
    }

    @Test func changingTheResidenceLeavesOneItem() async throws {
        try await store.write(secret("here"), for: key, policy: .thisDevice())
        try await store.write(secret("everywhere"), for: key, policy: .synchronised())
        #expect(device.keychainCount == 1)
        #expect(try await store.read(key, prompt: nil) == secret("everywhere"))
        try await store.write(secret("here again"), for: key, policy: .thisDevice())
        #expect(device.keychainCount == 1)
        #expect(try await store.policy(of: key) == .thisDevice())
    }

    @Test func thisDeviceOnlyItemsDoNotTravel() async throws {
        try await store.write(secret(), for: key, policy: .thisDevice(.afterFirstUnlock))
        let other = EmulatedDevice()
        other.restore(device.backup(encrypted: true))
        #expect(other.keychainCount == 0)
        device.reinstallApp()
        #expect(try await store.contains(key), "keychain items outlive the app")
    }
}

/// A clock that a test moves.
final class ManualClock: TimeSource, @unchecked Sendable {
    private let lock = NSLock()
    private var nanoseconds: UInt64 = 1_000_000_000
    var wallTime: WallTime { WallTime(seconds: 0) }
    var monotonicTime: MonotonicTime { lock.withLock { MonotonicTime(nanoseconds: nanoseconds) } }
    func advance(_ span: TimeSpan) { lock.withLock { nanoseconds += UInt64(span.nanoseconds) } }
}
