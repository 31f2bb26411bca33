import MerlonCore

/// A clock that shows what a test sets.
final class SetClock: TimeSource, @unchecked Sendable {
    private let lock = Lock()
    private var wall: WallTime
    private var monotonic = MonotonicTime(nanoseconds: 0)

    init(_ seconds: Int64) { wall = WallTime(seconds: seconds) }

    var wallTime: WallTime { lock.withLock { wall } }
    var monotonicTime: MonotonicTime { lock.withLock { monotonic } }

    func advance(_ span: TimeSpan) {
        lock.withLock {
            wall = wall + span
            monotonic = monotonic + span
        }
    }

    func set(_ seconds: Int64) { lock.withLock { wall = WallTime(seconds: seconds) } }
}
