import MerlonCore

/// One change of the vault: records, the hashes above them and the next generation, all in one transaction of the database.
struct VaultTransaction {
    let session: VaultSession
    let writer: VaultWriter
    private(set) var update: TreeUpdate
    private var namespaces: [RecordID: (keys: NamespaceKeys, label: String, isChanged: Bool)] = [:]
    private var written: [(place: Record.Place, keys: NamespaceKeys, tag: RecordTag)] = []
    private var forgotten: [RecordID] = []

    /// Begins within a transaction of the writer.
    init(_ session: VaultSession, _ writer: VaultWriter) throws(VaultError) {
        self.session = session
        self.writer = writer
        update = TreeUpdate(try session.state(of: writer.connection), session.tree, from: writer.connection)
    }

    /// The generation that this change makes.
    var version: UInt64 { update.state.generation + 1 }

    /// The keys of a namespace as they are now; `nil` when there is nothing of it.
    func keys(of place: Record.Place) throws(VaultError) -> NamespaceKeys? {
        if let changed = namespaces[place.id] { return changed.keys }
        guard let tag = try update.tag(of: place.id) else { return nil }
        return try session.keys(of: place, tag: tag, from: writer.connection)
    }

    /// Writes an item, new or not.
    mutating func put(
        _ value: SecretBytes, _ head: RecordHead, at place: Record.Place, in namespace: Namespace, passwordKey: SecretBytes?
    ) throws(VaultError) {
        let home = Record.Place(id: place.namespace, namespace: .zero)
        let known = try keys(of: home)
        var keys: NamespaceKeys
        if let known { keys = known } else { keys = try NamespaceKeys(epoch: session.ring.epoch) }
        let isNew = try update.tag(of: place.id) == nil
        let record = try session.cipher.seal(value, head, at: place, version: version, key: keys.newest, passwordKey: passwordKey)
        try writer.put(record)
        try update.set(record.tag, for: place.id)
        guard isNew else { return }
        keys.itemCount += 1
        update.count(items: 1, namespaces: known == nil ? 1 : 0)
        namespaces[home.id] = (keys, namespace.label, true)
    }

    /// Removes an item that is there. A namespace without items goes too.
    mutating func remove(_ place: Record.Place, in namespace: Namespace) throws(VaultError) {
        let home = Record.Place(id: place.namespace, namespace: .zero)
        guard var keys = try keys(of: home), keys.itemCount > 0 else { throw .damaged("An item without a namespace.") }
        try writer.deleteRecord(place.id)
        try update.remove(place.id)
        update.count(items: -1)
        keys.itemCount -= 1
        namespaces[home.id] = (keys, namespace.label, true)
        if keys.itemCount == 0 { try removeNamespace(home.id) }
    }

    /// Removes a namespace and every item of it: `ids`, which must be all of them.
    mutating func removeAll(_ ids: [RecordID], of place: Record.Place) throws(VaultError) {
        for id in ids {
            guard try update.tag(of: id) != nil else { throw .damaged("A namespace has an item that nobody wrote.") }
            try writer.deleteRecord(id)
            try update.remove(id)
        }
        update.count(items: -ids.count)
        try removeNamespace(place.id)
    }

    /// Writes the record of a namespace anew.
    mutating func putNamespace(_ keys: NamespaceKeys, label: String, at place: Record.Place) {
        namespaces[place.id] = (keys, label, true)
    }

    /// Puts the record of an item as it was sealed elsewhere in this change.
    mutating func put(_ record: Record) throws(VaultError) {
        try writer.put(record)
        try update.set(record.tag, for: record.place.id)
    }

    /// Changes the number of the vault's counter.
    mutating func setCounter(_ number: UInt64?) { update.setCounter(number) }

    private mutating func removeNamespace(_ id: RecordID) throws(VaultError) {
        try writer.deleteRecord(id)
        try update.remove(id)
        update.count(namespaces: -1)
        namespaces[id] = nil
        forgotten.append(id)
    }

    /// Writes everything that hangs on the records. Call last, within the transaction.
    mutating func finish(slots: Bytes16? = nil) throws(VaultError) -> (row: [UInt8], mark: RollbackAnchor.Mark) {
        for (id, namespace) in namespaces {
            let place = Record.Place(id: id, namespace: .zero)
            let record = try session.seal(namespace.keys, label: namespace.label, at: place, version: version)
            try put(record)
            written.append((place, namespace.keys, record.tag))
        }
        if let slots { update.setSlots(slots) }
        try update.finish()
        let (row, code) = try update.state.encoded(session.tree.code)
        try writer.putState(row)
        return (row, RollbackAnchor.Mark(generation: update.state.generation, code: code))
    }

    /// Remembers what was written; call after the commit.
    func remember(_ row: [UInt8]) {
        session.tree.remember(update)
        for namespace in written { session.remember(namespace.keys, tag: namespace.tag, at: namespace.place) }
        for id in forgotten { session.forgetNamespace(id) }
        session.remember(row, update.state)
    }
}
