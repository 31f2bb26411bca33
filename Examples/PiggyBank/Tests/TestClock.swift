import MerlonCore

/// A clock that tests move.
final class TestClock: TimeSource, @unchecked Sendable {
    // Moved by one test between its awaits.
    private var seconds: Int64 = 0
    private let start = SystemTimeSource()
    private let wallStart: WallTime
    private let monotonicStart: MonotonicTime

    init() { (wallStart, monotonicStart) = (start.wallTime, start.monotonicTime) }

    func advance(_ seconds: Int64) { self.seconds += seconds }

    var wallTime: WallTime { wallStart + .seconds(seconds) }
    var monotonicTime: MonotonicTime { monotonicStart + .seconds(seconds) }
}
