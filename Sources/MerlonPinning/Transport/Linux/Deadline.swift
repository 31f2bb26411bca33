#if os(Linux)
    import Glibc
    import MerlonCore

    /// The end of the time for one request, and whether its caller still wants it. Shared by the caller and the thread that works.
    final class Deadline: @unchecked Sendable {
        private let end: MonotonicTime
        private let clock = SystemTimeSource()
        private let lock = Lock()
        private var isCancelled = false

        init(_ timeout: TimeSpan) { end = clock.monotonicTime + timeout }

        func cancel() { lock.withLock { isCancelled = true } }

        var remaining: TimeSpan { end - clock.monotonicTime }

        /// Throws when there is no time left, or nobody waits any more.
        func check() throws(PinningError) {
            if lock.withLock({ isCancelled }) { throw PinningError(.cancelled, "The request was cancelled.") }
            if remaining <= .zero { throw Self.timedOut }
        }

        /// Waits until the descriptor is ready, at most to the deadline. Looks every tenth of a second whether it was cancelled.
        func wait(for descriptor: Int32, _ events: Int16) throws(PinningError) {
            while true {
                try check()
                var entry = pollfd(fd: descriptor, events: events, revents: 0)
                let milliseconds = min(max(remaining.nanoseconds / 1_000_000 + 1, 1), 100)
                let count = unsafe poll(&entry, 1, Int32(milliseconds))
                if count > 0 { return }
                guard count == 0 || errno == EINTR else {
                    throw PinningError(.connectionFailed, "Waiting for the connection failed.", nativeStatus: Int64(errno))
                }
            }
        }

        static let timedOut = PinningError(.timedOut, "The server did not answer in time.")
    }
#endif
