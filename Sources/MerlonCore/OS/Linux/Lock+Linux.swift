#if os(Linux)
    package import Glibc

    /// A mutual-exclusion lock; not recursive. (`Mutex` needs iOS 18.)
    @safe package final class Lock: @unchecked Sendable {
        @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

        package init() {
            unsafe mutex = .allocate(capacity: 1)
            unsafe mutex.initialize(to: pthread_mutex_t())
            unsafe pthread_mutex_init(mutex, nil)
        }

        deinit {
            unsafe pthread_mutex_destroy(mutex)
            unsafe mutex.deallocate()
        }

        /// Runs `body` while no other thread is in one.
        @inlinable @inline(__always) package func withLock<R: ~Copyable, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
            unsafe pthread_mutex_lock(mutex)
            defer { unsafe pthread_mutex_unlock(mutex) }
            return try body()
        }

        /// Runs `body` when no other thread is in one; `nil` at once when there is one.
        @inlinable package func withLockIfFree<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R? {
            guard unsafe pthread_mutex_trylock(mutex) == 0 else { return nil }
            defer { unsafe pthread_mutex_unlock(mutex) }
            return try body()
        }
    }
#endif
