import Foundation
import MerlonCore
import Testing

@testable import MerlonRuntime

/// Recorded facts come from elsewhere: whatever numbers and texts stand in them, they are judged, or are no recording.
@Suite struct HostileRecordingTests {
    private static var numbers: [Any] {
        [-1, 0, Int64.max, Int64.min, UInt64.max, 1e300, -1e300, Double.leastNonzeroMagnitude, 4_294_967_296, 65536, 0.5]
    }
    private static var texts: [Any] {
        [
            "", "\u{0}", String(repeating: "a", count: 3000), "/..//", "😀\u{301}\u{301}", ".", "1.2.3.4.99999999999999999999", "-",
            "\"`",
        ]
    }

    /// Every recording in which one value of `object` was changed.
    private static func changed(_ object: Any, by body: (Any) throws -> Void) rethrows {
        func descend(_ value: Any, _ put: (Any) throws -> Void) rethrows {
            switch value {
            case let members as [String: Any]:
                for (name, member) in members {
                    try descend(member) { new in
                        var copy = members
                        copy[name] = new
                        try put(copy)
                    }
                }
                for other: Any in [[], NSNull(), [:]] { try put(other) }
            case let elements as [Any]:
                // The first of a kind stands for all.
                for (index, element) in elements.enumerated().prefix(2) {
                    try descend(element) { new in
                        var copy = elements
                        copy[index] = new
                        try put(copy)
                    }
                }
                if let first = elements.first { try put(Array(repeating: first, count: 300)) }
                try put([])
            case is String: for text in texts { try put(text) }
            case let number as NSNumber where "\(type(of: number))".contains("Bool"): try put(!number.boolValue)
            default: for number in numbers { try put(number) }
            }
        }
        try descend(object, body)
    }

    private static func recordings() throws -> [FactsSnapshot] {
        var linux = FactsSnapshot(
            recorded: WallTime(seconds: 0), platform: .linux, systemVersion: "6.1", linux: LinuxDetectorTests.clean)
        linux.linux?.changedText = .value([
            ChangedText(
                object: "x", ownPages: 1, differingRuns: 1,
                differences: [.init(offset: 4096, symbol: "abort", expected: [0x55, 0x48], actual: [0xE9, 1])], isCompared: true)
        ])
        linux.linux?.manifest = .value(IntegrityFindings(differences: [.init(.file, "app")], examined: 3, unread: ["x: y"]))
        linux.linux?.patchedSlots = .value([PatchedSlot(object: "x", symbol: "y", target: "z")])
        let names = ["clean-iphone-17", "xcode-run", "hooks-inline", "clock-set-back", "hooks-patched", "alt-store"]
        return names.compactMap { RuntimeProfile.all[$0]?.snapshot } + [linux]
    }

    @Test func whateverStandsInThemIsJudgedOrRefused() throws {
        let recordings = try Self.recordings()
        #expect(recordings.count == 7)
        var policy = ShieldPolicy.bank
        policy.exceptions = [ShieldException(indicator: "apple-clock-moved", reason: "x", from: "1.2", evidence: ["a"])]
        var (read, refused, unbounded) = (0, 0, 0)
        for recording in recordings {
            let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(recording))
            Self.changed(object) { changed in
                guard let data = try? JSONSerialization.data(withJSONObject: changed, options: .fragmentsAllowed),
                    let snapshot = try? JSONDecoder().decode(FactsSnapshot.self, from: data)
                else {
                    refused += 1
                    return
                }
                let verdict = policy.verdict(for: snapshot)
                read += 1
                // What is made of it is not larger than what was given by more than a bound.
                let evidence = verdict.indicators.flatMap(\.evidence)
                let isBounded =
                    verdict.indicators.allSatisfy { $0.evidence.count <= Indicator.maximumEvidence }
                    && evidence.allSatisfy { max($0.what.count, $0.place.count, $0.source.count) <= 512 }
                if !isBounded { unbounded += 1 }
            }
        }
        #expect(read > 1000 && refused > 1000 && unbounded == 0, "\(read) \(refused) \(unbounded)")
    }
}
