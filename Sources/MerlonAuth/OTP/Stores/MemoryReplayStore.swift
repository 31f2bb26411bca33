import MerlonCore

/// Keeps records in this process's memory. For tests, and for a server of one process whose accounts may all sign in once more after a restart:
/// a restart forgets which codes were used.
public final class MemoryReplayStore: OTPReplayStore, @unchecked Sendable {
    // Under the lock alone. By bytes: strings are equal by canonical equivalence, and these names are not.
    private var records: [[UInt8]: [UInt8]] = [:]
    private let lock = Lock()

    /// Makes an empty store.
    public init() {}

    public func compareAndSet(_ key: String, expected: [UInt8]?, new: [UInt8]?) async throws(AuthError) -> [UInt8]? {
        try OTPReplayLimits.check(key, new)
        return lock.withLock {
            let name = Array(key.utf8)
            let there = records[name]
            if there == expected, new != expected { records[name] = new }
            return there
        }
    }
}
