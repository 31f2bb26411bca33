import MerlonCore

/// Bounds how long a caller waits.
enum Deadline {
    /// Runs `body`; throws `timedOut` when it has not ended within `span`, and `cancelled` as soon as the caller's task is cancelled. What was
    /// begun is told by cancellation and may come to its end unobserved. Without a span the body itself has to notice the cancellation.
    static func run<Result: Sendable>(
        _ span: TimeSpan?, _ body: @escaping @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        if Task.isCancelled { throw cancelled }
        guard let span else { return try await body() }
        guard span > .zero else { throw timedOut }
        let race = Race<Result>()
        let work = Task {
            do throws(VaultError) { race.finish(.success(try await body())) } catch { race.finish(.failure(error)) }
        }
        let timer = Task {
            guard (try? await Task.sleep(nanoseconds: UInt64(span.nanoseconds))) != nil else { return }
            race.finish(.failure(timedOut))
            work.cancel()
        }
        defer { timer.cancel() }
        let result = await withTaskCancellationHandler {
            await race.result()
        } onCancel: {
            race.finish(.failure(cancelled))
            work.cancel()
        }
        return try result.get()
    }

    static let timedOut = VaultError(.timedOut, "The store did not answer within the deadline.")
    static let cancelled = VaultError(.cancelled, "The task was cancelled.")
}

/// The first of several outcomes.
private final class Race<Success: Sendable>: @unchecked Sendable {
    private let lock = Lock()
    private var outcome: Result<Success, VaultError>?
    private var waiter: CheckedContinuation<Result<Success, VaultError>, Never>?

    func finish(_ result: Result<Success, VaultError>) {
        let waiter = lock.withLock { () -> CheckedContinuation<Result<Success, VaultError>, Never>? in
            guard outcome == nil else { return nil }
            outcome = result
            defer { self.waiter = nil }
            return self.waiter
        }
        waiter?.resume(returning: result)
    }

    func result() async -> Result<Success, VaultError> {
        await withCheckedContinuation { continuation in
            let known = lock.withLock { () -> Result<Success, VaultError>? in
                if outcome == nil { waiter = continuation }
                return outcome
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
