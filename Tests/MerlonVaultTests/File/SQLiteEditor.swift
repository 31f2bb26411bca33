import CSQLite
import Foundation

/// Changes a database as whoever has its file can.
enum SQLiteEditor {
    /// Runs statements.
    static func run(_ sql: String, on path: String) throws { _ = try rows(sql, on: path) }

    /// Runs statements; gives the rows of all, as texts.
    static func rows(_ sql: String, on path: String) throws -> [[String]] {
        final class Rows { var all: [[String]] = [] }
        var database: OpaquePointer?
        defer { unsafe sqlite3_close(database) }
        let rows = Rows()
        guard unsafe sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            unsafe sqlite3_exec(
                database, sql,
                { context, count, values, _ in
                    let rows = unsafe Unmanaged<Rows>.fromOpaque(context!).takeUnretainedValue()
                    rows.all.append((0..<Int(count)).map { unsafe values?[$0].map { unsafe String(cString: $0) } ?? "" })
                    return 0
                }, Unmanaged.passUnretained(rows).toOpaque(), nil) == SQLITE_OK
        else { throw CocoaError(.fileWriteUnknown, userInfo: ["sqlite": unsafe String(cString: sqlite3_errmsg(database))]) }
        return rows.all
    }
}
