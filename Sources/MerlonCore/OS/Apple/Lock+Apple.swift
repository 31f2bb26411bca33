#if canImport(Darwin)
    import os

    /// A mutual-exclusion lock; not recursive. (`Mutex` needs iOS 18, `OSAllocatedUnfairLock` iOS 16.)
    @safe package final class Lock: @unchecked Sendable {
        private let word: UnsafeMutablePointer<os_unfair_lock>

        package init() {
            unsafe word = .allocate(capacity: 1)
            unsafe word.initialize(to: os_unfair_lock())
        }

        deinit { unsafe word.deallocate() }

        /// Runs `body` while no other thread is in one.
        package func withLock<R: ~Copyable, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
            unsafe os_unfair_lock_lock(word)
            defer { unsafe os_unfair_lock_unlock(word) }
            return try body()
        }

        /// Runs `body` when no other thread is in one; `nil` at once when there is one.
        package func withLockIfFree<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R? {
            guard unsafe os_unfair_lock_trylock(word) else { return nil }
            defer { unsafe os_unfair_lock_unlock(word) }
            return try body()
        }
    }
#endif
