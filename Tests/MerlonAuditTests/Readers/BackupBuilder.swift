import CSQLite
import Foundation

/// Makes device backups as Finder does, and such as nobody makes.
struct BackupBuilder {
    let folder: TemporaryFolder
    private var rows: [String] = []
    private var nextID = 0xA0

    init(_ folder: TemporaryFolder) throws {
        self.folder = folder
        try folder.write("Manifest.plist", Self.manifest(isEncrypted: "<false/>"))
    }

    static func manifest(isEncrypted: String) -> [UInt8] {
        Array(
            "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>IsEncrypted</key>\(isEncrypted)<key>Version</key><string>10.0</string></dict></plist>"
                .utf8)
    }

    /// Adds a file; one without content is listed and is not there.
    @discardableResult
    mutating func add(
        _ domain: String, _ path: String, _ content: [UInt8]?, flags: Int = 1, id given: String? = nil, protection: Int = 3,
        record: [UInt8]? = nil
    ) throws -> String {
        nextID += 1
        let id = given ?? String(repeating: String(nextID, radix: 16), count: 20)
        let file = record ?? ArchivedFile(protection: protection, size: content?.count ?? 0).bytes
        rows.append(
            "INSERT INTO Files VALUES (CAST(x'\(hex(id))' AS TEXT), '\(domain)', CAST(x'\(hex(path))' AS TEXT), \(flags), x'\(hex(file))');"
        )
        if let content { try folder.write("\(id.prefix(2))/\(id)", content) }
        return id
    }

    private func hex(_ text: String) -> String { hex(Array(text.utf8)) }

    private func hex(_ bytes: [UInt8]) -> String { bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }

    /// Writes the database, and gives the backup's path.
    func write(
        schema: String = "CREATE TABLE Files (fileID TEXT PRIMARY KEY, domain TEXT, relativePath TEXT, flags INTEGER, file BLOB);",
        further: String = ""
    ) throws -> String {
        var database: OpaquePointer?
        defer { unsafe sqlite3_close(database) }
        let sql = "\(schema) BEGIN; \(rows.joined()) COMMIT; \(further)"
        guard unsafe sqlite3_open(folder.path + "/Manifest.db", &database) == SQLITE_OK,
            unsafe sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK
        else { throw CocoaError(.fileWriteUnknown, userInfo: ["sqlite": unsafe String(cString: sqlite3_errmsg(database))]) }
        return folder.path
    }
}
