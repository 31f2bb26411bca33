public import MerlonCore

/// What an app learns about itself and its windows, in the order in which the system tells it.
///
/// A scene is one of the app's windows as the person sees them: `UIScene` on iOS, by an identifier that the adapter chooses. An app without
/// scenes has one.
public enum SceneEvent: Hashable, Sendable {
    /// The scene is about to lose the focus: a call, the notification centre, the app switcher, a prompt of the system.
    case willResignActive(scene: Int)
    /// The scene left the screen.
    case didEnterBackground(scene: Int)
    /// The scene is about to come back to the screen.
    case willEnterForeground(scene: Int)
    /// The scene has the focus.
    case didBecomeActive(scene: Int)
    /// The scene was thrown away.
    case didDisconnect(scene: Int)
    /// The device was locked, or is about to be.
    case deviceLocked
}

/// When something happened, by both clocks.
public struct SceneMoment: Hashable, Sendable {
    /// By the clock that nobody can set. It decides.
    public var monotonic: MonotonicTime
    /// By the time of day. It can lengthen a stay in the background, never shorten it.
    public var wall: WallTime

    /// Makes a moment.
    public init(monotonic: MonotonicTime, wall: WallTime) {
        self.monotonic = monotonic
        self.wall = wall
    }

    /// How long ago `earlier` was: the longer of what both clocks say. A clock that went back is no answer, and the boot clock going back
    /// (another boot) means the longest time there is.
    func elapsed(since earlier: SceneMoment) -> TimeSpan {
        guard monotonic >= earlier.monotonic else { return TimeSpan(nanoseconds: .max) }
        return max(monotonic - earlier.monotonic, wall - earlier.wall)
    }
}
