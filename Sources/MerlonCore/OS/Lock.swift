// Compiled into every module that uses them: a generic function of another module asks the runtime for the types of what it returns, each time.
// For that the class has to be `@usableFromInline` too.
extension Lock {
    /// Runs `body` while no other thread is in one.
    @inlinable @inline(__always) package func withLock<R: ~Copyable, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        take()
        defer { giveBack() }
        return try body()
    }

    /// Runs `body` when no other thread is in one; `nil` at once when there is one.
    @inlinable @inline(__always) package func withLockIfFree<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R? {
        guard takeIfFree() else { return nil }
        defer { giveBack() }
        return try body()
    }
}
