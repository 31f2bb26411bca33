import MerlonCore

/// Two clocks at one time: the one that people set, and the one that counts since the device started.
struct ClockAnchor: Sendable {
    let wall: WallTime
    let monotonic: MonotonicTime

    init(_ time: any TimeSource) {
        wall = time.wallTime
        monotonic = time.monotonicTime
    }

    /// How the clocks stand since then.
    func reading(now: ClockAnchor, installed: WallTime) -> ClockReading {
        let elapsed = (now.monotonic - monotonic).inSeconds
        return ClockReading(drift: now.wall.seconds(since: wall) - elapsed, sinceInstallation: now.wall.seconds(since: installed))
    }
}

extension WallTime {
    func seconds(since other: WallTime) -> Double {
        Double(seconds) - Double(other.seconds) + (Double(nanoseconds) - Double(other.nanoseconds)) / 1e9
    }
}
