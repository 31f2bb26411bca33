/// Whether one scene is covered: events in, a state out. Without windows, so that each order of events can be tried anywhere.
struct SceneCover {
    private let policy: ScreenCoverPolicy
    private var isInactive = false
    private var isInBackground = false
    /// Whether the scene's screen is captured.
    var isCaptured = false

    init(policy: ScreenCoverPolicy) { self.policy = policy }

    /// Whether a cover is due.
    var isDue: Bool {
        isInBackground || (policy.moment == .whenInactive && isInactive) || (policy.coversWhileCaptured && isCaptured)
    }

    /// Takes an event of this scene.
    mutating func handle(_ event: SceneEvent) {
        switch event {
        case .willResignActive: isInactive = true
        case .didEnterBackground: (isInactive, isInBackground) = (true, true)
        // The first frame on the way back may be the one that is seen: the cover stays until the scene has the focus.
        case .willEnterForeground: (isInactive, isInBackground) = (true, policy.moment == .inBackground)
        case .didBecomeActive: (isInactive, isInBackground) = (false, false)
        case .didDisconnect, .deviceLocked: break
        }
    }
}
