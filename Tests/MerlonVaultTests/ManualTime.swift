import MerlonCore

/// A clock that stands until it is advanced.
final class ManualTime: TimeSource, @unchecked Sendable {
    private let lock = Lock()
    private var now = MonotonicTime(nanoseconds: 1)

    var wallTime: WallTime { WallTime(seconds: 0) }
    var monotonicTime: MonotonicTime { lock.withLock { now } }

    func advance(by span: TimeSpan) { lock.withLock { now = now + span } }
}
