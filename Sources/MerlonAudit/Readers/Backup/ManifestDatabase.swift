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
    }

    /// The most rows: a device with millions of files has no backup that a computer would hold.
    static let maximumRowCount = 4_000_000
    /// The most bytes of a domain, path or identifier; longer ones are given out as empty.
    static let maximumNameByteCount = 8192

    /// Gives all rows to `visit`.
    /// - Parameters:
    ///   - path: of the database.
    ///   - place: the same, for errors.
    static func read(
        _ path: String, place: String, maximumRowCount: Int = maximumRowCount, _ visit: (Row) throws(AuditError) -> Void
    ) throws(AuditError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let status = unsafe sqlite3_open_v2(address(of: path), &opened, flags, nil)
        defer { unsafe sqlite3_close_v2(opened) }
        guard status == SQLITE_OK, let database = unsafe opened else { throw error(status, place) }
        for (option, on) in switches { unsafe merlon_sqlite_switch(database, option, on ? 1 : 0) }
        unsafe sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 16 << 20)
        let setting = unsafe sqlite3_exec(database, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;", nil, nil, nil)
        guard setting == SQLITE_OK else { throw error(setting, place) }

        // A table of its own pages: no view, and no module that makes rows up.
        var tables = 0
        try unsafe run("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'Files' AND rootpage > 0", in: database, place) {
            (_) throws(AuditError) in tables += 1
        }
        guard tables == 1 else { throw AuditError(.malformed, at: place, "has no table of files") }
        var count = 0
        // An index of the backup's own could leave rows out.
        try unsafe run("SELECT fileID, domain, relativePath, flags FROM Files NOT INDEXED", in: database, place) {
            (statement) throws(AuditError) in
            count += 1
            guard count <= maximumRowCount else {
                throw AuditError(.limitExceeded, at: place, "lists more than \(maximumRowCount) files")
            }
            try visit(
                Row(
                    fileID: unsafe bytes(statement, 0), domain: unsafe bytes(statement, 1), path: unsafe bytes(statement, 2),
                    flags: unsafe sqlite3_column_int64(statement, 3)))
        }
    }

    private static let switches: [(Int32, Bool)] = [
        (SQLITE_DBCONFIG_DEFENSIVE, true), (SQLITE_DBCONFIG_ENABLE_TRIGGER, false), (SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false),
    ]

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

    private static func bytes(_ statement: OpaquePointer, _ column: Int32) -> [UInt8] {
        let start = unsafe sqlite3_column_blob(statement, column)
        let count = Int(unsafe sqlite3_column_bytes(statement, column))
        guard count <= maximumNameByteCount else { return [] }
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
        case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_PERM, SQLITE_AUTH, SQLITE_NOMEM:
            return AuditError(.unreadable, at: place, "cannot be read: \(text)")
        default: return AuditError(.malformed, at: place, "is damaged: \(text)")
        }
    }
}
