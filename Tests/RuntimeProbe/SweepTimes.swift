import MerlonCore
import MerlonRuntime

/// Milliseconds of sweeps, and of the naive ways to ask the same.
final class SweepTimes: Sendable {
    private let lock = Lock()
    nonisolated(unsafe) private var times: [String: [Double]] = [:]

    /// All of them, by what was measured.
    var all: [String: [Double]] { lock.withLock { unsafe times } }

    func measure(_ name: String, _ body: @Sendable () async -> Void) async {
        let start = SystemTimeSource().monotonicTime
        await body()
        let milliseconds = (SystemTimeSource().monotonicTime - start).inSeconds * 1000
        lock.withLock { unsafe times[name, default: []].append(milliseconds) }
    }

    /// Sweeps and naive ways in turn, so that what else the machine does falls on all of them alike.
    static func measure(_ shield: Shield, _ count: Int) async -> SweepTimes {
        let times = SweepTimes()
        _ = await shield.sweep()
        for turn in 0..<count {
            await times.measure("cheap sweep") { _ = await shield.sweep(.cheap) }
            await times.measure("naive cheap sweep") { precondition(NaiveWays.cheap()) }
            await times.measure("full sweep") { _ = await shield.sweep() }
            // It takes so long that a few are enough.
            if turn % 10 == 0 { await times.measure("naive full sweep") { precondition(NaiveWays.full()) } }
        }
        return times
    }
}
