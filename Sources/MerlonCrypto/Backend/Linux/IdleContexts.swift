#if os(Linux)
    import Dispatch
    import MerlonCore

    /// Sees to it that keyed contexts which nobody uses any more are wiped.
    final class IdleContexts: @unchecked Sendable {
        static let shared = IdleContexts()

        /// A context is wiped when between one and two of these have passed since its last use.
        static let interval = DispatchTimeInterval.milliseconds(100)

        private struct Watched { weak var contexts: KeyedContexts? }

        private let lock = Lock()
        private var watched: [Watched] = []
        private var isScheduled = false

        /// Looks after the contexts until there is nothing left to wipe in them.
        func watch(_ contexts: KeyedContexts) {
            lock.withLock {
                watched.append(Watched(contexts: contexts))
                schedule()
            }
        }

        private func schedule() {
            guard !isScheduled, !watched.isEmpty else { return }
            isScheduled = true
            DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.interval) { self.sweep() }
        }

        private func sweep() {
            let round = lock.withLock {
                defer { watched = [] }
                return watched
            }
            // Not under the lock: what goes here may be the last owner's contexts.
            let left = round.filter { $0.contexts?.sweep() ?? false }
            lock.withLock {
                watched += left
                isScheduled = false
                schedule()
            }
        }
    }
#endif
