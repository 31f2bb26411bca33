import Dispatch
import MerlonCore

/// The time in which a vault may hold a lock of its database: iOS ends an app that is suspended while it holds one in a shared container (0xdead10cc).
///
/// Apple: "Technical Note TN2408, Accessing Shared Data from an App Extension and its Containing App".
final class Wakefulness: Sendable {
    private let database: Database
    private let work = DispatchGroup()
    private let lock = Lock()
    nonisolated(unsafe) private var isExpired = false

    /// How long an expiring program waits for a transaction to be undone, or for a commit that is under way: what the disk takes.
    private static let patience = DispatchTimeInterval.seconds(3)

    init(of database: Database) {
        self.database = database
        work.enter()
    }

    /// Whether time is up.
    var isOver: Bool { lock.withLock { unsafe isExpired } }

    /// Throws when time is up: asked before a commit.
    func check() throws(VaultError) {
        if isOver { throw VaultError(.storeUnavailable, "The system is about to suspend the program: the change was not made.") }
    }

    /// Time is up: stops what runs, and returns when the database is free. The system suspends the program as soon as this returns.
    func expire() {
        lock.withLock { unsafe isExpired = true }
        database.interrupt()
        _ = work.wait(timeout: .now() + Self.patience)
    }

    /// The database is free.
    func end() { work.leave() }
}
