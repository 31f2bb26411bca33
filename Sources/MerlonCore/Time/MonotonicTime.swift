/// A reading of a clock that nobody can set: it only moves forward, also while the device sleeps, and starts anew at each boot.
///
/// Readings of two boots cannot be compared.
public struct MonotonicTime: Hashable, Comparable, Codable, Sendable {
    /// Nanoseconds since an arbitrary point, which is the same for all readings of one boot.
    public var nanoseconds: UInt64

    /// Makes a reading.
    public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The time from `right` to `left`; negative when `left` is the earlier one.
    public static func - (left: MonotonicTime, right: MonotonicTime) -> TimeSpan {
        let forward = left.nanoseconds >= right.nanoseconds
        let distance = forward ? left.nanoseconds - right.nanoseconds : right.nanoseconds - left.nanoseconds
        let magnitude = Int64(clamping: distance)
        return TimeSpan(nanoseconds: forward ? magnitude : -magnitude)
    }

    /// The reading `span` later; clamped at the ends of the range.
    public static func + (left: MonotonicTime, span: TimeSpan) -> MonotonicTime {
        let distance = span.nanoseconds.magnitude
        let (moved, overflow) =
            span.nanoseconds < 0
            ? left.nanoseconds.subtractingReportingOverflow(distance) : left.nanoseconds.addingReportingOverflow(distance)
        return MonotonicTime(nanoseconds: overflow ? (span.nanoseconds < 0 ? 0 : .max) : moved)
    }
}
