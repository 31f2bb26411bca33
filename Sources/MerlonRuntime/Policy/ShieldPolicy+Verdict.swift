extension ShieldPolicy {
    /// What the facts come to under this policy: a pure function, the same everywhere.
    public func verdict(for snapshot: FactsSnapshot, detectors: [Detector] = DetectorRegistry.all) -> ShieldVerdict {
        var indicators: [Indicator] = []
        var undecided: [String: String] = [:]
        var foundations: [String: String] = [:]
        for detector in detectors where detector.platforms.contains(snapshot.platform) {
            if disabledDetectors.contains(detector.id) {
                undecided[detector.id] = "switched off by the policy"
                continue
            }
            switch detector.judge(snapshot) {
            case .judged(let found): indicators += found
            case .notApplicable(let reason): undecided[detector.id] = reason
            case .undecided(let reason):
                undecided[detector.id] = reason
                if detector.isFoundation { foundations[detector.id] = reason }
            }
        }
        // A name with a mistake in it must not mean that nothing is required.
        for id in requiredDetectors where !detectors.contains(where: { $0.id == id }) { undecided[id] = "there is no such detector" }
        return judge(indicators, undecided: undecided, foundations: foundations, snapshot)
    }

    /// Whether the facts of the snapshot's system are known to mean what they seem to.
    func isKnown(_ snapshot: FactsSnapshot) -> Bool {
        // A system in testing answers like none that has been seen.
        if snapshot.apple?.host.value?.isBetaBuild == true { return false }
        guard let newest = knownSystems[snapshot.platform.rawValue] else { return true }
        return !SystemVersion(snapshot.systemVersion).isAfter(SystemVersion(newest))
    }

    private func judge(
        _ indicators: [Indicator], undecided: [String: String], foundations: [String: String], _ snapshot: FactsSnapshot
    ) -> ShieldVerdict {
        let isKnownSystem = isKnown(snapshot)
        var reasons: [String] = []
        var best: [String: (points: Int, confidence: Indicator.Confidence)] = [:]
        for indicator in indicators {
            guard indicator.category.isThreat || threateningContext.contains(indicator.id) else {
                reasons.append("\(indicator.id): context, does not count")
                continue
            }
            if let exception = exceptions.first(where: { $0.covers(indicator, in: snapshot) }) {
                reasons.append("\(indicator.id): does not count: \(exception.reason)")
                continue
            }
            var confidence = indicator.confidence
            if !isKnownSystem, confidence == .firm { confidence = .weak }
            let value = min(weights[indicator.id] ?? points(of: confidence), Self.mostPoints)
            reasons.append(
                "\(indicator.id): \(value) points\(confidence == indicator.confidence ? "" : ", weaker on a system newer than known ones")")
            if value > best[indicator.family]?.points ?? 0 { best[indicator.family] = (value, confidence) }
        }
        let strong = best.values.filter { $0.confidence > .weak }.reduce(0) { $0 + $1.points }
        let weak = best.values.filter { $0.confidence == .weak }.reduce(0) { $0 + $1.points }
        // However many weak signs there are, without a stronger one they stay below the first threshold.
        let total = strong + min(weak, thresholds.suspicious - 1)
        var level: ShieldVerdict.Level =
            total >= thresholds.compromised ? .compromised : total >= thresholds.suspicious ? .suspicious : .clear
        reasons.append(
            "together \(total) points: \(level.word) (suspicious from \(thresholds.suspicious), compromised from \(thresholds.compromised))"
        )
        for (id, reason) in foundations.sorted(by: { $0.key < $1.key }) where !requiredDetectors.contains(id) {
            reasons.append("\(id) could not decide, and nothing is clear without it: \(reason)")
            level = max(level, .suspicious)
        }
        for id in requiredDetectors.sorted() {
            guard let reason = undecided[id] else { continue }
            reasons.append("\(id) is required and could not decide: \(reason)")
            level = max(level, .suspicious)
        }
        return ShieldVerdict(level: level, indicators: indicators, reasons: reasons, undecided: undecided)
    }

    /// One indicator counts no more: sums of any number of them stay far from the end of the integers, whatever a pack says.
    private static let mostPoints = 1 << 32

    private func points(of confidence: Indicator.Confidence) -> Int {
        points.indices.contains(confidence.rawValue - 1) ? points[confidence.rawValue - 1] : 0
    }
}
