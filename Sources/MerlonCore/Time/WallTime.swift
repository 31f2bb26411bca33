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
