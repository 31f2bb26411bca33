import MerlonCore

/// Records one or a few facts: thin, without judgement, and bounded. One file each, listed in `ProbeRegistry`.
struct Probe: Sendable {
    /// Puts facts into a snapshot.
    typealias Record = @Sendable (inout FactsSnapshot) -> Void

    /// Its stable name.
    let id: String
    let tier: Detector.Tier
    /// How long it may take; then its facts are ``Fact/timedOut`` and the sweep goes on without it.
    let deadline: TimeSpan
    /// Asks the system. What it returns puts the answer into the snapshot.
    let ask: @Sendable (SweepContext) -> Record
    /// Puts ``Fact/timedOut`` there.
    let giveUp: Record

    init(
        _ id: String, tier: Detector.Tier, deadline: TimeSpan = .milliseconds(500), giveUp: @escaping Record,
        ask: @escaping @Sendable () -> Record
    ) {
        self.init(id, tier: tier, deadline: deadline, giveUp: giveUp, asking: { _ in ask() })
    }

    /// - Parameter asking: Asks the system, with what the probes of a sweep have in common.
    init(
        _ id: String, tier: Detector.Tier, deadline: TimeSpan = .milliseconds(500), giveUp: @escaping Record,
        asking: @escaping @Sendable (SweepContext) -> Record
    ) {
        self.id = id
        self.tier = tier
        self.deadline = deadline
        ask = asking
        self.giveUp = giveUp
    }
}

extension Probe {
    /// A probe of one fact of Linux.
    ///
    /// `put` says where the fact goes. A closure: a key path is made by the runtime, which looks for the conformances of its types among those of all
    /// libraries, and that made up a third of an app's first sweep.
    static func linux<Value>(
        _ id: String, tier: Detector.Tier, deadline: TimeSpan = .milliseconds(500),
        put: @escaping @Sendable (inout LinuxFacts?, Fact<Value>) -> Void, ask: @escaping @Sendable () -> Fact<Value>
    ) -> Probe {
        let record: @Sendable (Fact<Value>) -> Record = { fact in
            { put(&$0.linux, fact) }
        }
        return Probe(id, tier: tier, deadline: deadline, giveUp: record(.timedOut)) { record(ask()) }
    }
}
