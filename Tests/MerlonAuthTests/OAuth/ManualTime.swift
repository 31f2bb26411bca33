import MerlonCore

/// A clock that stands until it is moved.
final class ManualTime: TimeSource {
    private let lock = Lock()
    private nonisolated(unsafe) var elapsed = TimeSpan.zero

    func advance(_ span: TimeSpan) { lock.withLock { unsafe elapsed = unsafe elapsed + span } }

    var wallTime: WallTime { WallTime(seconds: FakeServer.start) + lock.withLock { unsafe elapsed } }
    var monotonicTime: MonotonicTime { MonotonicTime(nanoseconds: 1_000_000_000) + lock.withLock { unsafe elapsed } }
}
