import Foundation
import MerlonCore
import MerlonVault
import Testing

@testable import MerlonAudit

/// Device backups as targets: what they have of an app, by the app's policy.
struct BackupTests {
    private static let bank = "AppDomain-com.example.bank"
    private static let policy = DeclaredPlacement(
        path: "policy.json",
        policy: PlacementPolicy(files: [
            "Documents/*.csv": .health, "Documents/session": .token, "Documents/letter.txt": .preference, "Documents/notes.db": .health,
            "Library/Caches/*": .publicCache,
        ]))

    private let folder: TemporaryFolder
    private var backup: BackupBuilder

    init() throws {
        folder = try TemporaryFolder()
        backup = try BackupBuilder(folder)
    }

    private func audit(_ path: String, _ apps: [String] = ["com.example.bank"]) async throws -> TargetReport {
        let rules = RuleRegistry.all
        let engine = AuditEngine(
            rules: rules, reader: FileTargetReader(placement: Self.policy, apps: apps), verdicts: VerdictAssembler(rules: rules).assemble)
        return try #require(await engine.audit([path], at: RuleExample.now, toolVersion: "test").targets.first)
    }

    private func outcome(_ path: String) async throws -> (content: TargetContent, outcome: RuleOutcome) {
        let content = try await FileTargetReader(placement: Self.policy, apps: ["com.example.bank"])
            .read(path, locating: CodeInterests()) { _, _ in }
        let artifact = try #require(content.artifacts.first)
        return (content, ContainerPlacementRule().evaluate(artifact, in: AuditContext(now: RuleExample.now, root: artifact)))
    }

