import Foundation

/// Real threads that start at one moment and run asynchronous work each on its own.
final class ThreadPool: Sendable {
    private let count: Int

    init(count: Int) { self.count = count }

    /// What `body` returned on each thread.
    func run(_ body: @escaping @Sendable () async -> String) -> [String] {
        let gate = Gate(count)
        let results = Results()
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<count {
            Thread.detachNewThread {
                let executor = ThreadExecutor()
                gate.wait()
                results.append(executor.run(body))
                done.signal()
            }
        }
        for _ in 0..<count { done.wait() }
        return results.all
    }
}

/// Runs the jobs of a task on the thread that waits for it.
private final class ThreadExecutor: TaskExecutor, @unchecked Sendable {
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var result: String?

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.withLock {
            jobs.append(job)
            condition.signal()
        }
    }

    func run(_ body: @escaping @Sendable () async -> String) -> String {
        Task(executorPreference: self) { [self] in
            let value = await body()
            condition.withLock {
                result = value
                condition.signal()
            }
        }
        while true {
            condition.lock()
            while jobs.isEmpty, result == nil { condition.wait() }
            let batch = jobs
            jobs = []
            let value = result
            condition.unlock()
            for job in batch { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
            if let value, batch.isEmpty { return value }
        }
    }
}

/// Opens when all have come.
private final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var missing: Int

    init(_ count: Int) { missing = count }

    func wait() {
        condition.lock()
        missing -= 1
        if missing == 0 { condition.broadcast() }
        while missing > 0 { condition.wait() }
        condition.unlock()
    }
}

private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [String] = []

    var all: [String] { lock.withLock { values } }
    func append(_ value: String) { lock.withLock { values.append(value) } }
}
