import Dispatch
import Foundation
import MerlonCore

/// The batches of a large file, done by the calling thread and a second one: each has its own place in both files, so their order is free.
final class BatchWork: @unchecked Sendable {
    /// Below this a second thread is not worth its start.
    static let minimumByteCount = 8 << 20

    /// Does one batch; for one thread at a time.
    typealias Step = (_ batch: Int) throws(CryptoError) -> Void

    private let count: Int
    private let lock = Lock()
    private var next = 0
    private var done = 0
    private var failure: CryptoError?

    private init(count: Int) { self.count = count }

    /// Does `count` batches. `makeStep` is called once for each thread. `goesOn` is asked on the calling thread, with the batches that are done.
    static func run(
        count: Int, makeStep: () throws(CryptoError) -> Step, goesOn: (_ done: Int) -> Bool
    ) throws(CryptoError) {
        let work = BatchWork(count: count)
        // Each is used by one thread alone.
        nonisolated(unsafe) let (own, other) = (try makeStep(), try makeStep())
        let ended = DispatchSemaphore(value: 0)
        let thread = Thread {
            unsafe work.loop(other) { true }
            ended.signal()
        }
        thread.stackSize = 1 << 20
        thread.start()
        unsafe work.loop(own) { goesOn(work.lock.withLock { work.done }) }
        ended.wait()
        if let failure = work.failure { throw failure }
        guard goesOn(count) else { throw .cancelled }
    }

    private func loop(_ step: Step, _ goesOn: () -> Bool) {
        while let batch = take() {
            do throws(CryptoError) {
                try step(batch)
                lock.withLock { done += 1 }
                guard goesOn() else { throw .cancelled }
            } catch { lock.withLock { failure = failure ?? error } }
        }
    }

    private func take() -> Int? {
        lock.withLock {
            guard failure == nil, next < count else { return nil }
            defer { next += 1 }
            return next
        }
    }
}
