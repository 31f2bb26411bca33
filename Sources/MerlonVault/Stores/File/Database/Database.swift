import CSQLite
import MerlonCore

/// One connection to an SQLite database, for one thread at a time.
///
/// The file may have been written by an enemy: the schema's code (triggers, views, functions in it) never runs, cells are checked before they
/// are followed, and what is deleted is overwritten.
@safe final class Database: @unchecked Sendable {
    private let handle: OpaquePointer

    /// Opens a database that exists. The patience counts from the first statement on: a process that closes the vault, or that recovers it after a
    /// kill, has it for itself for a moment.
    init(path: String, patience: TimeSpan) throws(VaultError) {
        var opened: OpaquePointer?
        let status = unsafe sqlite3_open_v2(
            path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE, nil)
        guard status == SQLITE_OK, let opened = unsafe opened else {
            unsafe sqlite3_close_v2(opened)
            throw Self.error(status, "The vault cannot be opened")
        }
        unsafe handle = opened
        setPatience(patience)
        for (option, on) in Self.switches { unsafe merlon_sqlite_switch(opened, option, on ? 1 : 0) }
        unsafe sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, Int32(Self.maximumRowByteCount))
        try execute(
            """
            PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;
            PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON; PRAGMA mmap_size = 0;
            PRAGMA wal_autocheckpoint = 2000;
            """)
    }

    deinit { unsafe sqlite3_close_v2(handle) }

    /// The most bytes of one row: a value, and what stands beside it.
    private static let maximumRowByteCount = 4 << 20

    private static let switches: [(Int32, Bool)] = [
        (SQLITE_DBCONFIG_DEFENSIVE, true), (SQLITE_DBCONFIG_ENABLE_TRIGGER, false), (SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false),
    ]

    /// How long a statement waits for another process, rounded to milliseconds; zero not at all.
    func setPatience(_ span: TimeSpan) { unsafe sqlite3_busy_timeout(handle, Int32(clamping: span.nanoseconds / 1_000_000)) }

    /// Runs statements that give no rows, or whose rows do not matter.
    func execute(_ sql: String) throws(VaultError) {
        let status = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard status == SQLITE_OK else { throw Self.error(status, "The vault cannot be used") }
    }

    /// Compiles one statement, to be run many times.
    func prepare(_ sql: String) throws(VaultError) -> Statement {
        var statement: OpaquePointer?
        let status = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard status == SQLITE_OK, let statement = unsafe statement else { throw Self.error(status, "The vault is not as it was made") }
        return unsafe Statement(statement, of: self)
    }

    /// How many rows the last statement changed.
    var changeCount: Int32 { unsafe sqlite3_changes(handle) }

    /// Changes whenever what this connection sees changes, by whomever; `nil` when SQLite does not say.
    var dataVersion: UInt32? {
        var version: UInt32 = 0
        return unsafe sqlite3_file_control(handle, nil, SQLITE_FCNTL_DATA_VERSION, &version) == SQLITE_OK ? version : nil
    }

    /// Whether a transaction is open: some failures end it, others leave it.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Stops the statement that runs on another thread, if one does.
    func interrupt() { unsafe sqlite3_interrupt(handle) }

    /// Moves everything from the write-ahead log into the database and empties the log. False when another connection is in the way.
    func emptyLog() -> Bool { unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil) == SQLITE_OK }

    /// What SQLite's status means for the vault. Nothing but damage is `corrupted`.
    static func error(_ status: Int32, _ what: String) -> VaultError {
        let text = unsafe String(cString: sqlite3_errstr(status))
        switch status & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_FORMAT, SQLITE_MISMATCH, SQLITE_TOOBIG, SQLITE_SCHEMA, SQLITE_CONSTRAINT,
            SQLITE_RANGE:
            return VaultError(.corrupted, "\(what): \(text).", databaseStatus: status)
        case SQLITE_BUSY, SQLITE_LOCKED:
            return VaultError(.storeUnavailable, "\(what): another process holds it for too long.", databaseStatus: status)
        default: return VaultError(.storeUnavailable, "\(what): \(text).", databaseStatus: status)
        }
    }
}

extension VaultError {
    /// Whether the disk had no room.
    var isFull: Bool { code == .storeUnavailable && databaseStatus.map { $0 & 0xFF == SQLITE_FULL } ?? false }

    /// Whether another process was in the way, and nothing was done.
    var isBusy: Bool { code == .storeUnavailable && databaseStatus.map { [SQLITE_BUSY, SQLITE_LOCKED].contains($0 & 0xFF) } ?? false }
}
