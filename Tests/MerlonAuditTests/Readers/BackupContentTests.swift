import CSQLite
import Foundation
import MerlonCore
import MerlonVault
import Testing

@testable import MerlonAudit

/// What a device backup tells beside the names of files: their classes, their content, the keychain.
struct BackupContentTests {
    private static let bank = "AppDomain-com.example.bank"
    private static let token =
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IlpvZSJ9.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"

    private let folder: TemporaryFolder
    private var backup: BackupBuilder

    init() throws {
        folder = try TemporaryFolder()
        backup = try BackupBuilder(folder)
    }

    private func audit(_ path: String, files: [String: DataKind] = [:]) async throws -> TargetReport {
        let rules = RuleRegistry.all
        let placement = DeclaredPlacement(path: "policy.json", policy: PlacementPolicy(files: files))
        let reader = FileTargetReader(placement: files.isEmpty ? nil : placement, apps: ["com.example.bank"])
        let engine = AuditEngine(rules: rules, reader: reader, verdicts: VerdictAssembler(rules: rules).assemble)
        let report = try #require(await engine.audit([path], at: RuleExample.now, toolVersion: "test").targets.first)
        #expect(report.failure == nil)
        return report
    }

    private func files(of rule: String, in report: TargetReport) -> [String] {
        report.findings.filter { $0.rule == rule }.flatMap { $0.evidence.map { String($0.file.dropFirst(Self.bank.count + 1)) } }
    }

    // MARK: Protection classes

    @Test mutating func filesAreJudgedByTheirClass() async throws {
        for (number, name) in [(1, "a"), (2, "b"), (3, "c"), (4, "d"), (0, "unknown"), (99, "new")] {
            try backup.add(Self.bank, "Documents/\(name).csv", Array("12:00".utf8), protection: number)
        }
        let report = try await audit(backup.write(), files: ["Documents/*.csv": .personal])
        let weak = report.findings.filter { $0.message.contains("weaker protection class") }
        #expect(weak.flatMap { $0.evidence.map(\.file) } == ["b", "c", "d"].map { "\(Self.bank)/Documents/\($0).csv" })
        #expect(weak.flatMap { $0.evidence.map(\.detail) }.contains("its class is none, and personal data wants complete"))
        #expect(weak.allSatisfy { $0.tests == ["MASTG-TEST-0299"] })
        #expect(report.verdicts.first { $0.test == "MASTG-TEST-0299" }?.state == .fail)
    }

