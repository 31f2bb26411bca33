import Foundation
import MerlonCore
import MerlonRuntime
import Testing

@Suite struct ShieldVerdictTests {
    private static func detector(_ id: String, _ outcome: Detector.Outcome) -> Detector {
        Detector(id, "x", platforms: [.linux], tier: .cheap, indicators: [id]) { _ in outcome }
    }

    private static func indicator(
        _ id: String, _ confidence: Indicator.Confidence, _ category: Indicator.Category = .debugging, family: String? = nil
    ) -> Indicator {
        Indicator(id, category, confidence, evidence: [.init("x", source: "x")], advice: "x", family: family)
    }

    private static let snapshot = FactsSnapshot(
        recorded: WallTime(seconds: 0), platform: .linux, systemVersion: "6.12.1", linux: LinuxFacts())

    private func level(_ indicators: [Indicator], _ policy: ShieldPolicy = .bank) -> ShieldVerdict.Level {
        policy.verdict(for: Self.snapshot, detectors: indicators.map { Self.detector($0.id, .judged([$0])) }).level
    }

    @Test func pointsCorroborationAndFamilies() {
        #expect(level([]) == .clear)
        #expect(level([Self.indicator("a", .certain)]) == .compromised)
        #expect(level([Self.indicator("a", .firm)]) == .suspicious)
        #expect(level([Self.indicator("a", .firm), Self.indicator("b", .firm)]) == .compromised)
        #expect(level([Self.indicator("a", .firm, family: "f"), Self.indicator("b", .firm, family: "f")]) == .suspicious)
        #expect(level((0..<30).map { Self.indicator("w\($0)", .weak) }) == .clear)
        #expect(level((0..<9).map { Self.indicator("w\($0)", .weak) } + [Self.indicator("a", .firm)]) == .suspicious)
        #expect(level([Self.indicator("a", .certain)], .observe) == .suspicious)
    }

    @Test func contextCountsOnlyWhenAsked() {
        let simulator = Self.indicator("simulator", .certain, .environment)
        #expect(level([simulator]) == .clear)
        var policy = ShieldPolicy.bank
        policy.threateningContext = ["simulator"]
        #expect(level([simulator], policy) == .compromised)
    }

    @Test func unknownSystemsWeakenAndSwitchesWork() {
        var policy = ShieldPolicy.bank
        policy.knownSystems = ["linux": "6.11"]
        #expect(level([Self.indicator("a", .firm), Self.indicator("b", .firm)], policy) == .clear)
        #expect(level([Self.indicator("a", .certain)], policy) == .compromised)
        policy.knownSystems = ["linux": "6.12"]
        #expect(level([Self.indicator("a", .firm)], policy) == .suspicious)
        policy.disabledDetectors = ["a"]
        #expect(level([Self.indicator("a", .certain)], policy) == .clear)
    }

    @Test func whatCouldNotBeDecidedIsNeverClearWhenRequired() {
        var policy = ShieldPolicy.bank
        let silent = [Self.detector("a", .undecided(reason: "denied"))]
        #expect(policy.verdict(for: Self.snapshot, detectors: silent).level == .clear)
        #expect(policy.verdict(for: Self.snapshot, detectors: silent).undecided == ["a": "denied"])
        policy.requiredDetectors = ["a"]
        #expect(policy.verdict(for: Self.snapshot, detectors: silent).level == .suspicious)
        policy.disabledDetectors = ["a"]
        #expect(policy.verdict(for: Self.snapshot, detectors: silent).level == .suspicious)
        // A name that no detector has.
        policy.requiredDetectors = ["b"]
        #expect(policy.verdict(for: Self.snapshot, detectors: silent).level == .suspicious)
    }

    @Test func theLargestWeightsAddUp() {
        var policy = ShieldPolicy.bank
        policy.weights = ["a": .max, "b": .max, "c": .min]
        let indicators = [Self.indicator("a", .certain), Self.indicator("b", .certain), Self.indicator("c", .certain)]
        let verdict = policy.verdict(for: Self.snapshot, detectors: [Self.detector("d", .judged(indicators))])
        #expect(verdict.level == .compromised)
    }

    @Test func recordingsAreReadAcrossVersions() throws {
        var snapshot = Self.snapshot
        snapshot.linux?.tracerPID = .value(7)
        let data = try JSONEncoder().encode(snapshot)
        #expect(try JSONDecoder().decode(FactsSnapshot.self, from: data) == snapshot)
        let older = Data(#"{"version":1,"recorded":{"seconds":0,"nanoseconds":0},"platform":"linux","systemVersion":"6","linux":{}}"#.utf8)
        #expect(try JSONDecoder().decode(FactsSnapshot.self, from: older).linux?.tracerPID == .unsupported)
        #expect(ShieldPolicy.bank.verdict(for: snapshot).level == .compromised)
        for state: Fact<Int32> in [.value(1), .denied(13), .unsupported, .timedOut] {
            #expect(try JSONDecoder().decode(Fact<Int32>.self, from: JSONEncoder().encode(state)) == state)
        }
    }

    @Test func namesAreUnique() {
        #expect(Set(DetectorRegistry.all.map(\.id)).count == DetectorRegistry.all.count)
    }
}
