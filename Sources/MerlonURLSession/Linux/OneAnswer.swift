#if os(Linux)
    import Dispatch
    import MerlonCore

    /// One answer from a completion handler, waited for on another thread. Later ones change nothing.
    final class OneAnswer<Value>: @unchecked Sendable {
        private enum State { case open, given(Value), nobody }

        private let lock = Lock()
        private let done = DispatchSemaphore(value: 0)
        private var state = State.open

        /// The answer.
        func set(_ value: Value) { end(.given(value)) }

        /// Nobody answers.
        func giveUp() { end(.nobody) }

        private func end(_ end: State) {
            let isFirst = lock.withLock { () -> Bool in
                guard case .open = state else { return false }
                state = end
                return true
            }
            if isFirst { done.signal() }
        }

        /// The answer, or `nil` when nobody gives one.
        func wait() -> Value? {
            done.wait()
            return lock.withLock { if case .given(let value) = state { value } else { nil } }
        }
    }
#endif
