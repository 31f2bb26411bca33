/// A point on the UTC time line, as seconds since 1970-01-01T00:00:00Z without leap seconds (POSIX time).
///
/// Signed 64-bit seconds: defined for every date that a certificate, a profile or a token can carry, including those before 1970 and past 2106.
public struct WallTime: Hashable, Comparable, Codable, Sendable {
    /// Whole seconds since the epoch; negative before 1970.
    public var seconds: Int64
    /// Nanoseconds within the second, 0 ..< 1,000,000,000.
    public var nanoseconds: UInt32

    /// Makes a point in time. `nanoseconds` is clamped to 0 ..< 1,000,000,000.
    public init(seconds: Int64, nanoseconds: UInt32 = 0) {
        self.seconds = seconds
        self.nanoseconds = min(nanoseconds, 999_999_999)
    }

    public static func < (left: WallTime, right: WallTime) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}

extension WallTime {
    /// The point `span` later; clamped at the ends of the range.
    public static func + (left: WallTime, span: TimeSpan) -> WallTime {
        let nanoseconds = Int64(left.nanoseconds) + span.nanoseconds % 1_000_000_000
        let carry: Int64 = nanoseconds < 0 ? -1 : nanoseconds / 1_000_000_000
        let (seconds, overflow) = left.seconds.addingReportingOverflow(span.nanoseconds / 1_000_000_000 + carry)
        if overflow { return WallTime(seconds: span.nanoseconds < 0 ? .min : .max) }
        return WallTime(seconds: seconds, nanoseconds: UInt32(nanoseconds - carry * 1_000_000_000))
    }

    /// The time from `right` to `left`; clamped at the ends of the range of ``TimeSpan``.
    public static func - (left: WallTime, right: WallTime) -> TimeSpan {
        let (seconds, overflow) = left.seconds.subtractingReportingOverflow(right.seconds)
        if overflow { return TimeSpan(nanoseconds: left.seconds < 0 ? .min : .max) }
        return .seconds(seconds) + TimeSpan(nanoseconds: Int64(left.nanoseconds) - Int64(right.nanoseconds))
    }
}
