import MerlonCore

/// Reads and writes an open vault file, synchronously. Two connections, each under a lock: one for short reads, one for writes and whatever may wait.
final class VaultEngine: @unchecked Sendable {
    let location: VaultLocation
    /// Within ``writing(_:)`` and ``writingIfFree(_:)`` alone.
    let writer: VaultWriter
    let anchor: RollbackAnchor
    /// The vault's counter, where it has one. Within ``writing(_:)`` alone, once the vault is open.
    var watch: RollbackWatch?
    private let reader: VaultConnection
    private let readerLock = Lock()
    private let writerLock = Lock()
    private let patience: TimeSpan
    private let activity: any BackgroundActivity
    private let isSuspendable: Bool
    /// Within ``writing(_:)`` and ``writingIfFree(_:)`` alone.
    private var hasDeletedInLog = false
    /// Whether the writing connection waits for other processes; changed when somebody wants it otherwise. Within the writer's lock alone, once the
    /// vault is open.
    private var isPatient = true

    init(
        _ location: VaultLocation, patience: TimeSpan, rollbackGuard: RollbackGuard? = nil,
        activity: any BackgroundActivity = SystemBackgroundActivity()
    ) throws(VaultError) {
        self.location = location
        self.activity = activity
        isSuspendable = activity.isNeeded
        watch = rollbackGuard.map(RollbackWatch.init)
        self.patience = patience
        try location.checkFiles()
        writer = try VaultWriter(path: location.database, patience: patience)
        reader = try VaultConnection(path: location.database, patience: patience)
        reader.database.setPatience(.zero)
        anchor = RollbackAnchor(path: location.anchor, vault: try writer.connection.vaultRow().name)
    }

    /// Runs `body` on the reading connection, here and now: it throws `storeUnavailable` rather than waits for another process.
    func reading<R>(_ body: (VaultConnection) throws(VaultError) -> R) throws(VaultError) -> R {
        try readerLock.withLock { () throws(VaultError) in try body(reader) }
    }

    /// Runs `body` alone on the writing connection, which waits for other threads and processes.
    func writing<R>(_ body: () throws(VaultError) -> R) throws(VaultError) -> R {
        try writerLock.withLock { () throws(VaultError) in
            setPatient(true)
            return try awake(body)
        }
    }

    /// Runs `body` alone on the writing connection; `nil` when another thread has it. Throws rather than waits for another process.
    @inline(__always) func writingIfFree<R>(_ body: () throws(VaultError) -> R) throws(VaultError) -> R? {
        try writerLock.withLockIfFree { () throws(VaultError) in
            setPatient(false)
            return try awake(body)
        }
    }

    private func setPatient(_ isWanted: Bool) {
        guard isPatient != isWanted else { return }
        writer.connection.database.setPatience(isWanted ? patience : .zero)
        isPatient = isWanted
    }

    /// Runs `body`, which may lock the database, while the system lets the program run; when time is up it is stopped, and its transaction undone.
    @inline(__always) private func awake<R>(_ body: () throws(VaultError) -> R) throws(VaultError) -> R {
        guard isSuspendable else { return try body() }
        let wakefulness = Wakefulness(of: writer.connection.database)
        let token = activity.begin { wakefulness.expire() }
        writer.wakefulness = wakefulness
        defer {
            writer.wakefulness = nil
            wakefulness.end()
            activity.end(token)
        }
        return try body()
    }

    /// Runs `body` on the writing connection, which waits for other processes. Within ``writing(_:)``.
    func readingPatiently<R>(_ body: (VaultConnection) throws(VaultError) -> R) throws(VaultError) -> R {
        try body(writer.connection)
    }

    // MARK: Unlocking

    /// The slots of the vault, its name and its sealed keys, in one snapshot.
    func entrance() throws(VaultError) -> VaultEntrance {
        try writer.connection.inSnapshot { () throws(VaultError) in try VaultEntrance(writer.connection) }
    }

