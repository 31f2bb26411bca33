import MerlonAuth
import MerlonCore

/// The app's door: the app lock, but for the moment after a PIN was set, when it was typed twice already.
struct BankDoor: OwnerLock {
    let door: AppLockDoor
    let fresh = FreshSetUp()

    func ask(reason: String) async -> OwnerAnswer { await fresh.take() ? .confirmed : await door.ask(reason: reason) }

    /// Whether a PIN has just been set. True once.
    actor FreshSetUp {
        private var isFresh = false

        func mark() { isFresh = true }
        func take() -> Bool {
            defer { isFresh = false }
            return isFresh
        }
    }
}
