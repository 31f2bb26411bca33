import Dispatch

/// Asks something of an interface that belongs to the main actor, from a probe's thread. Nothing else of a sweep runs there.
enum MainActorQuestion {
    private final class Box<Value: Sendable>: @unchecked Sendable {
        // Written before the semaphore is signalled, read after it was waited for.
        var value: Value?
    }

    /// The answer; `nil` when the main actor did not come to it in time. It is then still answered some time, to nobody.
    static func ask<Value: Sendable>(
        within milliseconds: Int, _ question: @escaping @MainActor @Sendable () -> Value
    ) -> Value? {
        let (box, semaphore) = (Box<Value>(), DispatchSemaphore(value: 0))
        DispatchQueue.main.async {
            box.value = MainActor.assumeIsolated(question)
            semaphore.signal()
        }
        return semaphore.wait(timeout: .now() + .milliseconds(milliseconds)) == .success ? box.value : nil
    }
}
