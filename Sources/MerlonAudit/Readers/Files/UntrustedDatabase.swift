import CSQLite

/// What keeps an SQLite database of unknown origin from doing anything but hand out its rows.
enum UntrustedDatabase {
    /// Switches off whatever runs code of the schema, and bounds values and work. Call once, before the first query.
    ///
    /// - Parameters:
    ///   - valueByteCount: the longest value; queries that meet a longer one fail.
    ///   - steps: the most instructions of SQLite's machine for one query, and for the reading of the schema before the first: what takes more fails with
    ///     `SQLITE_INTERRUPT`. A page may stand in many places of a tree, so that a file of some kilobytes lists more tables than anybody waits for.
    /// - Returns: whether all of it took hold.
    static func restrict(_ database: OpaquePointer, valueByteCount: Int, steps: Int) -> Bool {
        for (option, on) in switches { unsafe merlon_sqlite_switch(database, option, on ? 1 : 0) }
        unsafe sqlite3_limit(database, SQLITE_LIMIT_LENGTH, Int32(clamping: valueByteCount))
        unsafe sqlite3_progress_handler(database, Int32(clamping: max(steps, 1)), { _ in 1 }, nil)
        return unsafe sqlite3_exec(database, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;", nil, nil, nil) == SQLITE_OK
    }

    /// The columns of a table that stand in its pages. Others are computed when they are read, by expressions of the schema that cost what they like.
    static func storedColumns(of table: String, in database: OpaquePointer) -> [String] {
        var names: [String] = []
        unsafe rows(of: "PRAGMA table_xinfo(\(quoted(table)))", in: database) { statement in
            if unsafe sqlite3_column_int(statement, 6) == 0, let name = unsafe sqlite3_column_text(statement, 1) {
                unsafe names.append(String(cString: name))
            }
            return true
        }
        return names
    }

    /// A name as it stands in a query.
    static func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// Gives the rows of a statement to `visit` for as long as it wants more. What is damaged ends them.
    static func rows(of sql: String, in database: OpaquePointer, _ visit: (OpaquePointer) -> Bool) {
        var prepared: OpaquePointer?
        defer { unsafe sqlite3_finalize(prepared) }
        guard unsafe sqlite3_prepare_v2(database, sql, -1, &prepared, nil) == SQLITE_OK, let statement = unsafe prepared else { return }
        while unsafe sqlite3_step(statement) == SQLITE_ROW { if unsafe !visit(statement) { return } }
    }

    private static let switches: [(Int32, Bool)] = [
        (SQLITE_DBCONFIG_DEFENSIVE, true), (SQLITE_DBCONFIG_ENABLE_TRIGGER, false), (SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false),
    ]
}
