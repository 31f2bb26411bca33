import MerlonCore

/// A moment by the two clocks that nobody can set: which start of the device it is in, and how long after it.
struct AppLockMoment: Hashable, Sendable {
    /// Names the start of the device; `nil` where the system does not tell.
    let boot: String?
    let monotonic: MonotonicTime

    /// How long ago `earlier` is at least. After a restart only the time since the restart is sure, whatever the wall clock shows: whoever can
    /// restart a device can set its clock, too.
    func passed(since earlier: AppLockMoment) -> TimeSpan {
        let isSameStart = boot != nil && boot == earlier.boot
        let isAhead = monotonic >= earlier.monotonic
        if isSameStart { return isAhead ? monotonic - earlier.monotonic : .zero }
        // Without names for starts, a reading that lies ahead may be of the same one.
        if boot == nil || earlier.boot == nil, isAhead { return monotonic - earlier.monotonic }
        return TimeSpan(nanoseconds: Int64(clamping: monotonic.nanoseconds))
    }
}

/// The clocks of an app lock. Tests put their own in.
struct AppLockClock: Sendable {
    let time: any TimeSource
    let boot: @Sendable () -> String?

    /// The system's.
    static let system = AppLockClock(time: SystemTimeSource(), boot: { BootIdentity.current })

    var now: AppLockMoment { AppLockMoment(boot: boot(), monotonic: time.monotonicTime) }
}
