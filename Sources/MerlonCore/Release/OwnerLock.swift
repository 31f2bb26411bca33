/// A lock that asks the owner to be there: what guards an app's door, as the modules behind it see it. OWASP MASVS-AUTH-2.
///
/// MerlonAuth's app lock adopts it; sessions and screens that need a fresh proof ask through it, and know nothing of biometry or codes.
/// It decides whether a screen may be shown. Secrets are not guarded by its answer: they are opened by the key that the lock itself releases.
public protocol OwnerLock: Sendable {
    /// Asks the owner, with a reason in their language, and waits for the answer. Never blocks the caller's actor.
    func ask(reason: String) async -> OwnerAnswer
}

/// What came of asking the owner. Everything but ``confirmed`` means: stay locked.
public enum OwnerAnswer: Hashable, Sendable {
    /// The owner proved to be there, just now.
    case confirmed
    /// Somebody tried, and failed.
    case refused
    /// The question was taken away, by the person or the system. Ask again when they come back to it.
    case cancelled
    /// No further try is taken before this time.
    case delayed(until: WallTime)
    /// There is no way to ask: nothing is enrolled, or what was is gone. The reason is for the app's developer.
    case unavailable(reason: String)
}