    /// A file that is open before the first unlock is one that somebody made so, whoever declares what.
    @Test mutating func theClassNoneIsFoundWithoutAPolicy() async throws {
        try backup.add(Self.bank, "Documents/a.db", [1], protection: 4)
        try backup.add(Self.bank, "Library/Application Support/b.db", [1], protection: 3)
        try backup.add(Self.bank, "Library/Caches/c.db", [1], protection: 4)
        let report = try await audit(backup.write())
        #expect(
            report.findings.filter { $0.tests == ["MASTG-TEST-0299"] }.flatMap { $0.evidence.map(\.file) } == [
                Self.bank + "/Documents/a.db"
            ])
        #expect(report.notes.isEmpty, "\(report.notes)")
    }

    @Test(arguments: ["", "not a list", "other", "outside", "cut", "deep", "large"]) mutating func aRecordThatIsNoneSaysNothing(
        _ what: String
    )
        async throws
    {
        let good = ArchivedFile(protection: 4, size: 1).bytes
        #expect(BackupFileRecord(good) == BackupFileRecord(ArchivedFile(protection: 4, size: 1).bytes))
        #expect(BackupFileRecord(good)?.protection == FileProtection.none && BackupFileRecord(good)?.size == 1)
        let record: [UInt8]
        switch what {
        case "other": record = ArchivedFile(protection: 4, size: 1, className: "MBOther").bytes
        case "outside": record = ArchivedFile(protection: 4, size: 1, root: 3).bytes
        case "cut": record = Array(good.dropLast())
        case "deep": record = Array((String(repeating: "(", count: 40) + String(repeating: ")", count: 40)).utf8)
        case "large": record = good + [UInt8](repeating: 0, count: 70_000)
        default: record = Array(what.utf8)
        }
        try backup.add(Self.bank, "Documents/a.db", [1], record: record)
        let report = try await audit(backup.write())
        #expect(!report.findings.contains { $0.tests == ["MASTG-TEST-0299"] })
        #expect(report.notes == ["Manifest.db: says nothing of 1 files but their names: their protection classes are not known"])
    }

    @Test mutating func aFileOfAnotherSizeIsNoted() async throws {
        try backup.add(Self.bank, "Documents/a.txt", [1, 2], record: ArchivedFile(protection: 3, size: 3).bytes)
        let notes = try await audit(backup.write()).notes
        #expect(notes == [Self.bank + "/Documents/a.txt: has 2 bytes, and the backup lists 3: it is not what the device had"])
    }

    // MARK: Content

    @Test mutating func secretsAreFoundInWhateverAnAppWrote() async throws {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let body = (0..<320).map { (index: Int) -> UInt8 in alphabet[(index * 167 + index / 3 * 31 + 12) % 64] }
        let key = Array("-----BEGIN PRIVATE KEY-----\n".utf8) + body + Array("\n-----END PRIVATE KEY-----\n".utf8)
        // A database's pages, where a text stands as it is; in the middle of nothing that a name tells.
        try backup.add(
            Self.bank, "Documents/app.sqlite",
            Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 9000) + Array(Self.token.utf8) + [0, 1])
        try backup.add(Self.bank, "Library/Caches/com.example.bank/Cache.db-wal", Array("x\0\(Self.token)\0".utf8))
        try backup.add(Self.bank, "Documents/blob", Array("....".utf8) + key)
        try backup.add(Self.bank, "Documents/log.txt", Array("api_key = \"8767086b9f6f976g-a8df76\"\n".utf8))
        try backup.add(Self.bank, "Documents/letter.txt", Array("Dear Zoe, my password is the usual.".utf8))
        try backup.add(
            Self.bank, "Documents/photo.jpg", [0xFF, 0xD8] + (0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 / 7) })
        let report = try await audit(backup.write())
        let found = Set(files(of: "storage-container-secrets", in: report))
        #expect(found == ["Documents/app.sqlite", "Documents/blob", "Documents/log.txt", "Library/Caches/com.example.bank/Cache.db-wal"])
        #expect(
            report.findings.contains {
                $0.evidence.contains { $0.detail == "JSON web token: eyJh… (\(Self.token.count) characters), at byte 9016" }
            })
        let all = report.findings.flatMap { $0.evidence.map(\.detail) }.joined()
        #expect(!all.contains(Self.token.prefix(12)) && !all.contains("8767086b9"), "a report holds no secret")
        #expect(report.verdicts.first { $0.test == "MASTG-TEST-0302" }?.state == .fail)
    }

    /// What a database's tables hold is found wherever its pages put it; what was deleted, as long as it stands there.
    @Test(
        arguments: [
            (
                "CREATE TABLE s (id INTEGER PRIMARY KEY, user TEXT, token TEXT, more TEXT); INSERT INTO s VALUES (1, 'zoe', 'TOKEN', 'more')",
                "token", "s"
            ),
            ("CREATE TABLE s (k TEXT PRIMARY KEY, v BLOB) WITHOUT ROWID; INSERT INTO s VALUES ('a', CAST('x=TOKEN' AS BLOB))", "v", "s"),
            ("CREATE TABLE \"a \"\"b\" (\"c d\" TEXT); INSERT INTO \"a \"\"b\" VALUES ('TOKEN')", "c d", "a \"b"),
            // Across an overflow page, after as much text as puts its border into the token.
            ("CREATE TABLE s (t TEXT); INSERT INTO s VALUES (printf('%.*c', 460, 'x') || ' TOKEN')", "t", "s"),
            ("PRAGMA secure_delete = OFF; CREATE TABLE s (t TEXT); INSERT INTO s VALUES ('TOKEN'); DELETE FROM s", nil, nil),
            ("PRAGMA journal_mode = WAL; CREATE TABLE s (t TEXT); INSERT INTO s VALUES ('TOKEN')", "t", "s"),
        ] as [(String, String?, String?)])
    func databasesAreLookedInto(_ sql: String, _ column: String?, _ table: String?) throws {
        let path = folder.path + "/x.db"
        try Self.make(path, "PRAGMA page_size = 512; " + sql.replacingOccurrences(of: "TOKEN", with: Self.token))
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        var search = FileSecretSearch(size: UInt64(bytes.count))
        search.take(bytes)
        let found = search.finish()
        #expect(found.count == 1 && found[0].masked == "eyJh… (\(Self.token.count) characters)", "\(found)")
        if let column, let table { #expect(found.map(\.place) == ["in the column \(column) of the table \(table)"]) }
    }

    /// Damage and enmity cost no more than the file, and nothing of the schema runs.
    @Test(arguments: [
        "CREATE TABLE s (t TEXT); CREATE VIEW v AS SELECT * FROM s", "CREATE VIRTUAL TABLE f USING fts4(t)",
        "CREATE TABLE s (t TEXT, g TEXT GENERATED ALWAYS AS (hex(zeroblob(8000000))) VIRTUAL); INSERT INTO s (t) VALUES ('x')",
        "CREATE TABLE s (t TEXT); INSERT INTO s VALUES (zeroblob(40000))",
    ]) func hostileDatabasesAreOnlyRead(_ sql: String) throws {
        let path = folder.path + "/x.db"
        try Self.make(path, sql)
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        for cut in [bytes.count, bytes.count / 2, 512, 100, 16] {
            var part = Array(bytes.prefix(cut))
            #expect(DatabaseContent.secrets(in: &part, limit: 10).isEmpty)
        }
        for index in stride(from: 0, to: min(bytes.count, 4096), by: 31) {
            var copy = bytes
            copy[index] ^= 0x5A
            #expect(DatabaseContent.secrets(in: &copy, limit: 10).isEmpty)
        }
    }

    private static func make(_ path: String, _ sql: String) throws {
        var database: OpaquePointer?
        defer { unsafe sqlite3_close(database) }
        guard unsafe sqlite3_open(path, &database) == SQLITE_OK, unsafe sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
            throw CocoaError(.fileWriteUnknown, userInfo: ["sqlite": unsafe String(cString: sqlite3_errmsg(database))])
        }
    }

    @Test mutating func dataWithoutSecretsPasses() async throws {
        try backup.add(Self.bank, "Documents/letter.txt", Array("Dear Zoe".utf8))
        let content = try await FileTargetReader(apps: ["com.example.bank"]).read(backup.write(), locating: CodeInterests()) { _, _ in }
        let artifact = try #require(content.artifacts.first)
        guard case .pass = ContainerSecretsRule().evaluate(artifact, in: AuditContext(now: RuleExample.now, root: artifact)) else {
            return #expect(Bool(false))
        }
    }

    /// A secret on the border of two pieces, and pieces that come in any lengths.
    @Test(arguments: [1, 63, 4096, 1 << 20, 3 << 20]) func secretsAreFoundAcrossPieces(_ step: Int) {
        let (piece, size) = (FileSecretSearch.pieceByteCount, 3 << 20)
        let places = [0, piece - 40, piece + FileSecretSearch.overlapByteCount - 10, 2 * piece - 1, size - Self.token.utf8.count]
        var file = [UInt8](repeating: 0x20, count: size)
        for place in places { file.replaceSubrange(place..<place + Self.token.utf8.count, with: Self.token.utf8) }
        // A step of one byte for all of it would take a minute.
        let steps =
            step == 1
            ? stride(from: 0, to: 200, by: 1).map { $0..<$0 + 1 } + [200..<size]
            : stride(from: 0, to: size, by: step).map { $0..<min($0 + step, size) }
        var search = FileSecretSearch(size: UInt64(size))
        for range in steps { search.take(Array(file[range])) }
        let found = search.finish()
        #expect(found.map(\.place) == places.map { "at byte \($0)" })
        #expect(Set(found.map(\.masked)) == ["eyJh… (\(Self.token.count) characters)"])
    }

    /// Folders that are copies of containers, and such as Xcode downloads, are searched the same way.
    @Test(arguments: ["copy", "Bank.xcappdata/AppData", "AppData"]) func containersAreSearched(_ root: String) async throws {
        try folder.write(root + "/Library/Preferences/com.example.bank.plist", Fixture.plist(["theme": "dark"]))
        try folder.write(root + "/Documents/app.sqlite", Array("x\0\(Self.token)\0".utf8))
        let target = root == "AppData" ? folder.path : folder.path + "/" + root.split(separator: "/")[0]
        let rules = RuleRegistry.all
        let engine = AuditEngine(rules: rules, reader: FileTargetReader(), verdicts: VerdictAssembler(rules: rules).assemble)
        let report = try #require(await engine.audit([target], at: RuleExample.now, toolVersion: "test").targets.first)
        #expect(report.findings.contains { $0.rule == "storage-container-secrets" }, "\(report.notes) \(report.failure ?? "")")
    }

    // MARK: The keychain

    private func keychain(_ classes: [(version: UInt8, itemClass: UInt8)]) throws -> [UInt8] {
        let items = classes.map { ["v_Data": Data([$0.version, 0, 0, 0, $0.itemClass, 0, 0, 0] + [UInt8](repeating: 7, count: 60))] }
        let list: [String: Any] = ["genp": items, "inet": [["v_Data": Data([3, 0, 0, 0])], ["other": 1]], "cert": [], "keys": [1]]
        return Array(try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
    }

    @Test mutating func theKeychainIsToldAsFarAsItCanBeRead() async throws {
        // 0x17: class 7 of a second generation of its key.
        let bytes = try keychain([(3, 6), (3, 0x17), (2, 8), (3, 9), (3, 10), (3, 11), (0, 12), (3, 5), (77, 6)])
        try backup.add(Self.bank, "Documents/letter.txt", Array("Dear".utf8))
        try backup.add("KeychainDomain", "keychain-backup.plist", bytes)
        let notes = try await audit(backup.write()).notes
        #expect(notes.count == 1)
        #expect(
            notes[0].hasPrefix(
                "KeychainDomain/keychain-backup.plist: the keychain of all apps together: 3 items move to another device with an encrypted backup, 4 never leave this device, 2 of these are open before the first unlock, the class of 5 cannot be read; "
            ), "\(notes)")
    }

    @Test(arguments: ["missing", "none", "link"]) mutating func aKeychainThatCannotBeReadIsSaidSo(_ what: String) async throws {
        try backup.add(Self.bank, "Documents/letter.txt", Array("Dear".utf8))
        let id = String(repeating: "cd", count: 20)
        try backup.add("KeychainDomain", "keychain-backup.plist", what == "none" ? Array("<plist><dict".utf8) : nil, id: id)
        if what == "link" {
            try FileManager.default.createDirectory(atPath: folder.path + "/cd", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/cd/\(id)", withDestinationPath: "/etc/passwd")
        }
        let notes = try await audit(backup.write()).notes
        #expect(notes.count == 1 && notes[0].hasPrefix("KeychainDomain/keychain-backup.plist: "), "\(notes)")
        #expect(!notes.joined().contains("items move"))
    }
}
