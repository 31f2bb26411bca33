import MerlonCore
import MerlonCrypto

/// The statements that change a vault, on a connection of their own. They run within ``transaction(_:)`` only.
final class VaultWriter {
    let connection: VaultConnection
    /// What was committed last, and what SQLite called the database then.
    private var known: (dataVersion: UInt32, state: VaultState)?
    /// Where the records of a change are sealed.
    let room: SealingRoom
    /// While the system may be about to suspend the program.
    var wakefulness: Wakefulness?
    private let begin: Statement
    private let commit: Statement
    private let insertRecord: Statement
    private let updateRecord: Statement
    private let deleteRecord: Statement
    private let insertState: Statement
    private let updateState: Statement

    init(path: String, patience: TimeSpan) throws(VaultError) {
        connection = try VaultConnection(path: path, patience: patience)
        room = try reportingCrypto { () throws(CryptoError) in try SealingRoom() }
        let database = connection.database
        begin = try database.prepare("BEGIN IMMEDIATE")
        commit = try database.prepare("COMMIT")
        insertRecord = try database.prepare("INSERT INTO record (id, namespace, tag, head, body) VALUES (?1, ?2, ?3, ?4, ?5)")
        updateRecord = try database.prepare("UPDATE record SET tag = ?3, head = ?4, body = ?5 WHERE id = ?1 AND namespace = ?2")
        deleteRecord = try database.prepare("DELETE FROM record WHERE id = ?1")
        insertState = try database.prepare("INSERT INTO state (id, state) VALUES (1, ?1)")
        updateState = try database.prepare("UPDATE state SET state = ?1 WHERE id = 1")
    }

    /// Runs `body` as one transaction that excludes other writers; everything of it lasts when this returns, or nothing was done.
    func transaction<R: ~Copyable>(_ body: () throws(VaultError) -> R) throws(VaultError) -> R {
        try begin.execute()
        do throws(VaultError) {
            let result = try body()
            try wakefulness?.check()
            try commit.execute()
            return result
        } catch {
            if connection.database.isInTransaction { try? connection.database.execute("ROLLBACK") }
            throw error
        }
    }

    /// The state, for a session, within a transaction. What this connection itself wrote last is not read again while nobody else wrote.
    func state(_ session: VaultSession) throws(VaultError) -> VaultState {
        guard let known, known.dataVersion == connection.database.dataVersion else { return try session.state(of: connection) }
        return try session.state(written: known.state)
    }

    /// Remembers the state that was just committed.
    func remember(_ state: VaultState) { known = connection.database.dataVersion.map { ($0, state) } }

    /// Puts a record that is not there yet.
    func insert(_ record: SealedRecord) throws(VaultError) { unsafe try run(insertRecord, record) }

    /// Puts a record in the place of an older one.
    func update(_ record: SealedRecord) throws(VaultError) { unsafe try run(updateRecord, record) }

    private func run(_ statement: Statement, _ record: SealedRecord) throws(VaultError) {
        unsafe try statement.lend(record.id, at: 1)
        unsafe try statement.lend(record.namespace, at: 2)
        unsafe try statement.lend(record.tagBytes, at: 3)
        unsafe try statement.lend(record.head, at: 4)
        unsafe try statement.lend(record.body, at: 5)
        try statement.runOnce()
    }

    func deleteRecord(_ id: RecordID) throws(VaultError) {
        try deleteRecord.bind(id, at: 1)
        try deleteRecord.run()
    }

    /// Puts the state of a vault that has none.
    func insertState(_ state: VaultState) throws(VaultError) { try run(insertState, state) }

    /// Puts the next state.
    func updateState(_ state: VaultState) throws(VaultError) { try run(updateState, state) }

    private func run(_ statement: Statement, _ state: VaultState) throws(VaultError) {
        unsafe try state.row.withBytes { (row) throws(VaultError) in
            unsafe try statement.lend(row, at: 1)
            try statement.runOnce()
        }
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
