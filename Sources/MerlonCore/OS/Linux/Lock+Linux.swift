#if os(Linux)
    import Glibc

    /// A mutual-exclusion lock; not recursive. (`Mutex` needs iOS 18.)
    @usableFromInline @safe package final class Lock: @unchecked Sendable {
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>

        package init() {
            unsafe mutex = .allocate(capacity: 1)
            unsafe mutex.initialize(to: pthread_mutex_t())
            unsafe pthread_mutex_init(mutex, nil)
        }

        deinit {
            unsafe pthread_mutex_destroy(mutex)
            unsafe mutex.deallocate()
        }

        @usableFromInline func take() { unsafe pthread_mutex_lock(mutex) }

        @usableFromInline func takeIfFree() -> Bool { unsafe pthread_mutex_trylock(mutex) == 0 }

        @usableFromInline func giveBack() { unsafe pthread_mutex_unlock(mutex) }
    }
#endif
