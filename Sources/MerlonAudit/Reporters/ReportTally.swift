/// How many verdicts of each state and findings of each severity there are.
public struct ReportTally: Hashable, Sendable {
    /// Tests by verdict. A pass that only a baseline makes is under ``accepted``, not here.
    public var states: [TestVerdict.State: Int] = [:]
    /// Tests that pass only because a baseline holds back what fails them.
    public var accepted = 0
    /// Findings that count, by severity.
    public var findings: [Severity: Int] = [:]
    /// Findings that a baseline holds back.
    public var suppressed = 0

    /// Counts nothing.
    public init() {}

    /// How many tests have that verdict.
    public func count(_ state: TestVerdict.State) -> Int { states[state] ?? 0 }

    /// How many findings of that severity count.
    public func count(_ severity: Severity) -> Int { findings[severity] ?? 0 }

    /// All tests.
    public var tests: Int { states.values.reduce(accepted, +) }

    mutating func add(_ verdict: TestVerdict) {
        if verdict.state == .pass, verdict.heldBack > 0 { accepted += 1 } else { states[verdict.state, default: 0] += 1 }
    }

    mutating func add(_ other: ReportTally) {
        states.merge(other.states, uniquingKeysWith: +)
        accepted += other.accepted
        findings.merge(other.findings, uniquingKeysWith: +)
        suppressed += other.suppressed
    }

    /// Whether an area with this tally is worse than one with the other: more findings of the highest severity that differs, then more
    /// failed tests.
    func isWorse(than other: ReportTally) -> Bool {
        let ranks = Severity.allCases.reversed()
        let mine = ranks.map { count($0) } + [count(.fail)]
        let others = ranks.map { other.count($0) } + [other.count(.fail)]
        return others.lexicographicallyPrecedes(mine)
    }
}

/// The tallies of a target, by area of MASVS.
public struct ReportSummary: Hashable, Sendable {
    /// One tally for each area; what belongs to no known area is in ``total`` alone.
    public let areas: [MASVSArea: ReportTally]
    /// All areas together.
    public let total: ReportTally

    /// Counts what is in the target.
    public init(_ target: TargetReport, rules: [RuleMetadata]) { self.init(target, index: ReportIndex(rules)) }

    init(_ target: TargetReport, index: ReportIndex) {
        var areas: [MASVSArea: ReportTally] = Dictionary(uniqueKeysWithValues: MASVSArea.allCases.map { ($0, ReportTally()) })
        var total = ReportTally()
        func count(in area: MASVSArea?, _ change: (inout ReportTally) -> Void) {
            change(&total)
            if let area { change(&areas[area, default: ReportTally()]) }
        }
        for verdict in target.verdicts { count(in: index.area(of: verdict)) { $0.add(verdict) } }
        for finding in target.findings { count(in: index.area(of: finding)) { $0.findings[finding.severity, default: 0] += 1 } }
        for held in target.suppressed { count(in: index.area(of: held.finding)) { $0.suppressed += 1 } }
        self.areas = areas
        self.total = total
    }

    /// The areas, worst first; those as bad as each other in the order of MASVS.
    public var worstFirst: [MASVSArea] {
        MASVSArea.allCases.enumerated().sorted { left, right in
            let (a, b) = (areas[left.element] ?? ReportTally(), areas[right.element] ?? ReportTally())
            if a.isWorse(than: b) { return true }
            return !b.isWorse(than: a) && left.offset < right.offset
        }.map(\.element)
    }
}
