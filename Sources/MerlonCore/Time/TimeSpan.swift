/// A length of time in whole nanoseconds, signed: up to 292 years either way.
///
/// The standard library's `Duration` needs iOS 16; Merlon runs on iOS 15.
public struct TimeSpan: Hashable, Comparable, Codable, Sendable {
    /// The length in nanoseconds.
    public var nanoseconds: Int64

    /// Makes a span of so many nanoseconds.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// No time at all.
    public static let zero = TimeSpan(nanoseconds: 0)

    /// So many seconds; clamped to what 64 bits of nanoseconds hold.
    public static func seconds(_ count: Int64) -> TimeSpan { clamped(count, times: 1_000_000_000) }

    /// So many milliseconds; clamped to what 64 bits of nanoseconds hold.
    public static func milliseconds(_ count: Int64) -> TimeSpan { clamped(count, times: 1_000_000) }

    /// So many minutes; clamped to what 64 bits of nanoseconds hold.
    public static func minutes(_ count: Int64) -> TimeSpan { clamped(count, times: 60_000_000_000) }

    /// So many hours; clamped to what 64 bits of nanoseconds hold.
    public static func hours(_ count: Int64) -> TimeSpan { clamped(count, times: 3_600_000_000_000) }

    /// The length in seconds, as a floating-point number.
    public var inSeconds: Double { Double(nanoseconds) / 1e9 }

    public static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The sum; clamped at the ends of the range.
    public static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
        return TimeSpan(nanoseconds: overflow ? (left.nanoseconds < 0 ? .min : .max) : sum)
    }

    /// The difference; clamped at the ends of the range.
    public static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        let (difference, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
        return TimeSpan(nanoseconds: overflow ? (left.nanoseconds < 0 ? .min : .max) : difference)
    }

    private static func clamped(_ count: Int64, times unit: Int64) -> TimeSpan {
        let (product, overflow) = count.multipliedReportingOverflow(by: unit)
        return TimeSpan(nanoseconds: overflow ? (count < 0 ? .min : .max) : product)
    }
}