    /// Checks that the vault is the one that the keys were made for, and no older than its anchor and its counter.
    func verify(_ session: VaultSession, _ entrance: VaultEntrance, acceptingRollback: Bool) throws(VaultError) {
        // The anchor first: a commit of another process in between makes the state newer, never the anchor.
        let mark: RollbackAnchor.Mark?
        do throws(VaultError) { mark = try anchor.read() } catch {
            guard acceptingRollback else { throw error }
            mark = nil
        }
        let newest = session.newest
        let state = try writer.connection.inSnapshot { () throws(VaultError) in
            let state = unsafe try writer.connection.withStateRow { (row) throws(VaultError) in
                unsafe try session.state(row, notBefore: newest)
            }
            let now = try VaultEntrance(writer.connection)
            guard state.epoch == session.ring.epoch, now.ring == entrance.ring else {
                throw VaultError(.locked, "The vault's master key was rotated meanwhile: unlock the vault again.")
            }
            guard try now.hash(session.tree.code) == state.slots else { throw .damaged("The vault's key slots are not what was written.") }
            return state
        }
        let current = RollbackAnchor.Mark(state)
        if !acceptingRollback { try RollbackAnchor.check(mark, against: current) }
        try checkCounter(session, state, acceptingRollback: acceptingRollback)
        if mark != current { anchor.write(current) }
    }

    // MARK: Items

    /// An item as it is kept, with the key that opens it; `nil` when there is none.
    func item(_ place: Record.Place, _ session: VaultSession, _ connection: VaultConnection) throws(VaultError) -> StoredItem? {
        try item(place, session, connection, notBefore: session.newest)
    }

    private func item(
        _ place: Record.Place, _ session: VaultSession, _ connection: VaultConnection, notBefore newest: UInt64
    ) throws(VaultError) -> StoredItem? {
        unsafe try connection.withItem(place.id) { (stateRow, row) throws(VaultError) in
            let state = unsafe try session.state(stateRow, notBefore: newest)
            guard let tag = try session.tree.tag(of: place.id, in: state, from: connection) else {
                guard row == nil else { throw .damaged("The vault has a record that nobody wrote.") }
                return nil
            }
            guard let row, row.tag == tag, row.namespace == place.namespace else { throw .damaged("A record is not what was written.") }
            let home = Record.Place(id: place.namespace, namespace: .zero)
            guard let keys = try session.keys(of: home, in: state, from: connection),
                let key = keys[try Record.Clear(row.head).epoch]
            else { throw .damaged("An item without a key.") }
            return StoredItem(place: place, row: row, key: key)
        }
    }

    /// The keys of all items of a namespace, with their policies; none may be hidden.
    func items(of namespace: Namespace, _ session: VaultSession, _ connection: VaultConnection) throws(VaultError) -> [RecordHead] {
        let home = try session.place(of: namespace)
        return try connection.inSnapshot { () throws(VaultError) in
            let state = try session.state(of: connection)
            guard let keys = try session.keys(of: home, in: state, from: connection) else { return [] }
            let ids = try connection.members(of: home.id)
            guard UInt64(ids.count) == keys.itemCount, Set(ids).count == ids.count else { throw .damaged("A namespace misses items.") }
            var heads: [RecordHead] = []
            for id in ids {
                let place = Record.Place(id: id, namespace: home.id)
                guard let item = try item(place, session, connection, notBefore: state.generation) else {
                    throw .damaged("A namespace misses an item.")
                }
                heads.append(try item.head(session.cipher))
            }
            return heads
        }
    }

    /// All namespaces that hold items; none may be hidden.
    func namespaces(_ session: VaultSession, _ connection: VaultConnection) throws(VaultError) -> [Namespace] {
        try connection.inSnapshot { () throws(VaultError) in
            let state = try session.state(of: connection)
            let ids = try connection.members(of: .zero)
            guard UInt64(ids.count) == state.namespaceCount, Set(ids).count == ids.count else {
                throw .damaged("The vault misses namespaces.")
            }
            var namespaces: [Namespace] = []
            for id in ids {
                let place = Record.Place(id: id, namespace: .zero)
                guard let tag = try session.tree.tag(of: id, in: state, from: connection), let row = try connection.row(id), row.tag == tag,
                    let namespace = Namespace(label: try session.openNamespace(row, at: place).head.name)
                else { throw .damaged("A namespace is not what was written.") }
                namespaces.append(namespace)
            }
            return namespaces
        }
    }

