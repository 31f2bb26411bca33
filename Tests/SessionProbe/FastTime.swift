import MerlonCore

/// The system's time, faster or moved.
struct FastTime: TimeSource {
    let factor: Int64
    let offset: TimeSpan

    // All processes count from the same moment.
    private static let origin = WallTime(seconds: 1_790_000_000)

    var wallTime: WallTime {
        let elapsed = SystemTimeSource().wallTime - Self.origin
        // By milliseconds within a day or so: more times the factor would not fit.
        return Self.origin + .milliseconds(elapsed.nanoseconds / 1_000_000 % 100_000_000 * factor) + offset
    }

    var monotonicTime: MonotonicTime { MonotonicTime(nanoseconds: SystemTimeSource().monotonicTime.nanoseconds &* UInt64(factor)) + offset }
}
