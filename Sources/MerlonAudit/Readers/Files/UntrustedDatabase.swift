import CSQLite

/// What keeps an SQLite database of unknown origin from doing anything but hand out its rows.
enum UntrustedDatabase {
    /// Switches off whatever runs code of the schema, and bounds values. Call once, before the first query.
    /// - Returns: whether all of it took hold.
    static func restrict(_ database: OpaquePointer) -> Bool {
        for (option, on) in switches { unsafe merlon_sqlite_switch(database, option, on ? 1 : 0) }
        unsafe sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 16 << 20)
        guard unsafe sqlite3_exec(database, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;", nil, nil, nil) == SQLITE_OK else {
            return false
        }
        // A generated column may call functions that cost as much as they like: a query may read, and no more.
        return unsafe sqlite3_set_authorizer(
            database, { _, action, _, _, _, _ in action == SQLITE_SELECT || action == SQLITE_READ ? SQLITE_OK : SQLITE_DENY }, nil)
            == SQLITE_OK
    }

    private static let switches: [(Int32, Bool)] = [
        (SQLITE_DBCONFIG_DEFENSIVE, true), (SQLITE_DBCONFIG_ENABLE_TRIGGER, false), (SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false),
    ]
}
