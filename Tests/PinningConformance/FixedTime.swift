public import MerlonCore

/// A wall clock that stands.
public struct FixedTime: TimeSource {
    public var wallTime: WallTime
    public var monotonicTime: MonotonicTime { SystemTimeSource().monotonicTime }

    /// Makes it.
    public init(wallTime: WallTime) { self.wallTime = wallTime }
}
