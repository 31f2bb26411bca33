import Foundation
import Testing

@testable import MerlonAudit

/// What a device backup may cost that an enemy made: its lists, its databases, its files.
struct BackupLimitTests {
    private static let bank = "AppDomain-com.example.bank"

    private let folder: TemporaryFolder
    private var backup: BackupBuilder

    init() throws {
        folder = try TemporaryFolder()
        backup = try BackupBuilder(folder)
    }

    /// A list of tables without end: seven pages, and three hundred million rows.
    @Test(.timeLimit(.minutes(10))) func aSchemaWithoutEndEnds() throws {
        let path = try backup.write(schema: "CREATE TABLE Files (fileID PRIMARY KEY, domain, relativePath, flags, file);") + "/Manifest.db"
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        var short = FannedSchema.made(from: bytes, levels: 2, copies: 20)
        try Data(short).write(to: URL(fileURLWithPath: path))
        #expect(throws: Never.self, "some hundred rows are read as before") {
            try ManifestDatabase.read(path, place: "db", maximumRowCount: 10) { (_) throws(AuditError) in }
        }
        #expect(DatabaseContent.secrets(in: &short, limit: 10).isEmpty)
        var endless = FannedSchema.made(from: bytes, levels: 5, copies: 50)
        try Data(endless).write(to: URL(fileURLWithPath: path))
        #expect(throws: AuditError(.limitExceeded, at: "", "")) {
            try ManifestDatabase.read(path, place: "db", maximumRowCount: 10) { (_) throws(AuditError) in }
        }
        #expect(DatabaseContent.secrets(in: &endless, limit: 10).isEmpty)
    }

    /// Files with holes, which take no room, and are together larger than any number.
    @Test func theLargestFilesAreCounted() throws {
        // In memory, where files may have any size.
        let place = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm/merlon-\(UUID().uuidString)" : folder.path + "/holes"
        try Data().write(to: URL(fileURLWithPath: place))
        defer { try? FileManager.default.removeItem(atPath: place) }
        guard unsafe truncate(place, 1 << 62) == 0 else { try Test.cancel("needs /dev/shm, or a file system with files of any size") }
        var reading = FileReading("backup")
        for number in 1...5 {
            #expect(try reading.begin(OpenFile(place), path: "x") == SourceEntry(path: "x", size: 1 << 62))
            #expect(reading.length == (number < 4 ? UInt64(number) << 62 : .max))
        }
    }

    /// What all files together may cost to search is spent, and nothing is said of the rest.
    @Test mutating func whatIsSearchedIsBounded() async throws {
        for name in ["a", "b", "c"] { try backup.add(Self.bank, "Documents/\(name).jpg", [UInt8](repeating: 0x20, count: 100)) }
        var limits = ReaderLimits()
        limits.searched = 250
        let content = try await FileTargetReader(limits: limits, apps: ["com.example.bank"])
            .read(backup.write(), locating: CodeInterests()) { _, _ in }
        #expect(content.artifacts.first?.unreadFiles == ["Documents/c.jpg"])
        #expect(content.notes.contains { $0.contains("Documents/c.jpg: was not searched") }, "\(content.notes)")
    }

    @Test mutating func allRowsTogetherAreBounded() throws {
        for number in 0..<5 { try backup.add("HomeDomain", "\(number)", nil) }
        let path = try backup.write() + "/Manifest.db"
        #expect(throws: AuditError(.limitExceeded, at: "", "")) {
            try ManifestDatabase.read(path, place: "db", maximumByteCount: 1000) { (_) throws(AuditError) in }
        }
    }

    /// Values that are longer than what is given out of them: they were read all the same.
    @Test mutating func longValuesCount() throws {
        for number in 0..<2 { try backup.add("HomeDomain", "\(number)", nil, record: [UInt8](repeating: 7, count: 70_000)) }
        let path = try backup.write() + "/Manifest.db"
        #expect(throws: AuditError(.limitExceeded, at: "", "")) {
            try ManifestDatabase.read(path, place: "db", maximumByteCount: 100_000) { (_) throws(AuditError) in }
        }
    }
}
