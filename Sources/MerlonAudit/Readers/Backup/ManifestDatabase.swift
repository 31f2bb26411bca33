import CSQLite

/// `Manifest.db` of a device backup: which file of which domain lies under which name.
///
/// Whoever made the backup may be an enemy: the database is opened for reading alone and as one that does not change, so that no file is made
/// beside it and no log is played back; no code of its schema runs; every row is counted, also those that nobody wants.
enum ManifestDatabase {
    /// A row of the table `Files`; bytes as they stand there.
    struct Row {
        var fileID: [UInt8]
        var domain: [UInt8]
        var path: [UInt8]
        var flags: Int64
        /// The archived record of the file: see ``BackupFileRecord``.
        var file: [UInt8]
    }

    /// The most rows: a device with millions of files has no backup that a computer would hold.
    static let maximumRowCount = 4_000_000
    /// The most bytes of a domain, path or identifier; longer ones are given out as empty.
    static let maximumNameByteCount = 8192
    /// The longest value in a database that is read at all.
    private static let maximumValueByteCount = 1 << 20
    /// The most bytes of all rows together: a page that many rows share costs its reading in each of them.
    static let maximumByteCount: UInt64 = 8 << 30

    /// More instructions of SQLite's machine than a row takes: one for each column, and some for all of them.
    private static let stepsPerRow = 16

    /// Gives all rows to `visit`.
    /// - Parameters:
    ///   - path: of the database.
    ///   - place: the same, for errors.
    static func read(
        _ path: String, place: String, maximumRowCount: Int = maximumRowCount, maximumByteCount: UInt64 = maximumByteCount,
        _ visit: (Row) throws(AuditError) -> Void
    ) throws(AuditError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let status = unsafe sqlite3_open_v2(address(of: path), &opened, flags, nil)
        defer { unsafe sqlite3_close_v2(opened) }
        guard status == SQLITE_OK, let database = unsafe opened else { throw error(status, place) }
        guard
            unsafe UntrustedDatabase.restrict(
                database, valueByteCount: maximumValueByteCount, steps: (1 << 20) + maximumRowCount * stepsPerRow)
        else {
            throw error(unsafe sqlite3_extended_errcode(database), place)
        }

        // A table of its own pages: no view, and no module that makes rows up.
        var tables = 0
        try unsafe run("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'Files' AND rootpage > 0", in: database, place) {
            (_) throws(AuditError) in tables += 1
        }
        let columns = ["fileID", "domain", "relativePath", "flags", "file"]
        guard tables == 1, Set(columns).isSubset(of: unsafe UntrustedDatabase.storedColumns(of: "Files", in: database)) else {
            throw AuditError(.malformed, at: place, "has no table of files")
        }
        var (count, byteCount) = (0, UInt64(0))
        // An index of the backup's own could leave rows out.
        try unsafe run("SELECT fileID, domain, relativePath, flags, file FROM Files NOT INDEXED", in: database, place) {
            (statement) throws(AuditError) in
            count += 1
            guard count <= maximumRowCount else {
                throw AuditError(.limitExceeded, at: place, "lists more than \(maximumRowCount) files")
            }
            let row = unsafe Row(
                fileID: bytes(statement, 0), domain: bytes(statement, 1), path: bytes(statement, 2),
                flags: sqlite3_column_int64(statement, 3), file: bytes(statement, 4, limit: BackupFileRecord.maximumByteCount))
            // As long as they are, also where they are given out as empty: they were read.
            for column in unsafe 0..<sqlite3_column_count(statement) { byteCount += UInt64(unsafe sqlite3_column_bytes(statement, column)) }
            guard byteCount <= maximumByteCount else {
                throw AuditError(.limitExceeded, at: place, "lists files in more than \(maximumByteCount) bytes")
            }
            try visit(row)
        }
    }

    private static func run(
        _ sql: String, in database: OpaquePointer, _ place: String, _ visit: (OpaquePointer) throws(AuditError) -> Void
    ) throws(AuditError) {
        var prepared: OpaquePointer?
        let status = unsafe sqlite3_prepare_v2(database, sql, -1, &prepared, nil)
        defer { unsafe sqlite3_finalize(prepared) }
        guard status == SQLITE_OK, let statement = unsafe prepared else { throw error(status, place) }
        while true {
            let status = unsafe sqlite3_step(statement)
            if status == SQLITE_DONE { return }
            guard status == SQLITE_ROW else { throw error(status, place) }
            unsafe try visit(statement)
        }
    }

    private static func bytes(_ statement: OpaquePointer, _ column: Int32, limit: Int = maximumNameByteCount) -> [UInt8] {
        let start = unsafe sqlite3_column_blob(statement, column)
        let count = Int(unsafe sqlite3_column_bytes(statement, column))
        guard count <= limit else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The path as SQLite's address. All but letters and digits is escaped, so that nothing in a path is taken for an option.
    private static func address(of path: String) -> String {
        let digits = Array("0123456789ABCDEF")
        var text = "file:"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        return text + "?mode=ro&immutable=1"
    }

    private static func error(_ status: Int32, _ place: String) -> AuditError {
        let text = unsafe String(cString: sqlite3_errstr(status))
        switch status & 0xFF {
        case SQLITE_INTERRUPT: return AuditError(.limitExceeded, at: place, "takes more work than a list of files does")
        case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_PERM, SQLITE_AUTH, SQLITE_NOMEM:
            return AuditError(.unreadable, at: place, "cannot be read: \(text)")
        default: return AuditError(.malformed, at: place, "is damaged: \(text)")
        }
    }
}
