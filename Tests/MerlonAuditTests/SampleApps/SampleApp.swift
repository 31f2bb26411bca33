import Foundation
import MerlonAudit
import MerlonCore
import Testing

/// The two sample apps, and what is planted in the weak one.
enum SampleApp: String {
    case weak = "Weak"
    case hardened = "Hardened"

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Examples/SampleApps").standardizedFileURL

    /// Audits the app with all rules, at a time when the weak one's profile has expired and the hardened one's has not.
    func audit() async throws -> TargetReport {
        let verdicts = VerdictAssembler(rules: RuleRegistry.all)
        let engine = AuditEngine(rules: RuleRegistry.all, reader: FileTargetReader()) { verdicts.assemble($0, $1) }
        let path = Self.folder.appendingPathComponent("\(rawValue).ipa").path
        let report = await engine.audit([path], at: WallTime(seconds: 1_782_000_000), toolVersion: "test")
        return report.targets[0]
    }
}

/// A weakness of the weak app: the test that it fails, where it stands, and why (Examples/SampleApps/expectations.json).
struct PlantedWeakness: Decodable, Sendable, CustomTestStringConvertible {
    var test: String
    /// `fail`, or `manual` where the audit shows the place and a person decides.
    var verdict: TestVerdict.State
    var file: String
    /// The function, or the key path in a property list; empty for a weakness of a whole file.
    var place: String
    var why: String

    var testDescription: String { "\(test) \(why)" }

    static let all: [PlantedWeakness] = {
        let file = SampleApp.folder.appendingPathComponent("expectations.json")
        return (try? JSONDecoder().decode([PlantedWeakness].self, from: Data(contentsOf: file))) ?? []
    }()

    /// Whether evidence shows this weakness.
    func isShown(by evidence: Evidence) -> Bool {
        evidence.file == file
            && (place.isEmpty || evidence.plistKey == place || evidence.symbol?.contains(place) == true)
    }
}
