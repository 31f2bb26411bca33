import Foundation
import MerlonCore
import MerlonCrypto
import MerlonVault
import Testing

@testable import MerlonAuth

struct AppLockTests {
    @Test func thePINGivesTheKeyAndNothingElseDoes() async throws {
        let bench = try LockBench()
        #expect(await bench.outcome(LockBench.pin) == .notSetUp)
        let key = try await bench.lock().setUp(pin: AppLockPIN(new: LockBench.pin)).key
        #expect(key.count == 32)
        await #expect(throws: AuthError(.duplicate, "")) { try await bench.lock().setUp(pin: AppLockPIN(new: LockBench.pin)) }
        let opening = try await bench.lock().unlock(pin: AppLockPIN(LockBench.pin))
        #expect(opening.key == key && opening.way == .pin)
        for wrong in ["270462", "27046", "2704610", "270461 ", "२७०४६१"] {
            #expect(try await bench.lock().status().failures == 0)
            #expect(await bench.outcome(wrong) == .authenticationFailed)
            #expect(try await bench.lock().status().failures == 1)
            #expect(await bench.outcome(LockBench.pin) == nil)
        }
        try await bench.lock().remove()
        #expect(await bench.outcome(LockBench.pin) == .notSetUp)
        #expect(try await bench.store.keys(in: bench.vault.namespace).isEmpty)
    }

