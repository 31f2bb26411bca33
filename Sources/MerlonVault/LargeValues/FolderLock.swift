import Foundation
import MerlonCore

/// Keeps writers of one folder apart, in all processes: `flock` on a file in it, which the system releases when a process dies.
///
/// Waiting does not block a thread. The lock is held for the time of one write. iOS ends an app that holds a lock in a shared container when it
/// is suspended (0xdead10cc): an ``ExclusiveLease`` can be revoked before that, and what was under way then stops before its next step.
struct FolderLock: Sendable {
    private let path: String?
    private let activity: any BackgroundActivity

    /// A lock in a folder, which must exist; `nil`: one of this process alone.
    init(folder: String?, activity: any BackgroundActivity = SystemBackgroundActivity()) {
        path = folder.map { $0 + "/lock" }
        self.activity = activity
    }

    /// How long a caller waits for others.
    static let patience = TimeSpan.seconds(30)

    /// Runs `body` while nobody else runs one.
    func exclusively<Result: Sendable>(
        _ body: (ExclusiveLease) async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        let lease = try await acquire()
        let token = activity.begin { lease.revoke() }
        defer {
            lease.revoke()
            activity.end(token)
        }
        return try await body(lease)
    }

    private func acquire() async throws(VaultError) -> ExclusiveLease {
        let clock = SystemTimeSource()
        let end = clock.monotonicTime + Self.patience
        var pause: UInt64 = 1_000_000
        while true {
            if let lease = try path.map({ (path) throws(VaultError) in try ExclusiveLease.take(path) }) ?? ExclusiveLease.takeInProcess() {
                return lease
            }
            guard clock.monotonicTime < end else { throw VaultError(.storeUnavailable, "Another writer keeps the vault's lock.") }
            guard (try? await Task.sleep(nanoseconds: pause)) != nil else { throw Deadline.cancelled }
            pause = min(pause * 2, 50_000_000)
        }
    }
}

/// The right to write, until it is given back or revoked.
package final class ExclusiveLease: @unchecked Sendable {
    private let lock = Lock()
    private var descriptor: Int32?
    private let isInProcess: Bool

    private init(descriptor: Int32?, isInProcess: Bool) {
        self.descriptor = descriptor
        self.isInProcess = isInProcess
    }

    /// Takes the lock file, or `nil` when someone else has it.
    package static func take(_ path: String) throws(VaultError) -> ExclusiveLease? {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system("The vault's lock cannot be opened") }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let error = errno
            close(descriptor)
            if error == EWOULDBLOCK { return nil }
            throw .system("The vault's lock cannot be taken", error)
        }
        return ExclusiveLease(descriptor: descriptor, isInProcess: false)
    }

    private static let processLock = Lock()
    nonisolated(unsafe) private static var isTakenInProcess = false

    /// Takes the lock of this process.
    static func takeInProcess() -> ExclusiveLease? {
        processLock.withLock {
            guard unsafe !isTakenInProcess else { return nil }
            unsafe isTakenInProcess = true
            return ExclusiveLease(descriptor: -1, isInProcess: true)
        }
    }

    /// Whether the lock is still held.
    package var isHeld: Bool { lock.withLock { descriptor != nil } }

    /// Throws when the lock was revoked: ask before each step that others must not take at once.
    func check() throws(VaultError) {
        if !isHeld { throw VaultError(.storeUnavailable, "The system is about to suspend the program: the write was not finished.") }
    }

    /// Gives the lock back.
    package func revoke() {
        lock.withLock {
            guard let held = descriptor else { return }
            descriptor = nil
            if isInProcess { return Self.processLock.withLock { unsafe Self.isTakenInProcess = false } }
            // A process that is just being started has the descriptor until it runs its program: closing alone would leave the lock with it.
            flock(held, LOCK_UN)
            close(held)
        }
    }

    deinit { revoke() }
}

extension VaultError {
    /// A failure of the system call that has just returned.
    static func system(_ what: String, _ status: Int32 = errno) -> VaultError {
        let code: Code =
            switch status {
            case ENOENT: .notFound
            // What iOS answers for a file of a protected class while the device is locked.
            case EPERM: .locked
            default: .storeUnavailable
            }
        return VaultError(code, "\(what): \(unsafe String(cString: strerror(status))).", nativeStatus: status)
    }
}
