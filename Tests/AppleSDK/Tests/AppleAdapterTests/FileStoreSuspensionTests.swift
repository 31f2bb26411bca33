import EmulatedDevice
import EmulatorSupport
import Foundation
import MerlonCore
import MerlonCrypto
import MerlonVault
import Testing
import UIKit

/// iOS ends an app that is suspended while it holds a lock in a shared container: the file store's database is free before that.
@Suite(.serialized) struct FileStoreSuspensionTests {
    init() {
        EmulatedDevice.current = EmulatedDevice()
        OpenSSLCryptography.install()
    }

    /// A counter that answers when it is told to: it is asked within a transaction, so this is a transaction of any length.
    private final class SlowCounter: MonotonicCounter, @unchecked Sendable {
        private let condition = NSCondition()
        private var number: UInt64 = 7
        private var isHeld = false
        private var isAsked = false

        private func waitWhileHeld() {
            condition.withLock {
                isAsked = isHeld
                condition.broadcast()
                while isHeld { condition.wait() }
            }
        }

        func value() throws(CryptoError) -> UInt64 {
            waitWhileHeld()
            return condition.withLock { number }
        }
        func increment() throws(CryptoError) -> UInt64 {
            condition.withLock {
                number += 1
                return number
            }
        }
        func hold() { condition.withLock { (isHeld, isAsked) = (true, false) } }
        func waitUntilAsked() { condition.withLock { while !isAsked { condition.wait() } } }
        func answer() {
            condition.withLock {
                isHeld = false
                condition.broadcast()
            }
        }
    }

    /// The system's word that time is up, and when the app came back from it.
    private final class Expiry: @unchecked Sendable {
        private let condition = NSCondition()
        private var hasBegun = false
        private var hasEnded = false
        private var wasEndedBeforeAnswer = false
        private var time = 0.0

        func run() {
            condition.withLock {
                hasBegun = true
                condition.broadcast()
            }
            EmulatedActivities.expire()
            condition.withLock { (hasEnded, time) = (true, ProcessInfo.processInfo.systemUptime) }
        }
        func waitUntilBegun() { condition.withLock { while !hasBegun { condition.wait() } } }
        func seeBeforeAnswer() { condition.withLock { wasEndedBeforeAnswer = hasEnded } }
        var cameBackBeforeTheAnswer: Bool { condition.withLock { wasEndedBeforeAnswer } }
        var end: Double { condition.withLock { time } }
    }

    @Test(.timeLimit(.minutes(5))) func aTransactionIsUndoneBeforeSuspension() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-suspension-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let key = try KeyFileProtector.create(at: folder + "/key")
        let counter = SlowCounter()
        let guarding = RollbackGuard(counter, interval: .zero)
        let store = try await FileStore.create(at: folder + "/v/v.db", protectors: [key], rollbackGuard: guarding)
        let item = try ItemKey("token", in: Namespace("com.example.bank", environment: .production))
        let (old, new) = (try SecretBytes(copying: [1]), try SecretBytes(copying: [2]))
        try await store.write(old, for: item, policy: .thisDevice())
        while EmulatedActivities.count > 0 { try await Task.sleep(nanoseconds: 1_000_000) }

        // Another process's view of the lock.
        let other = try await FileStore.open(at: folder + "/v/v.db", with: [key], patience: .zero, rollbackGuard: guarding)
        while EmulatedActivities.count > 0 { try await Task.sleep(nanoseconds: 1_000_000) }
        // The system is kept waiting for three seconds at most. On a machine that lets a thread wait for longer than that, it is tried again.
        var wasInTime = false
        for _ in 0..<20 where !wasInTime {
            counter.hold()
            let writing = Task { () -> VaultError? in
                do throws(VaultError) { try await store.write(new, for: item, policy: .thisDevice()) } catch { return error }
                return nil
            }
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    counter.waitUntilAsked()
                    continuation.resume()
                }
            }
            // One that has ended is counted until its thread has.
            while EmulatedActivities.count > 1 { try await Task.sleep(nanoseconds: 1_000_000) }
            #expect(EmulatedActivities.count == 1, "the app is kept awake while the database is locked")
            let busy = await #expect(throws: VaultError.self) { try await other.advanceRollbackGuard() }
            #expect(busy?.code == .storeUnavailable, "the lock is held")
            // Time is up while the transaction still waits: the system is not told that the app is ready before the database is free.
            let start = ProcessInfo.processInfo.systemUptime
            let expiry = Expiry()
            let isFree = await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    Thread.detachNewThread {
                        expiry.waitUntilBegun()
                        Thread.sleep(forTimeInterval: 0.2)
                        expiry.seeBeforeAnswer()
                        counter.answer()
                    }
                    expiry.run()
                    continuation.resume(returning: Self.isFree(folder + "/v/v.db"))
                }
            }
            wasInTime = expiry.end - start < 2.5
            if wasInTime {
                #expect(!expiry.cameBackBeforeTheAnswer, "the system was told that the app is ready while the lock was held")
                #expect(isFree, "the lock was kept into suspension")
            }
            #expect(await writing.value?.code == .storeUnavailable)
            while EmulatedActivities.count > 0 { try await Task.sleep(nanoseconds: 1_000_000) }
        }
        #expect(wasInTime, "twenty times a thread had to wait for seconds")

        // Back in the foreground nothing is lost, and writing goes on.
        #expect(try await store.read(item, prompt: nil) == old)
        try await store.write(new, for: item, policy: .thisDevice())
        #expect(try await other.read(item, prompt: nil) == new)
        while EmulatedActivities.count > 0 { try await Task.sleep(nanoseconds: 1_000_000) }
    }

    /// Whether another connection could write at this moment.
    private static func isFree(_ path: String) -> Bool {
        let program = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], timeout=0); c.execute('BEGIN IMMEDIATE'); c.rollback()"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", program, path]
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
