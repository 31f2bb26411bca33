public import MerlonCore

extension Shield {
    /// Sweeps again and again, and gives what is new: an indicator is given once until its evidence changes.
    ///
    /// It begins with a full sweep. Then come cheap ones about every `interval`, and every `fullEvery`-th is a full one. Each wait is between half and
    /// one and a half times the interval, at random, so that nobody can slip in between. Ends with the task that reads it.
    ///
    /// - Parameters:
    ///   - interval: At least 100 milliseconds.
    ///   - fullEvery: At least 1.
    public nonisolated func watch(every interval: TimeSpan = .seconds(10), fullEvery: Int = 12) -> AsyncStream<Indicator> {
        let nanoseconds = UInt64(max(interval, .milliseconds(100)).nanoseconds)
        return AsyncStream(bufferingPolicy: .bufferingNewest(256)) { continuation in
            let task = Task.detached(priority: .utility) {
                var seen: [String: [Indicator.Evidence]] = [:]
                var turn = 0
                while !Task.isCancelled {
                    let verdict = await self.sweep(turn % max(fullEvery, 1) == 0 ? .full : .cheap)
                    for indicator in verdict.indicators where seen[indicator.id] != indicator.evidence {
                        seen[indicator.id] = indicator.evidence
                        continuation.yield(indicator)
                    }
                    turn &+= 1
                    var generator = SystemRandomNumberGenerator()
                    try? await Task.sleep(nanoseconds: Self.pause(around: nanoseconds, using: &generator))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Between half and one and a half times the interval, in nanoseconds.
    static func pause(around interval: UInt64, using generator: inout some RandomNumberGenerator) -> UInt64 {
        interval / 2 + UInt64.random(in: 0...interval, using: &generator)
    }
}
