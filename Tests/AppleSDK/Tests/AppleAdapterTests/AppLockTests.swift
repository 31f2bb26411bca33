import EmulatedDevice
import EmulatorSupport
import Foundation
import MerlonAuth
import MerlonCore
import MerlonVault
import Testing

/// Biometry as the app lock's second way, as it is compiled for iOS, on the emulated device: each event gives what Documentation/AppLock.md says,
/// and after each the PIN opens with the same key.
@Suite(.serialized) struct AppLockTests {
    let device = EmulatedDevice()
    let vault: Vault
    let prompt = PresencePrompt(reason: "Unlock")

    init() throws {
        EmulatedDevice.current = device
        OpenSSLCryptography.install()
        vault = try Vault(namespace: Namespace("com.example.bank", environment: .production), store: KeychainStore(), largeValues: .none)
    }

    /// A lock as a new process makes it, at the lowest cost that is allowed.
    func lock() throws -> AppLock {
        try AppLock(vault: vault, policy: AppLockPolicy(cost: .pbkdf2SHA256(iterations: 600_000)))
    }

    func enabled() async throws -> SecretBytes {
        let lock = try lock()
        let key = try await lock.setUp(pin: AppLockPIN(new: "270461")).key
        try await lock.enableBiometry()
        return key
    }

    func outcome() async -> AuthError.Code? {
        do {
            _ = try await lock().unlock(biometry: prompt)
            return nil
        } catch { return (error as? AuthError)?.code }
    }

    @Test func aFaceGivesTheSameKeyAndIsAskedOnce() async throws {
        let key = try await enabled()
        let opening = try await lock().unlock(biometry: prompt)
        #expect(opening.key == key && opening.way == .biometry && device.promptReasons == ["Unlock"])
    }

    @Test func eachEventGivesTheDocumentedResultAndThePINOpens() async throws {
        let key = try await enabled()
        let answers: [(EmulatedAnswer, AuthError.Code)] = [
            (.failure, .authenticationFailed), (.cancel, .userCancelled), (.fallback, .userCancelled), (.systemCancel, .userCancelled),
        ]
        for (answer, code) in answers {
            device.answers = [answer]
            #expect(await outcome() == code, "\(answer)")
        }
        #expect(await outcome() == nil)
        #expect(try await lock().unlock(pin: AppLockPIN("270461")).key == key)
    }

    @Test func lockedOutNobodyIsAsked() async throws {
        _ = try await enabled()
        device.answers = [.lockout]
        for _ in 0..<2 { #expect(await outcome() == .biometryUnavailable) }
        #expect(device.promptReasons.count == 1)
        device.biometry.isLockedOut = false
        #expect(await outcome() == nil)
    }

    @Test(arguments: [Int32(-25300), -25293])
    func reenrolledItIsSwitchedOnAnew(status: Int32) async throws {
        let key = try await enabled()
        device.statusOfInvalidatedItem = status
        device.biometry.enrolment = 2
        #expect(await outcome() == .biometryChanged)
        let lock = try lock()
        #expect(try await lock.unlock(pin: AppLockPIN("270461")).key == key)
        try await lock.enableBiometry()
        #expect(await outcome() == nil)
        device.biometry.enrolment = nil
        #expect(await outcome() == .biometryChanged)
    }

    @Test func withoutASensorOrAPasscodeThereIsThePIN() async throws {
        let key = try await enabled()
        device.biometry.kind = .none
        #expect(await outcome() == .biometryUnavailable)
        device.biometry.kind = .touchID
        device.hasPasscode = false
        #expect(await outcome() == .biometryUnavailable)
        #expect(try await lock().unlock(pin: AppLockPIN("270461")).key == key)
    }

    @Test func aLockedDeviceIsNoWrongPIN() async throws {
        _ = try await enabled()
        device.lockState = .locked
        #expect(await outcome() == .storeLocked)
        await #expect(throws: AuthError(.storeLocked, "")) { try await lock().unlock(pin: AppLockPIN("270461")) }
        device.lockState = .unlocked
        #expect(try await lock().status().failures == 0)
    }

    /// Neither the key nor anything that opens it goes to another device.
    @Test func aBackupOnAnotherDeviceOpensNothing() async throws {
        _ = try await enabled()
        let backup = device.backup(encrypted: true)
        let other = EmulatedDevice()
        other.restore(backup)
        EmulatedDevice.current = other
        #expect(try await !lock().status().isSetUp)
        #expect(other.keychainCount == 0)
    }
}