    @Test mutating func whatABackupShouldNotHaveIsFound() async throws {
        try backup.add(Self.bank, "Documents", nil, flags: 2)
        try backup.add(Self.bank, "Documents/pulse.csv", Array("12:00,61\n".utf8))
        try backup.add(Self.bank, "Documents/session", Array("abc".utf8))
        try backup.add(Self.bank, "Documents/notes.db-wal", Array("row".utf8))
        try backup.add(Self.bank, "Documents/letter.txt", Array("Dear".utf8))
        try backup.add(Self.bank, "Library/Preferences/com.example.bank.plist", Fixture.plist(["authToken": "abc"]))
        try backup.add("AppDomainPlugin-com.example.bank.widget", "Documents/pulse.csv", Array("1".utf8))
        try backup.add("AppDomain-com.example.banking", "Documents/pulse.csv", Array("1".utf8))
        try backup.add("AppDomainGroup-group.com.example.bank", "Documents/pulse.csv", Array("1".utf8))
        try backup.add("HomeDomain", "Library/Preferences/x.plist", Fixture.plist(["authToken": "abc"]))
        let report = try await audit(backup.write())
        #expect(report.failure == nil && report.artifacts.map(\.path) == [Self.bank, "AppDomainPlugin-com.example.bank.widget"])
        let inBackups = report.findings.filter { $0.message.hasPrefix("Backups carry") }
        #expect(
            inBackups.flatMap { $0.evidence.map(\.file) } == [
                Self.bank + "/Documents/notes.db-wal", Self.bank + "/Documents/pulse.csv", Self.bank + "/Documents/session",
                "AppDomainPlugin-com.example.bank.widget/Documents/pulse.csv",
            ])
        #expect(report.findings.contains { $0.evidence.contains { $0.detail.contains("authToken") } })
        #expect(!report.findings.contains { $0.evidence.contains { $0.file.contains("letter") || $0.detail.contains("abc") } })
        let states = Dictionary(report.verdicts.map { ($0.test, $0.state) }, uniquingKeysWith: { $1 })
        #expect(states["MASTG-TEST-0298"] == .fail && states["MASTG-TEST-0302"] == .fail && !states.values.contains(.pass))
        #expect(report.notes.contains { $0.contains("group.com.example.bank") }, "a group is not passed over in silence")
        let group = try await audit(folder.path, ["group.com.example.bank"])
        #expect(group.artifacts.map(\.path) == ["AppDomainGroup-group.com.example.bank"] && !group.findings.isEmpty)
    }

    @Test mutating func whatMayBeInABackupPasses() async throws {
        try backup.add(Self.bank, "Documents/letter.txt", Array("Dear".utf8))
        try backup.add(Self.bank, "Documents/link", nil, flags: 4)
        let seen = try await outcome(backup.write())
        guard case .pass = seen.outcome else { return #expect(Bool(false), "\(seen.outcome)") }
        #expect(seen.content.notes.isEmpty)
        // Nothing was changed or left there.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Manifest.db", "Manifest.plist", "a1"])
    }

    @Test mutating func theErrorSaysWhichAppsAreThere() async throws {
        for number in 100..<160 { try backup.add("AppDomain-org.example.app\(number)", "Documents", nil, flags: 2) }
        try backup.add("AppDomainGroup-group.a", "x", [1])
        let path = try backup.write()
        for apps in [[], ["com.example.bank"], ["org.example.app100", "org.example.app1"], [""], ["*"]] {
            let failure = try #require(try await audit(path, apps).failure, "\(apps)")
            #expect(failure.contains("it has group.a, org.example.app100, org.example.app101, "), "\(failure)")
            #expect(failure.hasSuffix("org.example.app138 and 21 more"), "\(failure)")
        }
    }

    /// What cannot be read never passes: neither what is missing nor what has no proper name.
    @Test(arguments: [
        "missing", "link", "linkedFolder", "folder", "../../secret", "/etc/passwd", "long", "", "shortID", "pathID", "upperID",
    ])
    mutating func unreadFilesAreNotClean(_ what: String) async throws {
        let id = String(repeating: "be", count: 20)
        let outside = try TemporaryFolder()
        try outside.write(id, Array("outside".utf8))
        try outside.write("Documents", Array("outside".utf8))
        switch what {
        case "missing": try backup.add(Self.bank, "Documents/letter.txt", nil)
        case "link":
            try backup.add(Self.bank, "Documents/letter.txt", nil, id: id)
            try FileManager.default.createDirectory(atPath: folder.path + "/be", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/be/\(id)", withDestinationPath: "\(outside.path)/\(id)")
        case "linkedFolder":
            try backup.add(Self.bank, "Documents/letter.txt", nil, id: id)
            try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/be", withDestinationPath: outside.path)
        case "folder":
            try backup.add(Self.bank, "Documents/letter.txt", nil, id: id)
            try FileManager.default.createDirectory(atPath: "\(folder.path)/be/\(id)", withIntermediateDirectories: true)
        case "shortID": try backup.add(Self.bank, "Documents/letter.txt", nil, id: "bebe")
        case "pathID": try backup.add(Self.bank, "Documents/letter.txt", nil, id: "../../../../../../../../../etc/passwd../")
        case "upperID": try backup.add(Self.bank, "Documents/letter.txt", nil, id: String(repeating: "BE", count: 20))
        case "long": try backup.add(Self.bank, String(repeating: "a", count: 9000), [1])
        default: try backup.add(Self.bank, what, [1])
        }
        let seen = try await outcome(backup.write())
        guard case .notDecidable(let reason) = seen.outcome else { return #expect(Bool(false), "\(seen.outcome)") }
        #expect(reason.hasPrefix("1 files could not be read"))
        #expect(seen.content.artifacts[0].containerFiles.isEmpty && seen.content.notes.count == 1, "\(seen.content.notes)")
    }

    /// A backup that cannot be read as a whole is an error, and says of an encrypted one that it is.
    @Test(arguments: [
        "encrypted", "encryptedOddly", "encryptedDatabase", "brokenList", "truncated", "empty", "view", "module", "computed", "log",
        "noTable",
        "linkedDatabase",
    ])
    mutating func anUnreadableBackupIsAnError(_ what: String) async throws {
        for number in 0..<60 {
            try backup.add(Self.bank, "Documents/\(number).txt", nil, flags: 2, id: "\(number)" + String(repeating: "x", count: 300))
        }
        let database = folder.path + "/Manifest.db"
        switch what {
        case "view": _ = try backup.write(further: "ALTER TABLE Files RENAME TO Real; CREATE VIEW Files AS SELECT * FROM Real;")
        case "module":
            _ = try backup.write(further: "DROP TABLE Files; CREATE VIRTUAL TABLE Files USING fts4(fileID, domain, relativePath, flags);")
        case "computed":
            _ = try backup.write(
                further: """
                    DROP TABLE Files; CREATE TABLE Files (fileID, domain, relativePath, flags, file AS (hex(zeroblob(400000))));
                    INSERT INTO Files VALUES ('a', '\(Self.bank)', 'b', 1);
                    """)
        case "noTable": _ = try backup.write(further: "DROP TABLE Files;")
        default: _ = try backup.write()
        }
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: database)))
        switch what {
        case "encrypted": try folder.write("Manifest.plist", BackupBuilder.manifest(isEncrypted: "<true/>"))
        case "encryptedOddly": try folder.write("Manifest.plist", BackupBuilder.manifest(isEncrypted: "<integer>1</integer>"))
        case "encryptedDatabase": try folder.write("Manifest.db", bytes.map { $0 ^ 0x5A })
        case "brokenList": try folder.write("Manifest.plist", Array("<plist".utf8))
        case "truncated": try folder.write("Manifest.db", Array(bytes.prefix(bytes.count / 2)))
        case "empty": try folder.write("Manifest.db", [])
        case "log": try folder.write("Manifest.db-wal", [1])
        case "linkedDatabase":
            try FileManager.default.moveItem(atPath: database, toPath: folder.path + "/real.db")
            try FileManager.default.createSymbolicLink(atPath: database, withDestinationPath: folder.path + "/real.db")
        default: break
        }
        let report = try await audit(folder.path)
        let failure = try #require(report.failure)
        #expect(report.verdicts.isEmpty && failure.hasPrefix(folder.path))
        if what.hasPrefix("encrypted") {
            #expect(failure.contains("encrypted") && failure.hasSuffix("its content cannot be read"), "\(failure)")
        }
    }

    @Test mutating func rowsAreCounted() throws {
        for number in 0..<5 { try backup.add("HomeDomain", "\(number)", nil) }
        let path = try backup.write() + "/Manifest.db"
        var seen = 0
        #expect(throws: AuditError(.limitExceeded, at: "", "")) {
            try ManifestDatabase.read(path, place: "db", maximumRowCount: 3) { (_) throws(AuditError) in seen += 1 }
        }
        #expect(seen == 3)
    }

    @Test func anAppIsAskedOfBackupsAlone() async throws {
        try folder.write("x/App.app/Info.plist", Fixture.plist())
        #expect(try await audit(folder.path + "/x").failure?.contains("is no device backup") == true)
    }
}
