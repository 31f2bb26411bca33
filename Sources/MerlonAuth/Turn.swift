import MerlonCore

/// One after the other, in the order in which they come: an actor alone takes other calls while one of its own waits.
final class Turn: @unchecked Sendable {
    // Under the lock.
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private let lock = Lock()

    /// Runs `body` while no other does.
    func take<R: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        await withCheckedContinuation { continuation in
            let isFree = lock.withLock {
                if isTaken { waiting.append(continuation) }
                defer { isTaken = true }
                return !isTaken
            }
            if isFree { continuation.resume() }
        }
        defer { pass() }
        return try await body()
    }

    /// Hands the turn to the next, who finds it taken.
    private func pass() {
        let next = lock.withLock { () -> CheckedContinuation<Void, Never>? in
            if waiting.isEmpty {
                isTaken = false
                return nil
            }
            return waiting.removeFirst()
        }
        next?.resume()
    }
}
