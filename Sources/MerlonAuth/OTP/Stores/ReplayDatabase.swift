import CSQLite

/// One connection to the SQLite database of a ``SQLiteReplayStore``, for one thread at a time.
@safe final class ReplayDatabase {
    private let handle: OpaquePointer
    private var statements: [String: OpaquePointer] = unsafe [:]

    /// Opens a database, and makes one where there is none; `nil` for one in memory.
    init(path: String?) throws(AuthError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
        let status = unsafe sqlite3_open_v2(path ?? ":memory:", &opened, flags, nil)
        guard status == SQLITE_OK, let opened = unsafe opened else {
            unsafe sqlite3_close_v2(opened)
            throw Self.error(status)
        }
        unsafe handle = opened
        unsafe sqlite3_busy_timeout(handle, Self.patienceInMilliseconds)
        unsafe merlon_sqlite_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        unsafe merlon_sqlite_switch(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
        unsafe merlon_sqlite_switch(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0)
        try setUp()
    }

    /// Makes what is missing. Of several processes that do so at once, SQLite lets those that come second wait no longer than a moment, whatever the
    /// patience, when they switch to the write-ahead log: to wait with their own lock would keep the first one out. They begin again.
    private func setUp() throws(AuthError) {
        var waited: Int32 = 0
        while true {
            do throws(AuthError) {
                // FULL: a commit has reached the disk when it returns, also in the write-ahead log's mode.
                return try execute(
                    """
                    PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
                    PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
                    CREATE TABLE IF NOT EXISTS otp_replay (key TEXT PRIMARY KEY NOT NULL, record BLOB NOT NULL) WITHOUT ROWID;
                    """)
            } catch {
                let isBusy = error.nativeStatus.map { $0 & 0xFF == Int64(SQLITE_BUSY) } ?? false
                guard isBusy, waited < Self.patienceInMilliseconds else { throw error }
            }
            // Not all at the same moments.
            waited += sqlite3_sleep(Int32.random(in: 1...20))
        }
    }

    deinit {
        unsafe statements.values.forEach { unsafe sqlite3_finalize($0) }
        unsafe sqlite3_close_v2(handle)
    }

    /// How long it waits for another process's transaction.
    private static let patienceInMilliseconds: Int32 = 10_000

    /// Runs statements without rows.
    func execute(_ sql: String) throws(AuthError) {
        let status = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard status == SQLITE_OK else { throw Self.error(status) }
    }

    /// Runs `body` in one transaction that keeps all other writers out.
    func inTransaction<R>(_ body: () throws(AuthError) -> R) throws(AuthError) -> R {
        _ = try run("BEGIN IMMEDIATE")
        do throws(AuthError) {
            let result = try body()
            _ = try run("COMMIT")
            return result
        } catch {
            // Some failures have ended the transaction already.
            if unsafe sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// The exchange, whose atomicity is the caller's transaction or lock.
    func compareAndSet(_ key: String, expected: [UInt8]?, new: [UInt8]?) throws(AuthError) -> [UInt8]? {
        let there = try run("SELECT record FROM otp_replay WHERE key = ?1", key)
        guard there == expected, new != expected else { return there }
        if let new {
            _ = try run("INSERT OR REPLACE INTO otp_replay (key, record) VALUES (?1, ?2)", key, new)
        } else {
            _ = try run("DELETE FROM otp_replay WHERE key = ?1", key)
        }
        return there
    }

    /// Runs one statement, and gives the first column of its first row.
    private func run(_ sql: String, _ key: String? = nil, _ record: [UInt8]? = nil) throws(AuthError) -> [UInt8]? {
        let statement = unsafe try prepared(sql)
        defer { unsafe sqlite3_reset(statement) }
        var status = SQLITE_OK
        if let key {
            let bytes = Array(key.utf8)
            // As text, whatever its bytes are: copied before the call returns.
            status = unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self) {
                    unsafe merlon_sqlite_bind_text(statement, 1, $0.baseAddress, Int32($0.count))
                }
            }
        }
        if status == SQLITE_OK, let record {
            status = unsafe record.withUnsafeBufferPointer { unsafe merlon_sqlite_bind_copy(statement, 2, $0.baseAddress, Int32($0.count)) }
        }
        guard status == SQLITE_OK else { throw Self.error(status) }
        var row: [UInt8]?
        while true {
            status = unsafe sqlite3_step(statement)
            if status == SQLITE_DONE { return row }
            guard status == SQLITE_ROW else { throw Self.error(status) }
            let start = unsafe sqlite3_column_blob(statement, 0)
            row = unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, 0))))
        }
    }

    private func prepared(_ sql: String) throws(AuthError) -> OpaquePointer {
        if let known = unsafe statements[sql] { return unsafe known }
        var statement: OpaquePointer?
        let status = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard status == SQLITE_OK, let statement = unsafe statement else { throw Self.error(status) }
        unsafe statements[sql] = unsafe statement
        return unsafe statement
    }

    private static func error(_ status: Int32) -> AuthError {
        let text = unsafe String(cString: sqlite3_errstr(status))
        switch status & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_SCHEMA, SQLITE_ERROR, SQLITE_MISMATCH:
            return AuthError(.corrupted, "The replay store is damaged or another database: \(text).", nativeStatus: Int64(status))
        default: return AuthError(.storeUnavailable, "The replay store cannot be used: \(text).", nativeStatus: Int64(status))
        }
    }
}
