public import MerlonCore

/// The decisions of a ``SensitiveSession``, without clocks, windows or prompts: events and answers in, actions out.
///
/// It begins locked. Losing the focus alone never asks again: the system's own prompt takes the focus, and an app that asked on every return
/// of it would ask for ever.
public struct SensitiveSessionState: Sendable {
    /// What the session is to do, in this order.
    public enum Action: Hashable, Sendable {
        /// Clear the registered fields.
        case clearFields
        /// Leave what was on the screen for one that may be seen while locked.
        case showSafeScreen
        /// Ask the owner. The answer comes back under this number.
        case ask(Int)
        /// Go on: the owner is there.
        case open
    }

    /// Whether it is open.
    public enum Phase: Hashable, Sendable {
        case locked
        /// The owner is being asked.
        case asking
        case open
    }

    /// Where it stands.
    public private(set) var phase = Phase.locked
    private let policy: SensitiveSessionPolicy
    private var scenes: [Int: Activity] = [:]
    private var leftForeground: SceneMoment?
    private var leftActive: SceneMoment?
    private var question = 0
    /// A question whose answer must not open anything any more.
    private var isQuestionStale = false

    private enum Activity { case background, inactive, active }

    /// Begins locked.
    public init(policy: SensitiveSessionPolicy) { self.policy = policy }

    /// Takes an event.
    public mutating func handle(_ event: SceneEvent, at moment: SceneMoment) -> [Action] {
        let wasForeground = isForeground
        switch event {
        case .willResignActive(let scene): if scenes[scene] == .active { scenes[scene] = .inactive }
        case .didEnterBackground(let scene): scenes[scene] = .background
        case .willEnterForeground(let scene): scenes[scene] = .inactive
        case .didBecomeActive(let scene): scenes[scene] = .active
        case .didDisconnect(let scene): scenes[scene] = nil
        case .deviceLocked: return policy.locksWithDevice ? lock() : []
        }
        if !isActive, leftActive == nil { leftActive = moment }
        var actions: [Action] = []
        if wasForeground, !isForeground {
            leftForeground = moment
            if policy.clearsFields == .inBackground { actions.append(.clearFields) }
            // Whoever answers a prompt that the app has left is not looking at the app.
            if phase == .asking { isQuestionStale = true }
        }
        if isForeground { actions += returned(at: moment) }
        if isActive {
            leftActive = nil
            if phase == .locked, case .didBecomeActive = event { actions.append(ask()) }
        }
        return actions
    }

    /// The person asks to be let in: a tap on the lock screen's button.
    public mutating func unlockRequested() -> [Action] { phase == .locked && isForeground ? [ask()] : [] }

    /// The app locks of its own accord: a button, a message from the server.
    public mutating func lockRequested() -> [Action] { lock() }

    /// Takes the answer to the question of this number.
    public mutating func answered(_ answer: OwnerAnswer, to number: Int) -> [Action] {
        guard phase == .asking, number == question else { return [] }
        guard answer == .confirmed, !isQuestionStale else {
            phase = .locked
            return []
        }
        phase = .open
        return [.open]
    }

    /// Locks when the app was away too long, as soon as any of it is on the screen again: before the system shows it.
    private mutating func returned(at moment: SceneMoment) -> [Action] {
        defer { leftForeground = nil }
        let wasAway = leftForeground.map { moment.elapsed(since: $0) >= policy.gracePeriod } ?? false
        let wasIdle = isActive && (leftActive.map { moment.elapsed(since: $0) >= policy.inactiveLimit } ?? false)
        return wasAway || wasIdle ? lock() : []
    }

    private mutating func lock() -> [Action] {
        switch phase {
        case .locked: return []
        case .asking:
            // The screen is a safe one already.
            isQuestionStale = true
            return []
        case .open:
            phase = .locked
            return policy.clearsFields == .whenLocked ? [.clearFields, .showSafeScreen] : [.showSafeScreen]
        }
    }

    private mutating func ask() -> Action {
        phase = .asking
        isQuestionStale = false
        question += 1
        return .ask(question)
    }

    private var isForeground: Bool { scenes.values.contains { $0 != .background } }
    private var isActive: Bool { scenes.values.contains(.active) }
}
