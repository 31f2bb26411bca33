import MerlonCore
import Testing

@testable import MerlonRuntime

/// The recorded profiles of hooks and of changed code (`hooks-….json`), against their detectors.
@Suite struct HookProfileTests {
    private static let detectors = DetectorRegistry.appleHooks
    private static let profiles = RuntimeProfile.all.values.filter { $0.name.hasPrefix("hooks-") }.sorted { $0.name < $1.name }

    @Test func everyProfileComesToWhatItSays() {
        #expect(Self.profiles.count >= 20)
        for profile in Self.profiles {
            // Beside all others: a hook alone changes nothing of what they say.
            let verdict = ShieldPolicy.bank.verdict(for: profile.snapshot, detectors: DetectorRegistry.apple)
            #expect(Set(verdict.indicators.map(\.id)) == profile.expected.indicators, "\(profile.name)")
            #expect("\(verdict.level)" == profile.expected.level, "\(profile.name): \(verdict.reasons)")
            #expect(Set(verdict.undecided.keys) == profile.expected.undecided, "\(profile.name): \(verdict.undecided)")
        }
    }

    @Test func everyIndicatorHasAPositiveAndEveryDetectorANegativeProfile() {
        var (given, silent): (Set<String>, Set<String>) = ([], [])
        for profile in Self.profiles {
            for detector in Self.detectors {
                guard case .judged(let indicators) = detector.judge(profile.snapshot) else { continue }
                if indicators.isEmpty { silent.insert(detector.id) }
                for indicator in indicators {
                    #expect(
                        detector.indicators.contains(indicator.id) && detector.categories.contains(indicator.category), "\(indicator.id)")
                    #expect(!indicator.evidence.isEmpty && indicator.evidence.allSatisfy { !$0.what.isEmpty && !$0.source.isEmpty })
                }
                given.formUnion(indicators.map(\.id))
            }
        }
        #expect(given == Set(Self.detectors.flatMap(\.indicators)))
        #expect(silent == Set(Self.detectors.map(\.id)))
    }

    /// What is found is told although other things could not be looked at.
    @Test func aHookIsFoundBesideWhatCouldNotBeRead() {
        let hook = HookedFunction(.inline, image: "x", name: "_f", pattern: "branch")
        let fact = Fact.value(HookFindings(hooks: [hook], undetermined: 9, unread: ["…/Kit: cut off"]))
        guard case .judged(let found) = HookDetectors.judge(fact, source: "", { [HookDetectors.indicator("a", .certain, $0, "b")] }) else {
            Issue.record("undecided")
            return
        }
        #expect(found.map(\.id) == ["a"] && found[0].evidence[0].what == "_f begins with a jump (branch) to memory of no image")
    }
}
