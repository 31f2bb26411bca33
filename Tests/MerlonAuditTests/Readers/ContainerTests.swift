import Foundation
import MerlonCore
import MerlonVault
import Testing

@testable import MerlonAudit

/// The data that an app has written, as a target, and the policy that it is judged by.
struct ContainerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let policy = Array(
        #"{"files": {"Documents/*.csv": "health", "Library/Caches/*": "publicCache"}}"#.utf8)

    private func audit(_ path: String, placement: DeclaredPlacement? = nil) async throws -> TargetReport {
        let rules = RuleRegistry.all
        let engine = AuditEngine(
            rules: rules, reader: FileTargetReader(placement: placement), verdicts: VerdictAssembler(rules: rules).assemble)
        return try #require(await engine.audit([path], at: RuleExample.now, toolVersion: "test").targets.first)
    }

    private func writeContainer(_ root: String) throws {
        try folder.write(root + "Documents/pulse.csv", Array("12:00,61\n".utf8))
        try folder.write(root + "Documents/letter.txt", Array("Dear".utf8))
        try folder.write(root + "Library/Caches/page.html", Array("<p>".utf8))
        try folder.write(root + "Library/Preferences/org.example.app.plist", Fixture.plist(["authToken": "abc", "theme": "dark"]))
    }

    @Test(arguments: ["Bank.xcappdata/AppData/", "copy/", "copy/AppData/"]) func aContainerIsJudgedByThePolicyThatIsGiven(_ root: String)
        async throws
    {
        try writeContainer(root)
        let target = folder.path + "/" + String(root.prefix { $0 != "/" })
        let given = DeclaredPlacement(path: "policy.json", parsing: Self.policy)
        let report = try await audit(target, placement: given)
        #expect(report.failure == nil && report.artifacts.map(\.kind) == [.container], "\(report.failure ?? "")")
        let found = report.findings.flatMap { finding in
            finding.evidence.map { "\(finding.severity) \($0.file.split(separator: "/").last ?? "")" }
        }
        #expect(found.sorted() == ["high org.example.app.plist", "medium pulse.csv", "note letter.txt"], "\(found)")
        let states = Dictionary(report.verdicts.map { ($0.test, $0.state) }, uniquingKeysWith: { $1 })
        #expect(states["MASTG-TEST-0302"] == .fail && states["MASTG-TEST-0298"] == .manual && states["MASTG-TEST-0214"] == .notApplicable)
        // Nothing is said of code that nobody looked at.
        #expect(!states.values.contains(.pass) && !report.findings.contains { $0.rule != "storage-container-placement" })
        #expect(!report.findings.contains { $0.evidence.contains { $0.detail.contains("abc") } }, "no value is shown")
    }

    @Test func theDataCarriesItsPolicy() async throws {
        try writeContainer("copy/")
        try folder.write("copy/Library/Application Support/MerlonPlacement.json", Self.policy)
        let report = try await audit(folder.path + "/copy")
        #expect(report.findings.map(\.severity).sorted() == [.note, .medium, .high])
        try folder.write("copy/Library/Application Support/MerlonPlacement.json", Array("{".utf8))
        let broken = try await audit(folder.path + "/copy")
        #expect(broken.findings.count == 1 && broken.findings[0].message.contains("cannot be read"))
    }

    @Test func withoutAPolicyAPersonHasToLook() async throws {
        try folder.write("copy/Documents/pulse.csv", Array("12:00,61\n".utf8))
        try folder.write("copy/Library/Preferences/org.example.app.plist", Fixture.plist(["theme": "dark"]))
        let report = try await audit(folder.path + "/copy")
        #expect(report.findings.isEmpty)
        let verdict = try #require(report.verdicts.first { $0.test == "MASTG-TEST-0302" })
        #expect(verdict.state == .manual && verdict.reason.contains("no policy says so"))
    }

    @Test func anAppsOwnPolicyIsJudged() async throws {
        try folder.write("App.app/Info.plist", Fixture.plist(["CFBundleExecutable": "Main"]))
        try folder.write("App.app/Main", Fixture.program())
        let weak = #"{"placements": {"token": {"place": "preferences", "isExcludedFromBackup": false, "isSealed": false}}}"#
        for (policy, isFound) in [(weak, true), ("{}", false), (#"{"place": 1}"#, true), ("", true)] {
            try folder.write("App.app/MerlonPlacement.json", Array(policy.utf8))
            let report = try await audit(folder.path + "/App.app")
            #expect(report.findings.contains { $0.rule == "storage-placement-policy" } == isFound, "\(policy)")
        }
        // One that is given is taken in its place.
        let report = try await audit(folder.path + "/App.app", placement: DeclaredPlacement(path: "p", policy: .standard))
        #expect(!report.findings.contains { $0.rule == "storage-placement-policy" })
    }

    /// What only looks like a container is none.
    @Test(arguments: [
        ["Library/ArtifactDB", "Documents/readme.md", "ProjectSettings/a.asset"], ["Library/Preferences/deep/er.plist"],
        ["Library/Preferences/x.txt"],
        ["AppData/Documents/a"],
    ]) func otherFoldersAreNone(_ paths: [String]) {
        #expect(ContainerLayout(of: paths, targetName: "folder") == nil)
    }
}
