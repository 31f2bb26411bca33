import CSQLite
import MerlonCore

/// A compiled statement. Keeps its connection alive; for one thread at a time.
@safe final class Statement: @unchecked Sendable {
    private let handle: OpaquePointer
    private let database: Database

    init(_ handle: OpaquePointer, of database: Database) {
        unsafe self.handle = handle
        self.database = database
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Binds bytes, which are copied, to parameter `index`, the first being 1.
    func bind(_ bytes: [UInt8], at index: Int32) throws(VaultError) {
        let status = unsafe bytes.withUnsafeBufferPointer { unsafe merlon_sqlite_bind_copy(handle, index, $0.baseAddress, Int32($0.count)) }
        guard status == SQLITE_OK else { throw Database.error(status, "The vault cannot be asked") }
    }

    /// Binds 16 bytes, which are copied, to parameter `index`.
    func bind(_ bytes: Bytes16, at index: Int32) throws(VaultError) {
        let status = unsafe bytes.withBytes { unsafe merlon_sqlite_bind_copy(handle, index, $0.baseAddress, Int32($0.count)) }
        guard status == SQLITE_OK else { throw Database.error(status, "The vault cannot be asked") }
    }

    /// Lends bytes to parameter `index` until the next ``run()`` ends: SQLite copies them once, into its page.
    func lend(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws(VaultError) {
        let status = unsafe merlon_sqlite_bind_lent(handle, index, bytes.baseAddress, Int32(bytes.count))
        guard status == SQLITE_OK else { throw Database.error(status, "The vault cannot be asked") }
    }

    /// Binds a number to parameter `index`.
    func bind(_ number: Int64, at index: Int32) throws(VaultError) {
        let status = unsafe sqlite3_bind_int64(handle, index, number)
        guard status == SQLITE_OK else { throw Database.error(status, "The vault cannot be asked") }
    }

    /// Goes to the next row; false after the last one.
    func step() throws(VaultError) -> Bool {
        let status = unsafe sqlite3_step(handle)
        switch status {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            // Only resetting gives the lock back.
            unsafe sqlite3_reset(handle)
            throw Database.error(status, "The vault cannot be used")
        }
    }

    /// Runs a statement that has no rows, with parameters bound before, and forgets these.
    func run() throws(VaultError) {
        defer { unsafe sqlite3_clear_bindings(handle) }
        try execute()
    }

    /// Runs a statement without rows and parameters.
    func execute() throws(VaultError) {
        while try step() {}
        reset()
    }

    /// As ``run()``, for a statement that has to change exactly one row.
    func runOnce() throws(VaultError) {
        try run()
        guard database.changeCount == 1 else { throw .damaged("The vault misses a row.") }
    }

    /// Ends the run and with it the read lock; parameters stay.
    func reset() { unsafe sqlite3_reset(handle) }

    /// Lends a column's bytes, which live until the next step; empty for NULL.
    func withBytes<R, E: Error>(of column: Int32, _ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        let start = unsafe sqlite3_column_blob(handle, column)
        return unsafe try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// A column's bytes, copied.
    func bytes(of column: Int32) -> [UInt8] { unsafe withBytes(of: column) { unsafe Array($0) } }

    /// A column's number.
    func number(of column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

    /// A column's text; damaged text is repaired.
    func text(of column: Int32) -> String { String(decoding: bytes(of: column), as: UTF8.self) }

    /// Whether the column has no value.
    func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }
}
