extension Shield {
    /// Asks the system for protections, in the order in which they do not get in each other's way, and says what came of each.
    ///
    /// Call it early, before secrets are in memory. What each stops, and what not, is in `Documentation/Runtime.md`.
    @discardableResult public static func harden(_ measures: Set<Hardening> = Hardening.standard) -> [Hardening: Hardening.Outcome] {
        var outcomes: [Hardening: Hardening.Outcome] = [:]
        for measure in Hardening.allCases where measures.contains(measure) { outcomes[measure] = measure.apply() }
        return outcomes
    }
}

extension Hardening.Outcome {
    /// What a probe's status means; `absent` are those that say that the system has no such thing.
    init(status: Int32, absent: Set<Int32>) { self = status == 0 ? .done : absent.contains(status) ? .unsupported : .refused(status) }
}
