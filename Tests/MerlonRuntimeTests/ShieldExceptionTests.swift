import Foundation
import MerlonCore
import Testing

@testable import MerlonRuntime

/// Known-benign circumstances, ranges of systems, and that an exception covers no more than it says.
@Suite struct ShieldExceptionTests {
    private static func snapshot(_ version: String = "27.1", _ platform: Detector.Platform = .iOS) -> FactsSnapshot {
        FactsSnapshot(recorded: WallTime(seconds: 0), platform: platform, systemVersion: version)
    }

    private static func verdict(
        _ exception: ShieldException, places: [String] = ["/var/a", "/var/b"], in snapshot: FactsSnapshot = snapshot()
    ) -> ShieldVerdict {
        let found = Indicator(
            "x", .systemIntegrity, .certain, evidence: places.map { .init("is there", place: $0, source: "s") }, advice: "a")
        let detector = Detector("d", "x", platforms: [.iOS, .macOS, .linux], tier: .cheap, indicators: ["x"]) { _ in .judged([found]) }
        var policy = ShieldPolicy(name: "own", thresholds: .init(suspicious: 4, compromised: 8))
        policy.exceptions = [exception]
        return policy.verdict(for: snapshot, detectors: [detector])
    }

    private static func exception(
        _ indicator: String = "x", _ platform: Detector.Platform? = nil, from: String? = nil, through: String? = nil,
        evidence: Set<String>? = nil
    ) -> ShieldException {
        ShieldException(
            indicator: indicator, reason: "the beta has it", platform: platform, from: from, through: through, evidence: evidence)
    }

    @Test func whatIsCoveredDoesNotCountAndIsTold() {
        let verdict = Self.verdict(Self.exception())
        #expect(verdict.level == .clear && verdict.indicators.map(\.id) == ["x"])
        #expect(verdict.reasons.first == "x: does not count: the beta has it")
    }

    private static let covers: [(ShieldException, Bool)] = [
        (exception("x", .iOS), true), (exception("x", .macOS), false), (exception("y"), false), (exception("X"), false),
        (exception(from: "27"), true), (exception(from: "27.1"), true), (exception(from: "27.1.0"), true), (exception(from: "27.2"), false),
        (exception(from: "27.1.1"), false), (exception(from: "28"), false), (exception(through: "27"), true),
        (exception(through: "27.1"), true), (exception(through: "27.0"), false), (exception(through: "26"), false),
        (exception(from: "26.4", through: "27.1"), true), (exception(from: "28", through: "26"), false),
        (exception(evidence: ["/var/a", "/var/b", "/var/c"]), true), (exception(evidence: ["is there"]), true),
        (exception(evidence: ["/var/a"]), false), (exception(evidence: []), false), (exception(evidence: ["", "/var/a"]), false),
        (exception(evidence: ["/var"]), false), (exception(evidence: ["there"]), false),
    ]

    @Test func itCoversNoMoreThanItSays() {
        for (index, (exception, isCovered)) in Self.covers.enumerated() {
            #expect((Self.verdict(exception).level == .clear) == isCovered, "case \(index)")
        }
        // More evidence than is kept: what was cut off may be anything.
        let many = (0..<Indicator.maximumEvidence).map { _ in "/var/a" }
        #expect(Self.verdict(Self.exception(evidence: ["/var/a"]), places: many).level == .compromised)
        #expect(Self.verdict(Self.exception(evidence: ["/var/a"]), places: Array(many.dropLast())).level == .clear)
        #expect(Self.verdict(Self.exception(evidence: ["is there"]), places: []).level == .compromised)
        #expect(Self.verdict(Self.exception(from: "6.1"), in: Self.snapshot("6.0.9-x", .linux)).level == .compromised)
        #expect(Self.verdict(Self.exception(from: "6.1"), in: Self.snapshot("", .linux)).level == .compromised)
    }

    @Test func theyComeWithARulePackAndAreStored() throws {
        let covered = Self.exception("apple-ordinary-path", .iOS, from: "27", evidence: ["/bin/sh"])
        let pack = RulePack(number: 3, exceptions: [covered])
        let data = try JSONEncoder().encode(pack)
        #expect(try JSONDecoder().decode(RulePack.self, from: data) == pack)
        let policy = ShieldPolicy.bank.applying(pack)
        #expect(policy.exceptions == [covered] && policy.applying(RulePack(number: 4)).exceptions == [covered])
        #expect(try JSONDecoder().decode(ShieldPolicy.self, from: JSONEncoder().encode(policy)) == policy)
        // Policies and packs that were stored before there were exceptions.
        var members = try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(ShieldPolicy.bank)) as? [String: Any])
        members["exceptions"] = nil
        #expect(try JSONDecoder().decode(ShieldPolicy.self, from: JSONSerialization.data(withJSONObject: members)) == .bank)
        #expect(try JSONDecoder().decode(RulePack.self, from: Data(#"{"number": 1}"#.utf8)) == RulePack(number: 1))
        // Thresholds below their least would make everything compromised.
        members["thresholds"] = ["suspicious": -1, "compromised": -5]
        let odd = try JSONDecoder().decode(ShieldPolicy.self, from: JSONSerialization.data(withJSONObject: members))
        #expect(odd.thresholds == .init(suspicious: 1, compromised: 1))
    }

    /// Waits of a watch: anywhere between half and one and a half times the interval, not to be foreseen.
    @Test func waitsAreSpread() {
        var generator = SystemRandomNumberGenerator()
        let waits = (0..<2000).map { _ in Shield.pause(around: 1000, using: &generator) }
        #expect(waits.allSatisfy { (500...1500).contains($0) })
        #expect((waits.min() ?? 0) < 560 && (waits.max() ?? 0) > 1440 && Set(waits).count > 700)
        let longest = UInt64(Int64.max)
        #expect((0..<64).allSatisfy { _ in Shield.pause(around: longest, using: &generator) >= longest / 2 })
    }
}
