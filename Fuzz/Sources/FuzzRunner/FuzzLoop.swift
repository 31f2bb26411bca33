import Foundation

/// Runs tasks on the thread that waits for them, so that all of an input's work is done when libFuzzer looks: with other threads still letting go of
/// memory it takes each run for a leak and searches the whole heap, which makes ten runs a second of ten thousand.
@available(macOS 15, *)
final class FuzzLoop: TaskExecutor {
    private let condition = NSCondition()
    nonisolated(unsafe) private var jobs: [UnownedJob] = []

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.withLock {
            unsafe jobs.append(job)
            condition.signal()
        }
    }

    /// Runs `body` to its end on this thread.
    func run(_ body: @escaping @Sendable () async -> Void) {
        let end = End()
        Task(executorPreference: self) {
            await body()
            end.isReached = true
        }
        while !end.isReached {
            let next = condition.withLock {
                while unsafe jobs.isEmpty { condition.wait() }
                return unsafe jobs.removeFirst()
            }
            unsafe next.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Touched by this thread alone.
    private final class End: @unchecked Sendable { var isReached = false }
}

/// As ``fuzz(_:)-(([UInt8])->Void)`` for a parser that is asynchronous: it runs on the fuzzer's thread.
@available(macOS 15, *)
public func fuzz(_ parse: @escaping @Sendable ([UInt8]) async -> Void) -> Never {
    let loop = FuzzLoop()
    fuzz { bytes in loop.run { await parse(bytes) } }
}
