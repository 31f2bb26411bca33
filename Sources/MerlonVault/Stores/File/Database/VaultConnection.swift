import MerlonCore

/// A connection to a vault with its statements, for one thread at a time. What it reads is not yet verified.
final class VaultConnection: IntegrityTree.Source {
    let database: Database
    private let selectItem: Statement
    private let selectRecord: Statement
    private let selectState: Statement
    private let selectBucket: Statement
    private let selectMembers: Statement
    private let selectSlots: Statement
    private let selectVault: Statement

    /// A row of `record`, as it stands there.
    struct Row: Sendable {
        let namespace: RecordID
        let tag: RecordTag
        let head: [UInt8]
        let body: [UInt8]
    }

    init(path: String, patience: TimeSpan) throws(VaultError) {
        database = try Database(path: path, patience: patience)
        try VaultSchema.check(database)
        selectItem = try database.prepare(
            "SELECT s.state, r.namespace, r.tag, r.head, r.body FROM state s LEFT JOIN record r ON r.id = ?1 WHERE s.id = 1")
        selectRecord = try database.prepare("SELECT namespace, tag, head, body FROM record WHERE id = ?1")
        selectState = try database.prepare("SELECT state FROM state WHERE id = 1")
        selectBucket = try database.prepare("SELECT id, tag FROM record WHERE id BETWEEN ?1 AND ?2 ORDER BY id")
        selectMembers = try database.prepare("SELECT id FROM record WHERE namespace = ?1")
        selectSlots = try database.prepare("SELECT id, slot FROM slot ORDER BY id")
        selectVault = try database.prepare("SELECT name, ring FROM vault WHERE id = 1")
    }

    /// Runs `body` in one snapshot of the database.
    func inSnapshot<R>(_ body: () throws(VaultError) -> R) throws(VaultError) -> R {
        try database.execute("BEGIN")
        defer { try? database.execute("COMMIT") }
        return try body()
    }

    /// State and record in one step, which is a snapshot of its own until `body` returns.
    func withItem<R>(
        _ id: RecordID, _ body: (_ state: UnsafeRawBufferPointer, _ row: Row?) throws(VaultError) -> R
    ) throws(VaultError) -> R {
        try selectItem.bind(id, at: 1)
        guard try selectItem.step() else { throw .damaged("The vault has no state.") }
        defer { selectItem.reset() }
        let row = selectItem.isNull(1) ? nil : try Self.row(selectItem, from: 1)
        return unsafe try selectItem.withBytes(of: 0) { (state) throws(VaultError) in unsafe try body(state, row) }
    }

    /// A record's row; `nil` when there is none.
    func row(_ id: RecordID) throws(VaultError) -> Row? {
        try selectRecord.bind(id, at: 1)
        defer { selectRecord.reset() }
        return try selectRecord.step() ? try Self.row(selectRecord, from: 0) : nil
    }

    /// Lends the state's row.
    func withStateRow<R>(_ body: (UnsafeRawBufferPointer) throws(VaultError) -> R) throws(VaultError) -> R {
        defer { selectState.reset() }
        guard try selectState.step() else { throw .damaged("The vault has no state.") }
        return unsafe try selectState.withBytes(of: 0, body)
    }

    func bucketEntries(_ bucket: Int) throws(VaultError) -> [IntegrityTree.Entry] {
        let bounds = RecordID.bounds(of: bucket)
        try selectBucket.bind(bounds.first, at: 1)
        try selectBucket.bind(bounds.last, at: 2)
        defer { selectBucket.reset() }
        var entries: [IntegrityTree.Entry] = []
        while try selectBucket.step() {
            entries.append(IntegrityTree.Entry(id: try Self.bytes16(selectBucket, 0), tag: try Self.bytes16(selectBucket, 1)))
        }
        return entries
    }

    /// The ids of a namespace's items; those of all namespaces for ``RecordID/zero``.
    func members(of namespace: RecordID) throws(VaultError) -> [RecordID] {
        try selectMembers.bind(namespace, at: 1)
        defer { selectMembers.reset() }
        var ids: [RecordID] = []
        while try selectMembers.step() { ids.append(try Self.bytes16(selectMembers, 0)) }
        return ids
    }

    /// The rows of the key slots, by number.
    func slotRows() throws(VaultError) -> [(number: Int, row: [UInt8])] {
        defer { selectSlots.reset() }
        var rows: [(Int, [UInt8])] = []
        while try selectSlots.step() {
            guard rows.count < KeySlot.maximumCount, let number = Int(exactly: selectSlots.number(of: 0)) else {
                throw .damaged("The vault has too many key slots.")
            }
            rows.append((number, selectSlots.bytes(of: 1)))
        }
        return rows
    }

    /// The vault's name and its sealed key ring.
    func vaultRow() throws(VaultError) -> (name: Bytes16, ring: [UInt8]) {
        defer { selectVault.reset() }
        guard try selectVault.step() else { throw .damaged("The vault has no key ring.") }
        return (try Self.bytes16(selectVault, 0), selectVault.bytes(of: 1))
    }

    private static func row(_ statement: Statement, from column: Int32) throws(VaultError) -> Row {
        Row(
            namespace: try bytes16(statement, column), tag: try bytes16(statement, column + 1), head: statement.bytes(of: column + 2),
            body: statement.bytes(of: column + 3))
    }

    private static func bytes16(_ statement: Statement, _ column: Int32) throws(VaultError) -> Bytes16 {
        guard let value = unsafe statement.withBytes(of: column, { unsafe Bytes16($0) }) else {
            throw .damaged("A row of the vault is damaged.")
        }
        return value
    }
}