    @Test func thePINIsChangedAndTheKeyStays() async throws {
        let bench = try LockBench()
        let key = try await bench.lock().setUp(pin: AppLockPIN(new: LockBench.pin)).key
        try await bench.lock().changePIN(from: AppLockPIN(LockBench.pin), to: AppLockPIN(new: "correct horse"))
        #expect(await bench.outcome(LockBench.pin) == .authenticationFailed)
        #expect(try await bench.lock().unlock(pin: AppLockPIN("correct horse")).key == key)
        await #expect(throws: AuthError.authenticationFailed) {
            try await bench.lock().changePIN(from: AppLockPIN(LockBench.wrong), to: AppLockPIN(new: LockBench.pin))
        }
        #expect(try await bench.lock().status().failures == 1)
    }

    @Test func waitsDoubleAndAreKeptByAnyProcess() async throws {
        let bench = try LockBench()
        _ = try await bench.lock().setUp(pin: AppLockPIN(new: LockBench.pin))
        for _ in 0..<3 { #expect(await bench.outcome(LockBench.wrong) == .authenticationFailed) }
        for seconds: Int64 in [30, 60, 120, 240, 480, 960, 1920, 3600, 3600] {
            #expect(try await bench.lock().status().retryAfter == .seconds(seconds))
            bench.clocks.advance(.seconds(seconds - 1))
            #expect(await bench.outcome(LockBench.pin) == .lockedOut)
            bench.clocks.advance(.seconds(1))
            #expect(await bench.outcome(LockBench.wrong) == .authenticationFailed)
        }
        bench.clocks.advance(.hours(1))
        #expect(await bench.outcome(LockBench.pin) == nil)
        #expect(try await bench.lock().status().retryAfter == .zero)
    }

    /// Neither setting the clock nor restarting the device shortens a wait, and no attempt during one is counted.
    @Test(arguments: [true, false])
    func waitsHoldOverClockChangesAndRestarts(namesStarts: Bool) async throws {
        let bench = try LockBench(clocks: LockBench.Clocks(namesStarts: namesStarts))
        _ = try await bench.lock().setUp(pin: AppLockPIN(new: LockBench.pin))
        for _ in 0..<4 {
            #expect(await bench.outcome(LockBench.wrong) == .authenticationFailed)
            bench.clocks.advance(.seconds(30))
        }
        // One minute from the last attempt, of which half is over.
        for wall in [Int64.min, 0, 1_799_000_000, 1_900_000_000, .max] {
            bench.clocks.setWall(wall)
            #expect(await bench.outcome(LockBench.pin) == .lockedOut)
            #expect(try await bench.lock().status().retryAfter == .seconds(30))
        }
        bench.clocks.restart()
        // From the restart on: three seconds of the minute are sure to be over.
        #expect(try await bench.lock().status().retryAfter == .seconds(57))
        #expect(await bench.outcome(LockBench.pin) == .lockedOut)
        bench.clocks.advance(.seconds(56))
        #expect(await bench.outcome(LockBench.pin) == .lockedOut)
        bench.clocks.advance(.seconds(1))
        #expect(try await bench.lock().status().failures == 4)
        #expect(await bench.outcome(LockBench.pin) == nil)
    }

    @Test func aRecordThatWasPutBackIsNoticed() async throws {
        let bench = try LockBench()
        let lock = try bench.lock()
        _ = try await lock.setUp(pin: AppLockPIN(new: LockBench.pin))
        let item = try ItemKey("applock.main.record", in: bench.vault.namespace)
        let (old, policy) = (try await bench.store.read(item, prompt: nil), try await bench.store.policy(of: item))
        #expect(await bench.outcome(LockBench.wrong, lock) == .authenticationFailed)
        try await bench.store.write(old, for: item, policy: policy)
        #expect(await bench.outcome(LockBench.pin, lock) == .corrupted)
        // Whoever removes the count removes the key with it.
        try await bench.store.remove(item)
        #expect(await bench.outcome(LockBench.pin) == .notSetUp)
    }

    /// A file vault that was put back, with its log, does not open: its anchor knows of a newer state.
    @Test func aStoreThatWasPutBackDoesNotOpen() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-lock-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("vault").path
        let protector = try KeyFileProtector.create(at: folder.appendingPathComponent("key").path)
        func open() async throws -> LockBench { try LockBench(await FileStore.open(at: path, with: [protector])) }
        var bench: LockBench? = try LockBench(await FileStore.create(at: path, protectors: [protector]))
        _ = try await bench?.lock().setUp(pin: AppLockPIN(new: LockBench.pin))
        bench = nil
        func files() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("vault") && !$0.hasSuffix("anchor") }
        }
        let saved = try files().map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) }
        bench = try await open()
        for _ in 0..<3 { #expect(await bench?.outcome(LockBench.wrong) == .authenticationFailed) }
        bench = nil
        for name in try files() { try FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
        for (name, data) in saved {
            let file = folder.appendingPathComponent(name).path
            #expect(FileManager.default.createFile(atPath: file, contents: data, attributes: [.posixPermissions: 0o600]))
        }
        await #expect(throws: VaultError(.corrupted, "")) { try await open() }
    }

    @Test func theKeyIsDestroyedAfterSoManyWrongPINs() async throws {
        let bench = try LockBench(policy: LockBench.policy(wipesAfter: 5))
        _ = try await bench.lock().setUp(pin: AppLockPIN(new: LockBench.pin))
        for _ in 0..<4 {
            #expect(await bench.outcome(LockBench.wrong) == .authenticationFailed)
            bench.clocks.advance(.hours(1))
        }
        #expect(await bench.outcome(LockBench.wrong) == .wiped)
        #expect(await bench.outcome(LockBench.pin) == .notSetUp)
        #expect(try await bench.store.keys(in: bench.vault.namespace).isEmpty)
    }

    @Test(arguments: [false, true])
    func theDuressPINOpensWithAnotherKey(wipes: Bool) async throws {
        let bench = try LockBench(policy: LockBench.policy(duressWipes: wipes))
        let key = try await bench.lock().setUp(pin: AppLockPIN(new: LockBench.pin)).key
        let (pin, duress) = (try AppLockPIN(LockBench.pin), try AppLockPIN(new: "551177"))
        #expect(await bench.outcome("551177") == .authenticationFailed)
        await #expect(throws: AuthError.authenticationFailed) {
            try await bench.lock().setDuressPIN(duress, pin: AppLockPIN(LockBench.wrong))
        }
        await #expect(throws: AuthError(.invalidArgument, "")) { try await bench.lock().setDuressPIN(pin, pin: pin) }
        let before = try await bench.store.read(ItemKey("applock.main.record", in: bench.vault.namespace), prompt: nil).count
        try await bench.lock().setDuressPIN(duress, pin: pin)
        // Nobody sees that there is one.
        #expect(try await bench.store.read(ItemKey("applock.main.record", in: bench.vault.namespace), prompt: nil).count == before)
        await #expect(throws: AuthError(.invalidArgument, "")) { try await bench.lock().changePIN(from: pin, to: duress) }
        let lock = try bench.lock()
        let opening = try await lock.unlock(pin: duress)
        #expect(opening.way == .duress && opening.key != key)
        #expect(try await bench.lock().unlock(pin: duress).key == opening.key)
        await #expect(throws: AuthError(.appLocked, "")) { try await lock.enableBiometry() }
        await #expect(throws: AuthError.authenticationFailed) {
            try await bench.lock().setDuressPIN(AppLockPIN(new: "730519"), pin: duress)
        }
        #expect(await bench.outcome(LockBench.pin) == (wipes ? .authenticationFailed : nil))
    }

    @Test func withHardwareTheStoreAndThePINAreNotEnough() async throws {
        var bench = try LockBench()
        let hardware = try CountingWrappingKey()
        bench.wrappingKey = hardware
        let key = try await bench.lock().setUp(pin: AppLockPIN(new: LockBench.pin)).key
        #expect(try await bench.lock().unlock(pin: AppLockPIN(LockBench.pin)).key == key)
        let before = hardware.unwraps
        #expect(await bench.outcome(LockBench.wrong) == .authenticationFailed)
        #expect(hardware.unwraps == before + 1)
        bench.wrappingKey = nil
        #expect(await bench.outcome(LockBench.pin) == .hardwareUnavailable)
        bench.wrappingKey = try CountingWrappingKey()
        #expect(await bench.outcome(LockBench.pin) == .authenticationFailed)
        bench.clocks.advance(.hours(2))
        bench.wrappingKey = hardware
        #expect(try await bench.lock().unlock(pin: AppLockPIN(LockBench.pin)).key == key)
    }

    /// Neither the key nor the PIN stands in what is stored, and without any one of its parts the rest opens nothing.
    @Test func theStoreAloneHasNoKey() async throws {
        let bench = try LockBench()
        let key = try await bench.lock().setUp(pin: AppLockPIN(new: LockBench.pin)).key
        for item in try await bench.store.keys(in: bench.vault.namespace) {
            let stored = try await bench.store.read(item, prompt: nil)
            let bytes = unsafe Data(stored.withUnsafeBytes { unsafe Array($0) })
            let found = unsafe key.withUnsafeBytes { unsafe bytes.range(of: Data($0)) != nil }
            #expect(!found && bytes.range(of: Data(LockBench.pin.utf8)) == nil)
        }
        // Another device's secret: the salt is another one.
        let record = try #require(await AppLockStorage(vault: bench.vault, name: "main").record())
        let other = try SystemEntropy().secret(count: 32)
        let stretched = try record.keys.stretched(AppLockPIN(LockBench.pin), device: other, wrappingKey: nil)
        #expect(try record.keys.open(stretched) == nil)
        let item = try ItemKey("applock.main.device", in: bench.vault.namespace)
        #expect(try await !bench.store.policy(of: item).isSynchronised)
        try await bench.store.remove(item)
        #expect(await bench.outcome(LockBench.pin) == .notFound)
        #expect(try await bench.lock().status().failures == 0)
    }

    @Test func aStoreThatFailsOpensNothing() async throws {
        let store = MemoryStore()
        let bench = try LockBench(store)
        _ = try await bench.lock().setUp(pin: AppLockPIN(new: LockBench.pin))
        for operation in [MemoryStore.Operation.read, .write] {
            await store.fail(operation, with: VaultError(.storeUnavailable, "planted"))
            #expect(await bench.outcome(LockBench.pin) == .storeUnavailable)
            await store.fail(operation, with: nil)
        }
        await store.setLocked(true)
        #expect(await bench.outcome(LockBench.pin) == .storeLocked)
        await store.setLocked(false)
        #expect(await bench.outcome(LockBench.pin) == nil)
    }

    @Test func timeInTheBackgroundLocks() async throws {
        let bench = try LockBench(policy: LockBench.policy(grace: .seconds(60)))
        let lock = try bench.lock()
        await #expect(throws: AuthError(.appLocked, "")) { try await lock.key() }
        let key = try await lock.setUp(pin: AppLockPIN(new: LockBench.pin)).key
        #expect(try await lock.key() == key)
        await lock.didEnterBackground()
        bench.clocks.advance(.seconds(59))
        #expect(await lock.willEnterForeground())
        await lock.didEnterBackground()
        bench.clocks.setWall(0)
        bench.clocks.advance(.seconds(60))
        #expect(await !lock.willEnterForeground())
        await #expect(throws: AuthError(.appLocked, "")) { try await lock.key() }
        #expect(await bench.outcome(LockBench.pin, lock) == nil)
        await lock.lock()
        await #expect(throws: AuthError(.appLocked, "")) { try await lock.key() }
    }

    @Test func PINsThatEverybodyTriesFirstAreRefused() throws {
        for text in ["000000", "121212", "123123", "123456", "654321", "987654", "1234567890", "abcdef", "aaaaaaaa", "12345", "", "é1234"] {
            #expect(throws: AuthError(.invalidArgument, ""), "\(text)") { try AppLockPIN(new: text) }
        }
        for text in ["270461", "135791", "112233", "correct horse", "1234568"] { _ = try AppLockPIN(new: text) }
        #expect(throws: AuthError(.invalidArgument, "")) { try AppLockPIN(String(repeating: "7", count: 65)) }
        #expect(throws: AuthError(.invalidArgument, "")) { try AppLockPIN("") }
        #expect("\(try AppLockPIN(LockBench.pin))" == "‹redacted›")
    }

    @Test func policiesAndNamesOutOfRangeAreRefused() throws {
        let cheap = PasswordCost.argon2id(memoryKiB: 1024, passes: 1)
        let wrong: [() throws -> AppLockPolicy] = [
            { try AppLockPolicy(freeAttempts: 0) }, { try AppLockPolicy(freeAttempts: 11) }, { try AppLockPolicy(firstDelay: .zero) },
            { try AppLockPolicy(maximumDelay: .seconds(1)) }, { try AppLockPolicy(maximumDelay: .hours(25)) },
            { try AppLockPolicy(wipesAfter: 4) }, { try AppLockPolicy(backgroundGrace: .seconds(-1)) },
            { try AppLockPolicy(backgroundGrace: .hours(2)) }, { try AppLockPolicy(cost: cheap) },
            { try AppLockPolicy(cost: .pbkdf2SHA256(iterations: 1000)) },
        ]
        for make in wrong { #expect(throws: AuthError(.invalidArgument, "")) { try make() } }
        let vault = try LockBench.vault(MemoryStore())
        for name in ["", "a b", "ä", String(repeating: "a", count: 33), "a.b"] {
            #expect(throws: AuthError(.invalidArgument, "")) { try AppLock(vault: vault, name: name) }
        }
    }
}
