/// The answer to a question that older libraries answer with a Bool.
public struct ShieldAnswer: Hashable, Codable, Sendable {
    /// How it came out.
    public enum Outcome: String, Codable, CaseIterable, Sendable {
        case no, yes
        /// Nothing was found, and something could not be looked at.
        case unknown
        /// Here there is nothing of the kind to ask, as for a jailbreak on a Mac.
        case notApplicable = "not-applicable"
    }

    /// The answer.
    public var outcome: Outcome
    /// One line for each thing found, or for each check that could not be made.
    public var reasons: [String]
    /// The ids of what was found.
    public var failedChecks: [String]

    /// Whether the answer is yes. Unknown is not no: ask for ``outcome`` where that matters.
    public var isYes: Bool { outcome == .yes }

    /// Makes an answer.
    public init(outcome: Outcome, reasons: [String], failedChecks: [String]) {
        self.outcome = outcome
        self.reasons = reasons
        self.failedChecks = failedChecks
    }

    /// What the facts answer about one indicator, whatever its confidence: yes when it is found, no when its detector judged and did not find it.
    public init(whether indicator: String, in snapshot: FactsSnapshot, detectors: [Detector] = DetectorRegistry.all) {
        let able = detectors.filter { $0.indicators.contains(indicator) && $0.platforms.contains(snapshot.platform) }
        var (outcome, reasons): (Outcome, [String]) = (.unknown, ["no check of this kind exists on \(snapshot.platform.rawValue)"])
        for detector in able {
            switch detector.judge(snapshot) {
            case .judged(let indicators):
                let found = indicators.filter { $0.id == indicator }
                (outcome, reasons) = (found.isEmpty ? .no : .yes, found.flatMap { $0.evidence.map { "\(indicator): \($0.what)" } })
            case .undecided(let reason): (outcome, reasons) = (.unknown, ["\(detector.id): \(reason)"])
            case .notApplicable(let reason): (outcome, reasons) = (.notApplicable, ["\(detector.id): \(reason)"])
            }
            if outcome == .yes { break }
        }
        self.init(outcome: outcome, reasons: reasons, failedChecks: outcome == .yes ? [indicator] : [])
    }

    /// What the facts answer about a category: firm and certain indicators count, weak ones do not.
    public init(about category: Indicator.Category, in snapshot: FactsSnapshot, detectors: [Detector] = DetectorRegistry.all) {
        var (found, open, elsewhere): ([Indicator], [String], [String]) = ([], [], [])
        var (asked, applicable) = (0, 0)
        for detector in detectors where detector.categories.contains(category) && detector.platforms.contains(snapshot.platform) {
            asked += 1
            switch detector.judge(snapshot) {
            case .judged(let indicators):
                applicable += 1
                found += indicators.filter { $0.category == category && $0.confidence > .weak }
            case .undecided(let reason):
                applicable += 1
                open.append("\(detector.id): \(reason)")
            case .notApplicable(let reason): elsewhere.append("\(detector.id): \(reason)")
            }
        }
        if !found.isEmpty {
            let reasons = found.flatMap { indicator in indicator.evidence.map { "\(indicator.id): \($0.what)" } }
            self.init(outcome: .yes, reasons: reasons, failedChecks: found.map(\.id))
        } else if asked == 0 {
            self.init(outcome: .unknown, reasons: ["no check of this kind exists on \(snapshot.platform.rawValue)"], failedChecks: [])
        } else if applicable == 0 {
            self.init(outcome: .notApplicable, reasons: elsewhere, failedChecks: [])
        } else {
            self.init(outcome: open.isEmpty ? .no : .unknown, reasons: open, failedChecks: [])
        }
    }
}
