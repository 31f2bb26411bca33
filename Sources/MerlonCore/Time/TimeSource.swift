/// Where a component learns the time. Tests put their own in.
public protocol TimeSource: Sendable {
    /// The time of day, which the user and the network can set: for dates that others wrote (certificates, tokens).
    var wallTime: WallTime { get }
    /// The clock that nobody can set: for time-outs, locks and rate limits.
    var monotonicTime: MonotonicTime { get }
}

/// The system's clocks.
public struct SystemTimeSource: TimeSource {
    /// Makes the system's time source.
    public init() {}

    public var wallTime: WallTime { OperatingSystem.wallTime() }
    public var monotonicTime: MonotonicTime { OperatingSystem.monotonicTime() }
}
