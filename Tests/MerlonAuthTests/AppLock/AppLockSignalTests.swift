import Foundation
import MerlonCore
import MerlonCrypto
import MerlonVault
import TestSupport
import Testing

@testable import MerlonAuth

/// Real processes over a file vault, ended by SIGKILL at random moments: whoever saw a verdict was counted.
struct AppLockSignalTests {
    /// Four at once, each with a vault of its own.
    @Test(arguments: 0..<4)
    func noVerdictGoesUncounted(lane: Int) async throws {
        try await withTemporaryFolder { folder in
            let keyFile = folder.appendingPathComponent("key").path
            let path = folder.appendingPathComponent("vault.db").path
            let protector = try KeyFileProtector.create(at: keyFile)
            var policy = LockBench.policy()
            policy = AppLockPolicy(
                freeAttempts: 1_000_000, delays: policy.firstDelay, policy.maximumDelay, wipesAfter: nil, duressWipes: false, grace: .zero,
                cost: policy.cost)
            func lock() async throws -> AppLock {
                try await AppLock(
                    vault: LockBench.vault(FileStore.open(at: path, with: [protector], patience: .seconds(60))), policy: policy)
            }
            _ = try await FileStore.create(at: path, protectors: [protector])
            let key = try await lock().setUp(pin: AppLockPIN(new: LockBench.pin)).key
            var counted = 0
            var verdicts = 0
            var hits = 0
            // How long the first verdict takes depends on the machine and its disk: kills are sought around it.
            var longest: UInt32 = 30_000
            for life in 0..<250 {
                let child = try ChildProcess.run(BuiltProducts.executable("AppLockProbe"), [path, keyFile]) { [longest] pid in
                    usleep(UInt32.random(in: 0...longest))
                    kill(pid, SIGKILL)
                }
                #expect(child.wasKilled, "\(child.errors)")
                let seen = child.output.split(separator: "\n").count { $0 == "wrong" }
                #expect(!child.output.contains("open"))
                longest = seen == 0 ? min(longest / 3 * 4, 2_000_000) : max(longest / 4 * 3, 10_000)
                let now = try await lock().status().failures
                // Each verdict was counted before it was given; the attempt that was cut short may have been.
                #expect(now - counted >= seen && now - counted <= seen + 1, "life \(life)")
                hits += now - counted == seen + 1 ? 1 : 0
                (counted, verdicts) = (now, verdicts + seen)
            }
            // Many lives must have ended within an attempt, or nothing was shown.
            #expect(hits > 50 && verdicts > 50, "\(hits) of 250 within an attempt, \(verdicts) verdicts")
            #expect(try await lock().unlock(pin: AppLockPIN(LockBench.pin)).key == key)
        }
    }
}
