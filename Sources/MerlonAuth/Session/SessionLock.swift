import Foundation
import MerlonCore
import MerlonVault

/// Lets one refresh of a session run at a time: over all tasks and instances, and over all processes that share the vault's folder.
///
/// The lock is a file's, so a process that dies gives it back. iOS ends an app that is suspended with such a lock: it is given back before, and
/// what was under way must ask ``ExclusiveLease/isHeld`` before it writes.
struct SessionLock: Sendable {
    private let path: String?
    private let name: String
    private let activity: any BackgroundActivity

    /// - Parameters:
    ///   - folder: A folder that all processes of the session share; `nil` where there is one process only.
    ///   - name: Tells the sessions of a folder apart.
    init(folder: String?, name: String, activity: any BackgroundActivity) {
        self.name = name
        self.activity = activity
        path = folder.map { "\($0)/\(name).session-lock" }
    }

    /// How long a caller waits for others: longer than a request may take.
    static let patience = TimeSpan.minutes(2)

    func acquire(time: any TimeSource) async throws(AuthError) -> Held {
        let end = time.monotonicTime + Self.patience
        var pause: UInt64 = 1_000_000
        while true {
            if let held = try take() { return held }
            guard time.monotonicTime < end else { throw AuthError(.unavailable, "Another process keeps the session's lock.") }
            // A task that was cancelled does not pause any more: it must not go round either.
            do { try await Task.sleep(nanoseconds: pause) } catch { throw AuthError(.userCancelled, "The caller gave up waiting.") }
            pause = min(pause * 2, 50_000_000)
        }
    }

    private func take() throws(AuthError) -> Held? {
        guard let path else { return ProcessLocks.take(name).map { Held(lease: nil, name: name, activity: activity) } }
        // The store's own folder is made when it is first needed, which may be now.
        try? FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        do throws(VaultError) {
            return try ExclusiveLease.take(path).map { Held(lease: $0, name: name, activity: activity) }
        } catch { throw AuthError(error) }
    }

    /// The lock while it is held.
    final class Held: Sendable {
        private let lease: ExclusiveLease?
        private let name: String
        private let activity: any BackgroundActivity
        private let token: any Sendable

        fileprivate init(lease: ExclusiveLease?, name: String, activity: any BackgroundActivity) {
            self.lease = lease
            self.name = name
            self.activity = activity
            token = activity.begin { lease?.revoke() }
        }

        /// Whether nobody else can have it.
        var isHeld: Bool { lease?.isHeld ?? true }

        func release() {
            if let lease { lease.revoke() } else { ProcessLocks.giveBack(name) }
            activity.end(token)
        }
    }
}

/// Locks within this process, by name.
private enum ProcessLocks {
    private static let lock = Lock()
    nonisolated(unsafe) private static var taken: Set<String> = []

    static func take(_ name: String) -> Void? { lock.withLock { unsafe taken.insert(name).inserted } ? () : nil }
    static func giveBack(_ name: String) { lock.withLock { _ = unsafe taken.remove(name) } }
}
