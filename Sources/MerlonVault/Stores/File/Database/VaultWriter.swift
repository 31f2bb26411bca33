import MerlonCore

/// The statements that change a vault, on a connection of their own. They run within ``transaction(_:)`` only.
final class VaultWriter {
    let connection: VaultConnection
    /// While the system may be about to suspend the program.
    var wakefulness: Wakefulness?
    private let begin: Statement
    private let commit: Statement
    private let putRecord: Statement
    private let deleteRecord: Statement
    private let putState: Statement

    init(path: String, patience: TimeSpan) throws(VaultError) {
        connection = try VaultConnection(path: path, patience: patience)
        let database = connection.database
        begin = try database.prepare("BEGIN IMMEDIATE")
        commit = try database.prepare("COMMIT")
        putRecord = try database.prepare(
            """
            INSERT INTO record (id, namespace, tag, head, body) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (id) DO UPDATE SET tag = ?3, head = ?4, body = ?5
            """)
        deleteRecord = try database.prepare("DELETE FROM record WHERE id = ?1")
        putState = try database.prepare("INSERT OR REPLACE INTO state (id, state) VALUES (1, ?1)")
    }

    /// Runs `body` as one transaction that excludes other writers; everything of it lasts when this returns, or nothing was done.
    func transaction<R>(_ body: () throws(VaultError) -> R) throws(VaultError) -> R {
        try begin.run()
        do throws(VaultError) {
            let result = try body()
            try wakefulness?.check()
            try commit.run()
            return result
        } catch {
            if connection.database.isInTransaction { try? connection.database.execute("ROLLBACK") }
            throw error
        }
    }

    func put(_ record: Record) throws(VaultError) {
        unsafe try record.place.id.withBytes { (id) throws(VaultError) in
            unsafe try record.place.namespace.withBytes { (namespace) throws(VaultError) in
                unsafe try record.tag.withBytes { (tag) throws(VaultError) in
                    unsafe try record.head.withBytes { (head) throws(VaultError) in
                        unsafe try record.body.withBytes { (body) throws(VaultError) in
                            unsafe try putRecord.run(id, namespace, tag, head, body)
                        }
                    }
                }
            }
        }
    }

    func deleteRecord(_ id: RecordID) throws(VaultError) {
        try deleteRecord.bind(id, at: 1)
        try deleteRecord.run()
    }

    func putState(_ row: [UInt8]) throws(VaultError) {
        unsafe try row.withBytes { (row) throws(VaultError) in unsafe try putState.run(row) }
    }

    /// Puts a key slot; `nil` removes it.
    func putSlot(_ number: Int, _ row: [UInt8]?) throws(VaultError) {
        let sql = row == nil ? "DELETE FROM slot WHERE id = ?1" : "INSERT OR REPLACE INTO slot (id, slot) VALUES (?1, ?2)"
        let statement = try connection.database.prepare(sql)
        try statement.bind(Int64(number), at: 1)
        if let row { try statement.bind(row, at: 2) }
        try statement.run()
    }

    /// Puts the vault's name and its sealed key ring.
    func putVault(name: Bytes16, ring: [UInt8]) throws(VaultError) {
        let statement = try connection.database.prepare("INSERT OR REPLACE INTO vault (id, name, ring) VALUES (1, ?1, ?2)")
        try statement.bind(name, at: 1)
        try statement.bind(ring, at: 2)
        try statement.run()
    }
}
