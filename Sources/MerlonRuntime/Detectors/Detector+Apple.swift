extension Detector {
    /// A detector of one fact that Apple's probes record.
    ///
    /// - Parameter kinds: Where it applies. Where the code runs is itself a fact (``AppleHost``): as long as it is not known the detector applies, so
    ///   that nobody switches it off by making that fact unreadable.
    static func apple<Value>(
        _ id: String, _ summary: String, tier: Tier, indicators: [String], categories: Set<Indicator.Category>,
        on kinds: Set<AppleHost.Kind> = Set(AppleHost.Kind.allCases), isFoundation: Bool = false,
        _ field: any KeyPath<AppleFacts, Fact<Value>> & Sendable,
        judge: @escaping @Sendable (Value, AppleFacts) -> Outcome
    ) -> Detector {
        Detector(
            id, summary, platforms: [.iOS, .macOS], tier: tier, indicators: indicators, categories: categories, isFoundation: isFoundation
        ) { snapshot in
            guard let facts = snapshot.apple else { return .undecided(reason: "nothing was recorded") }
            if let kind = facts.kind ?? (snapshot.platform == .macOS ? .mac : nil), !kinds.contains(kind) {
                return .notApplicable(reason: kind.reason)
            }
            let fact = facts[keyPath: field]
            guard case .value(let value) = fact else { return .undecided(reason: fact.whyNot) }
            return judge(value, facts)
        }
    }
}

extension AppleFacts {
    /// Where the code runs, when that was read.
    var kind: AppleHost.Kind? { host.value?.kind }
}

extension AppleHost.Kind {
    /// Where there is Apple's mobile system with its protections, which is what jailbreaks take away.
    static let devices: Set<AppleHost.Kind> = [.device]
    /// Everywhere but in the simulator, whose processes are the Mac's, with parts put in by Xcode.
    static let notSimulated: Set<AppleHost.Kind> = Set(allCases).subtracting([.simulator])

    fileprivate var reason: String {
        switch self {
        case .device: "this is a device"
        case .simulator: "in the simulator there is no system to protect"
        case .catalyst, .mac, .appOnMac: "a Mac has no such protection to take away"
        }
    }
}

extension [Indicator] {
    /// As the outcome of a detector.
    var outcome: Detector.Outcome { .judged(self) }
}
