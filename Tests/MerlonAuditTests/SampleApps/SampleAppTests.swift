import Foundation
import MerlonAudit
import Testing

@Suite struct SampleAppTests {
    @Test func weakFailsWhatIsPlantedAndNothingElse() async throws {
        let report = try await SampleApp.weak.audit()
        #expect(report.failure == nil)
        #expect(report.notes.isEmpty)
        let failed = Set(report.verdicts.filter { $0.state == .fail }.map(\.test))
        #expect(failed.count >= 20)
        #expect(failed.symmetricDifference(PlantedWeakness.all.filter { $0.verdict == .fail }.map(\.test)).sorted() == [])
    }

    @Test func weaknessesAreFoundWhereTheyStand() async throws {
        let report = try await SampleApp.weak.audit()
        for planted in PlantedWeakness.all {
            let verdict = try #require(report.verdicts.first { $0.test == planted.test })
            let found = report.findings.filter { $0.tests.contains(planted.test) }.flatMap(\.evidence)
            let places = planted.verdict == .fail ? found : verdict.evidence
            #expect(verdict.state == planted.verdict, "\(planted.test)")
            let shown = places.contains(where: planted.isShown)
            #expect(shown, "\(planted.test) at \(planted.file) \(planted.place): \(places)")
        }
    }

    @Test func hardenedFailsNothing() async throws {
        let report = try await SampleApp.hardened.audit()
        #expect(report.failure == nil)
        #expect(report.notes.isEmpty)
        #expect(report.findings.map { "\($0.rule): \($0.message)" } == [])
        #expect(report.verdicts.filter { $0.state == .fail }.map(\.test) == [])
        // Nothing passes because nothing was looked at.
        #expect(report.verdicts.filter { $0.state == .pass }.count >= 20)
    }

    @Test func readmeListsEveryWeakness() throws {
        let readme = try String(contentsOf: SampleApp.folder.appendingPathComponent("README.md"), encoding: .utf8)
        let rows = PlantedWeakness.all.map { weakness in
            let place = weakness.place.isEmpty ? "" : "`\(weakness.place)`"
            return
                "| \(weakness.test) | \(weakness.verdict.rawValue) | \(weakness.why) | `\(weakness.file.split(separator: "/").last!)` | \(place) |"
        }
        #expect(rows.count >= 20)
        let missing = rows.filter { !readme.contains($0) }
        #expect(missing == [])
        #expect(readme.components(separatedBy: "| MASTG-TEST-").count - 1 == rows.count)
    }
}
