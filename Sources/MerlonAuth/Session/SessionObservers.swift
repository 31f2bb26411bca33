/// Who wants to know the states of a session.
struct SessionObservers {
    private var continuations: [Int: AsyncStream<SessionState>.Continuation] = [:]
    private var count = 0
    /// What was told last.
    private(set) var last: SessionState?

    mutating func add() -> AsyncStream<SessionState> {
        let (stream, continuation) = AsyncStream<SessionState>.makeStream(bufferingPolicy: .bufferingNewest(16))
        continuations[count] = continuation
        count += 1
        return stream
    }

    /// Tells a state, unless it is the one that was told last. Who has gone away is forgotten.
    mutating func tell(_ state: SessionState) {
        guard state != last else { return }
        last = state
        for (id, continuation) in continuations {
            if case .terminated = continuation.yield(state) { continuations[id] = nil }
        }
    }
}
