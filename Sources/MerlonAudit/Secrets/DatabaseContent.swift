import CSQLite

/// Looks into the tables of an SQLite database of unknown origin: what stands in a page may begin anywhere, end in another page, and have no end that can
/// be told from what follows.
///
/// The database is read from memory. No code of its schema runs: tables alone are read, each from its own pages, no view, index, trigger or module.
enum DatabaseContent {
    private static let magic = Array("SQLite format 3\0".utf8)

    static func isDatabase(_ start: [UInt8]) -> Bool { start.starts(with: magic) }

    /// A write-ahead log, by its magic number (SQLite, "WAL file format").
    static func isLog(_ start: [UInt8]) -> Bool {
        start.starts(with: [0x37, 0x7F, 0x06, 0x82]) || start.starts(with: [0x37, 0x7F, 0x06, 0x83])
    }

    private static let maximumTableCount = 1000
    /// Bytes of all values together that are looked at, as a multiple of the file's, in which each has a place of its own: pages that many rows share
    /// are read for each of them.
    private static let maximumGrowth = 2
    /// More instructions of SQLite's machine than rows take: each has more bytes than columns.
    private static let stepsPerByte = 16

    /// The secrets in the values of a database's tables; none when it is damaged from the start. The bytes are changed.
    static func secrets(in bytes: inout [UInt8], limit: Int) -> [FileSecretSearch.Found] {
        guard bytes.count >= 512, isDatabase(bytes) else { return [] }
        // In memory there is no log to be had: the database is what it is without one.
        (bytes[18], bytes[19]) = (1, 1)
        var left = bytes.count * maximumGrowth
        return unsafe bytes.withUnsafeMutableBytes { buffer in
            var opened: OpaquePointer?
            defer { unsafe sqlite3_close_v2(opened) }
            let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
            guard unsafe sqlite3_open_v2(":memory:", &opened, flags, nil) == SQLITE_OK, let database = unsafe opened else { return [] }
            let size = sqlite3_int64(buffer.count)
            guard
                unsafe sqlite3_deserialize(
                    database, "main", buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), size, size,
                    UInt32(SQLITE_DESERIALIZE_READONLY)) == SQLITE_OK,
                unsafe UntrustedDatabase.restrict(
                    database, valueByteCount: max(buffer.count, 1000), steps: (1 << 20) + buffer.count * stepsPerByte)
            else { return [] }
            var found: [FileSecretSearch.Found] = []
            for table in unsafe tables(of: database) where found.count < limit && left > 0 {
                unsafe search(table, of: database, limit, &left, &found)
            }
            return found
        }
    }

    /// The names of the tables that have pages of their own.
    private static func tables(of database: OpaquePointer) -> [String] {
        var names: [String] = []
        unsafe UntrustedDatabase.rows(of: "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0", in: database) {
            statement in
            if let text = unsafe sqlite3_column_text(statement, 0) { unsafe names.append(String(cString: text)) }
            return names.count < maximumTableCount
        }
        return names
    }

    private static func search(
        _ table: String, of database: OpaquePointer, _ limit: Int, _ left: inout Int, _ found: inout [FileSecretSearch.Found]
    ) {
        let columns = unsafe UntrustedDatabase.storedColumns(of: table, in: database)
        guard !columns.isEmpty else { return }
        let list = columns.map(UntrustedDatabase.quoted).joined(separator: ", ")
        var (rest, all) = (left, found)
        unsafe UntrustedDatabase.rows(of: "SELECT \(list) FROM \(UntrustedDatabase.quoted(table)) NOT INDEXED", in: database) { statement in
            for column in unsafe 0..<sqlite3_column_count(statement) {
                let type = unsafe sqlite3_column_type(statement, column)
                rest -= 1
                guard type == SQLITE_TEXT || type == SQLITE_BLOB, let start = unsafe sqlite3_column_blob(statement, column) else {
                    continue
                }
                let count = Int(unsafe sqlite3_column_bytes(statement, column))
                rest -= count
                for match in unsafe SecretDetector.shared.matches(in: UnsafeRawBufferPointer(start: start, count: count))
                where all.count < limit {
                    let title = unsafe sqlite3_column_name(statement, column).map { unsafe String(cString: $0) } ?? ""
                    all.append(
                        FileSecretSearch.Found(
                            place:
                                "in the column \(SourcePath.printable(title.utf8.prefix(100))) of the table \(SourcePath.printable(table.utf8.prefix(100)))",
                            name: match.name, masked: match.masked, reach: ContainerSecret.Reach(match.reach)))
                }
            }
            return rest > 0 && all.count < limit
        }
        (left, found) = (rest, all)
    }
}
