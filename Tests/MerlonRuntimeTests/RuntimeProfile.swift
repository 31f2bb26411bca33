import Foundation
import MerlonCore
import MerlonRuntime
import TestSupport

/// Recorded facts of a device or a run, with what they must come to (Tests/RuntimeProfiles). A profile names another as its base and changes it, as
/// RFC 7396 merges.
struct RuntimeProfile: Sendable {
    let name: String
    let about: String
    let snapshot: FactsSnapshot
    let expected: Expectation

    struct Expectation: Decodable, Sendable {
        let level: String
        let indicators: Set<String>
        let undecided: Set<String>
    }

    private struct Head: Decodable {
        let about: String
        let expect: Expectation
    }

    static let folder = PackageFolder.url.appendingPathComponent("Tests/RuntimeProfiles")

    /// All profiles, by name. Empty when the folder cannot be read, which a test notices.
    static let all: [String: RuntimeProfile] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let names = files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
        return Dictionary(uniqueKeysWithValues: names.compactMap { name in (try? RuntimeProfile(named: name)).map { (name, $0) } })
    }()

    init(named name: String) throws {
        let object = try Self.object(named: name)
        let head = try JSONDecoder().decode(Head.self, from: JSONSerialization.data(withJSONObject: object))
        self.name = name
        about = head.about
        expected = head.expect
        let merged = try Self.snapshot(named: name, depth: 0)
        snapshot = try JSONDecoder().decode(FactsSnapshot.self, from: JSONSerialization.data(withJSONObject: merged))
    }

    private static func object(named name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: folder.appendingPathComponent(name + ".json"))
        guard let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else { throw CocoaError(.fileReadCorruptFile) }
        return object
    }

    private static func snapshot(named name: String, depth: Int) throws -> [String: Any] {
        let object = try object(named: name)
        let own = object["snapshot"] as? [String: Any] ?? [:]
        guard let base = object["base"] as? String, depth < 4 else { return own }
        return merged(try snapshot(named: base, depth: depth + 1), own)
    }

    private static func merged(_ base: [String: Any], _ patch: [String: Any]) -> [String: Any] {
        patch.reduce(into: base) { result, member in
            if member.value is NSNull {
                result[member.key] = nil
            } else if let inner = member.value as? [String: Any], let old = result[member.key] as? [String: Any] {
                result[member.key] = merged(old, inner)
            } else {
                result[member.key] = member.value
            }
        }
    }
}