    /// Changes the vault in one transaction. Within ``writing(_:)``.
    ///
    /// Where the change advances the counter, it is counted when this returns.
    func change<R>(
        _ session: VaultSession, slots: ((VaultConnection) throws(VaultError) -> Bytes16)? = nil, counting: Counting = .whenDue,
        _ body: (inout VaultTransaction) throws(VaultError) -> R
    ) throws(VaultError) -> R {
        let isCounted = changesCounter(counting)
        let committed: Committed<R>
        do throws(VaultError) { committed = try commit(session, slots, isCounted, counting, body) } catch {
            // The log may hold what the database has room for: a removal has to work on a full disk.
            guard error.isFull, wakefulnessIsLeft, writer.connection.database.emptyLog() else { throw error }
            committed = try commit(session, slots, isCounted, counting, body)
        }
        // From here on the change was made: what fails now must not make it again.
        committed.change.remember()
        let state = committed.change.update.state
        anchor.write(RollbackAnchor.Mark(state))
        if isCounted { try completeCounter(state) }
        if hasDeletedInLog { overwriteDeleted() }
        return committed.result
    }

    /// A change that was made.
    private struct Committed<R>: ~Copyable {
        let change: VaultTransaction
        let result: R
    }

    private func commit<R>(
        _ session: VaultSession, _ slots: ((VaultConnection) throws(VaultError) -> Bytes16)?, _ isCounted: Bool, _ counting: Counting,
        _ body: (inout VaultTransaction) throws(VaultError) -> R
    ) throws(VaultError) -> Committed<R> {
        try writer.transaction { () throws(VaultError) in
            var change = try VaultTransaction(session, writer)
            let result = try body(&change)
            if isCounted { try change.setCounter(nextCounter(after: change.update.state, counting)) }
            try change.finish(slots: slots?(writer.connection))
            return Committed(change: change, result: result)
        }
    }

    private var wakefulnessIsLeft: Bool { writer.wakefulness?.isOver != true }

    /// Overwrites what was deleted: moves the log into the database, and empties it. Another process that reads is waited for, up to the patience;
    /// when it is in the way for longer, the next change does it.
    func overwriteDeleted() {
        hasDeletedInLog = !wakefulnessIsLeft || !writer.connection.database.emptyLog()
    }
}

/// An item as it is kept, and the key of its namespace.
struct StoredItem: Sendable {
    let place: Record.Place
    let row: VaultConnection.Row
    let key: SecretBytes

    /// Name and policy.
    func head(_ cipher: RecordCipher) throws(VaultError) -> RecordHead {
        try cipher.openHead(row.head, tag: row.tag, at: place, key: key)
    }

    /// Name, policy and value; `nil` when it takes a password to open the value.
    func openWithoutPassword(_ cipher: RecordCipher) throws(VaultError) -> (head: RecordHead, value: SecretBytes)? {
        var asksForPassword = false
        do throws(VaultError) {
            return try open(cipher) { (_) throws(VaultError) in
                asksForPassword = true
                throw VaultError(.authenticationFailed, "The item asks for its application password.")
            }
        } catch {
            if asksForPassword { return nil }
            throw error
        }
    }

    /// The value too.
    func open(
        _ cipher: RecordCipher, password: (PasswordStretching) throws(VaultError) -> SecretBytes
    ) throws(VaultError) -> (head: RecordHead, value: SecretBytes) {
        unsafe try row.body.withBytes { (body) throws(VaultError) in
            unsafe try cipher.open(row.head, body, tag: row.tag, at: place, key: key, password: password)
        }
    }
}
