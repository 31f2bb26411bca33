import Dispatch
import MerlonCore

/// Keeps records in an SQLite database: the embedded default, for any number of processes of one machine.
///
/// In a file, an exchange has reached the disk when it returns (write-ahead log, `synchronous = FULL`). Exchanges that wait for the disk
/// together are committed together, so the rate under load is far above that of the disk's flushes.
///
/// The file needs a file system that keeps locks: no network share. On its first use it is made readable for its owner alone.
public final class SQLiteReplayStore: OTPReplayStore, @unchecked Sendable {
    private struct Request {
        let key: String
        let expected: [UInt8]?
        let new: [UInt8]?
        let continuation: CheckedContinuation<Result<[UInt8]?, AuthError>, Never>
    }

    private let lock = Lock()
    // Under the lock: the requests that wait, and whether the queue is at work.
    private var waiting: [Request] = []
    private var isWorking = false
    /// In memory: under the lock. In a file: on the queue alone, where blocking harms nobody.
    private let database: ReplayDatabase
    private let queue: DispatchQueue?

    /// Opens the database at `path`, and makes one where there is none.
    ///
    /// Throws ``AuthError/Code/storeUnavailable`` when it cannot be opened, ``AuthError/Code/corrupted`` when the file is something else.
    public init(path: String) throws(AuthError) {
        try PrivateFile.create(path)
        database = try ReplayDatabase(path: path)
        queue = DispatchQueue(label: "merlon.otp.replay")
    }

    private init() throws(AuthError) {
        database = try ReplayDatabase(path: nil)
        queue = nil
    }

    /// A database in this process's memory, with the limits of ``MemoryReplayStore``.
    public static func inMemory() throws(AuthError) -> SQLiteReplayStore { try SQLiteReplayStore() }

    public func compareAndSet(_ key: String, expected: [UInt8]?, new: [UInt8]?) async throws(AuthError) -> [UInt8]? {
        try OTPReplayLimits.check(key, new)
        guard let queue else {
            return try lock.withLock { () throws(AuthError) in try database.compareAndSet(key, expected: expected, new: new) }
        }
        let result = await withCheckedContinuation { continuation in
            let mustStart = lock.withLock {
                waiting.append(Request(key: key, expected: expected, new: new, continuation: continuation))
                defer { isWorking = true }
                return !isWorking
            }
            if mustStart { queue.async { [self] in work() } }
        }
        return try result.get()
    }

    /// Commits what waits, all in one transaction, until nothing waits any more.
    private func work() {
        while true {
            let requests = lock.withLock {
                let taken = waiting
                waiting = []
                if taken.isEmpty { isWorking = false }
                return taken
            }
            if requests.isEmpty { return }
            do throws(AuthError) {
                let results = try database.inTransaction { () throws(AuthError) in
                    var results: [[UInt8]?] = []
                    for request in requests {
                        results.append(try database.compareAndSet(request.key, expected: request.expected, new: request.new))
                    }
                    return results
                }
                // Only what is on the disk is told.
                for (request, result) in zip(requests, results) { request.continuation.resume(returning: .success(result)) }
            } catch {
                for request in requests { request.continuation.resume(returning: .failure(error)) }
            }
        }
    }
}
