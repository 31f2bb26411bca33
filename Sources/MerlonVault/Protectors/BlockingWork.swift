import Dispatch

/// Work that takes a while or waits for a device, off the threads that Swift's tasks share.
enum BlockingWork {
    private static let queue = DispatchQueue(label: "MerlonVault.BlockingWork", attributes: .concurrent)

    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws(VaultError) -> Value) async throws(VaultError) -> Value {
        try await run(on: queue, body)
    }

    /// Runs `body` on the queue and comes back with what it gave.
    static func run<Value: Sendable>(
        on queue: DispatchQueue, _ body: @escaping @Sendable () throws(VaultError) -> Value
    ) async throws(VaultError) -> Value {
        let result: Result<Value, VaultError> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(VaultError) { continuation.resume(returning: .success(try body())) } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }
}
