import MerlonCore
import MerlonVault
import Testing

@testable import MerlonAuth

/// Killed between entry and verdict, nobody gets an attempt for nothing.
struct AppLockKillTests {
    /// Somebody who kills the app after each entry, at every moment at which a store can be caught, and starts it again at once: a thousand times.
    @Test(arguments: [KillableStore.Moment.before, .after])
    func aThousandKillsGiveNoFreeAttempt(moment: KillableStore.Moment) async throws {
        let store = KillableStore()
        let bench = try LockBench(store)
        _ = try await bench.lock().setUp(pin: AppLockPIN(new: LockBench.pin))
        var verdicts = 0
        var refusals = 0
        for round in 0..<1_000 {
            let before = try await bench.lock().status().failures
            let outcome = await Self.outcome(of: LockBench.wrong, bench, store, killingAt: 0, moment)
            await store.revive()
            let after = try await bench.lock().status().failures
            switch outcome {
            // Killed before the count was written nothing was looked at; killed after, it was counted.
            case .killed: #expect(after == before + (moment == .after ? 1 : 0))
            case .refused:
                refusals += 1
                #expect(after == before)
            case .verdict: verdicts += 1
            }
            if round % 100 == 99 { bench.clocks.advance(.minutes(1)) }
        }
        #expect(verdicts == 0)
        if moment == .after {
            // Three that are free, and one whenever a wait is over: ten minutes have room for few.
            #expect(try await bench.lock().status().failures <= 8 && refusals > 990)
        }
    }

    /// Killed while a right PIN's count is taken back, the next entry opens as before.
    @Test(arguments: [KillableStore.Moment.before, .after])
    func aRightPINIsNoWorseForAKill(moment: KillableStore.Moment) async throws {
        let store = KillableStore()
        let bench = try LockBench(store)
        let key = try await bench.lock().setUp(pin: AppLockPIN(new: LockBench.pin)).key
        for _ in 0..<3 {
            #expect(await Self.outcome(of: LockBench.pin, bench, store, killingAt: 1, moment) == .killed)
            await store.revive()
            #expect(try await bench.lock().unlock(pin: AppLockPIN(LockBench.pin)).key == key)
        }
    }

    enum Outcome { case killed, refused, verdict }

    /// Enters a PIN in a process that is killed at its write of that number. Whoever is killed is never heard of again.
    private static func outcome(
        of pin: String, _ bench: LockBench, _ store: KillableStore, killingAt write: Int, _ moment: KillableStore.Moment
    ) async -> Outcome {
        let (stream, continuation) = AsyncStream.makeStream(of: Outcome.self)
        await store.kill(afterWrites: write, moment) { continuation.yield(.killed) }
        Task {
            let code = await bench.outcome(pin)
            continuation.yield(code == .lockedOut ? .refused : .verdict)
        }
        for await outcome in stream { return outcome }
        return .verdict
    }
}
