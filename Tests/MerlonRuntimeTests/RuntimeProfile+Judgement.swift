import MerlonRuntime
import Testing

extension RuntimeProfile {
    /// Holds a verdict on the profile to what the profile says.
    func expect(_ verdict: ShieldVerdict, undecided: Set<String>? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(Set(verdict.indicators.map(\.id)) == expected.indicators, "\(name)", sourceLocation: sourceLocation)
        #expect("\(verdict.level)" == expected.level, "\(name): \(verdict.reasons)", sourceLocation: sourceLocation)
        #expect(
            Set(verdict.undecided.keys) == undecided ?? expected.undecided, "\(name): \(verdict.undecided)", sourceLocation: sourceLocation)
    }

    /// Has each detector judge each profile. Every indicator of theirs has to be given once, and every detector has to judge and find nothing once: one that
    /// never speaks, or always does, is none.
    static func expectAllSpeakAndAreSilent(
        _ detectors: [Detector], over profiles: some Sequence<RuntimeProfile>, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var (given, silent): (Set<String>, Set<String>) = ([], [])
        for profile in profiles {
            for detector in detectors {
                guard case .judged(let indicators) = detector.judge(profile.snapshot) else { continue }
                if indicators.isEmpty { silent.insert(detector.id) }
                for indicator in indicators {
                    #expect(
                        detector.indicators.contains(indicator.id) && detector.categories.contains(indicator.category), "\(indicator.id)",
                        sourceLocation: sourceLocation)
                    #expect(
                        !indicator.evidence.isEmpty && indicator.evidence.allSatisfy { !$0.what.isEmpty && !$0.source.isEmpty },
                        "\(indicator.id)", sourceLocation: sourceLocation)
                }
                given.formUnion(indicators.map(\.id))
            }
        }
        #expect(given == Set(detectors.flatMap(\.indicators)), sourceLocation: sourceLocation)
        #expect(silent == Set(detectors.map(\.id)), sourceLocation: sourceLocation)
    }
}
