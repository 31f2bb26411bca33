public import MerlonCore

/// Something that forgets what was typed into it when a ``SensitiveSession`` says so.
@MainActor public protocol Clearable: AnyObject {
    /// Forgets its value.
    func clear()
}

/// Brings an app back to a safe screen: after time in the background it is locked, its fields are empty, and the owner is asked before
/// anything is shown again. OWASP MASVS-PLATFORM-3, MASVS-AUTH-2.
///
/// ```swift
/// let session = SensitiveSession(lock: appLock, reason: "Unlock your accounts", onLock: { router.show(.lockScreen) }, onOpen: { router.show(.home) })
/// session.observeScenes()          // iOS: takes the events of all scenes from now on
/// ```
///
/// It guards screens, not secrets: who can change the running app can call `onOpen` too. Keys and tokens are guarded by what opens them
/// (`AppLock`, an access policy of the vault).
@MainActor public final class SensitiveSession {
    /// Whether the session is open.
    public var phase: SensitiveSessionState.Phase { state.phase }
    /// What came of the last question; for the lock screen's words.
    public private(set) var lastAnswer: OwnerAnswer?

    private var state: SensitiveSessionState
    private let lock: any OwnerLock
    private let reason: String
    private let time: any TimeSource
    private let onLock: @MainActor () -> Void
    private let onOpen: @MainActor () -> Void
    private var fields: [WeakClearable] = []
    /// What an adapter needs to keep while the session lives, such as its observers.
    var adapterState: AnyObject?

    private struct WeakClearable { weak var field: (any Clearable)? }

    /// Makes a locked session.
    ///
    /// - Parameters:
    ///   - reason: Why the owner is asked, in their language.
    ///   - onLock: Leaves what is on the screen for one that may be seen while locked. Called before anything of the app is shown again.
    ///   - onOpen: The owner is there.
    public init(
        policy: SensitiveSessionPolicy = .init(), lock: any OwnerLock, reason: String, time: any TimeSource = SystemTimeSource(),
        onLock: @escaping @MainActor () -> Void, onOpen: @escaping @MainActor () -> Void
    ) {
        state = SensitiveSessionState(policy: policy)
        self.lock = lock
        self.reason = reason
        self.time = time
        self.onLock = onLock
        self.onOpen = onOpen
    }

    /// Takes an event of the app's life.
    public func handle(_ event: SceneEvent) {
        perform(state.handle(event, at: SceneMoment(monotonic: time.monotonicTime, wall: time.wallTime)))
    }

    /// Asks the owner again, after an answer that did not open: for a button of the lock screen.
    public func unlock() { perform(state.unlockRequested()) }

    /// Locks now.
    public func lockNow() { perform(state.lockRequested()) }

    /// Clears the field whenever the policy says so. The session does not keep it alive.
    public func register(_ field: any Clearable) {
        fields.removeAll { $0.field == nil }
        fields.append(WeakClearable(field: field))
    }

    private func perform(_ actions: [SensitiveSessionState.Action]) {
        for action in actions {
            switch action {
            case .clearFields: for field in fields { field.field?.clear() }
            case .showSafeScreen: onLock()
            case .open: onOpen()
            case .ask(let number):
                Task { [lock, reason, weak self] in
                    let answer = await lock.ask(reason: reason)
                    self?.take(answer, to: number)
                }
            }
        }
    }

    private func take(_ answer: OwnerAnswer, to number: Int) {
        lastAnswer = answer
        perform(state.answered(answer, to: number))
    }
}
