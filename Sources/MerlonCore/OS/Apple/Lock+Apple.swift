#if canImport(Darwin)
    import os

    /// A mutual-exclusion lock; not recursive. (`Mutex` needs iOS 18, `OSAllocatedUnfairLock` iOS 16.)
    @usableFromInline @safe package final class Lock: @unchecked Sendable {
        private let word: UnsafeMutablePointer<os_unfair_lock>

        package init() {
            unsafe word = .allocate(capacity: 1)
            unsafe word.initialize(to: os_unfair_lock())
        }

        deinit { unsafe word.deallocate() }

        @usableFromInline func take() { unsafe os_unfair_lock_lock(word) }

        @usableFromInline func takeIfFree() -> Bool { unsafe os_unfair_lock_trylock(word) }

        @usableFromInline func giveBack() { unsafe os_unfair_lock_unlock(word) }
    }
#endif
