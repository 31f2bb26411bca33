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
            profile.expect(verdict)
        }
    }

    @Test func everyIndicatorHasAPositiveAndEveryDetectorANegativeProfile() {
        RuntimeProfile.expectAllSpeakAndAreSilent(Self.detectors, over: Self.profiles)
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
