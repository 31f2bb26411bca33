import MerlonCore

/// One change of the vault: records, the hashes above them and the next generation, all in one transaction of the database.
///
/// Never copied: a copy of all that it holds would be made wherever it is looked at.
///
/// Each record is changed in ``update`` first and in the database then: so its bucket is verified as it was, whether the tree still remembers it or
/// has to read it.
struct VaultTransaction: ~Copyable {
    let session: VaultSession
    let writer: VaultWriter
    private(set) var update: TreeUpdate
    private var namespaces: [RecordID: (keys: NamespaceKeys, label: String, isNew: Bool)] = [:]
    private var written: [(place: Record.Place, keys: NamespaceKeys, tag: RecordTag)] = []
    private var forgotten: [RecordID] = []

    /// Begins within a transaction of the writer.
    init(_ session: VaultSession, _ writer: VaultWriter) throws(VaultError) {
        self.session = session
        self.writer = writer
        update = TreeUpdate(try writer.state(session), session.tree, from: writer.connection)
    }

    /// The generation that this change makes.
    var version: UInt64 { update.state.generation + 1 }

    /// The keys of a namespace as they are now; `nil` when there is nothing of it.
    func keys(of place: Record.Place) throws(VaultError) -> NamespaceKeys? {
        if !namespaces.isEmpty, let changed = namespaces[place.id] { return changed.keys }
        guard let tag = try update.tag(of: place.id) else { return nil }
        return try session.keys(of: place, tag: tag, from: writer.connection)
    }

    /// Writes an item, new or not.
    mutating func put(
        _ value: SecretBytes, _ head: RecordHead, at place: Record.Place, in namespace: Namespace, passwordKey: SecretBytes?
    ) throws(VaultError) {
        let home = Record.Place(id: place.namespace, namespace: .zero)
        let known = try keys(of: home)
        guard try update.tag(of: place.id) != nil else {
            return try add(value, head, at: place, in: namespace, known, passwordKey: passwordKey)
        }
        guard let known else { throw .damaged("An item without a namespace.") }
        try replace(value, head, at: place, key: known.newest, passwordKey: passwordKey)
    }

    /// Seals an item that is there under a key of its namespace, in its place.
    mutating func replace(
        _ value: SecretBytes, _ head: RecordHead, at place: Record.Place, key: EpochKey, passwordKey: SecretBytes? = nil
    ) throws(VaultError) {
        let record = unsafe try session.cipher.seal(
            value, head, at: place, version: version, key: key, passwordKey: passwordKey, in: writer.room)
        unsafe try update.set(record.tag, for: place.id)
        unsafe try writer.update(record)
    }

    private mutating func add(
        _ value: SecretBytes, _ head: RecordHead, at place: Record.Place, in namespace: Namespace, _ known: NamespaceKeys?,
        passwordKey: SecretBytes?
    ) throws(VaultError) {
        let home = place.namespace
        var keys: NamespaceKeys
        if let known { keys = known } else { keys = try NamespaceKeys(epoch: session.ring.epoch) }
        let record = unsafe try session.cipher.seal(
            value, head, at: place, version: version, key: keys.newest, passwordKey: passwordKey, in: writer.room)
        unsafe try update.set(record.tag, for: place.id)
        unsafe try writer.insert(record)
        keys.itemCount += 1
        update.count(items: 1, namespaces: known == nil ? 1 : 0)
        namespaces[home] = (keys, namespace.label, known == nil || namespaces[home]?.isNew == true)
    }

    /// Removes an item that is there. A namespace without items goes too.
    mutating func remove(_ place: Record.Place, in namespace: Namespace) throws(VaultError) {
        let home = Record.Place(id: place.namespace, namespace: .zero)
        guard var keys = try keys(of: home), keys.itemCount > 0 else { throw .damaged("An item without a namespace.") }
        try update.remove(place.id)
        try writer.deleteRecord(place.id)
        update.count(items: -1)
        keys.itemCount -= 1
        namespaces[home.id] = (keys, namespace.label, namespaces[home.id]?.isNew == true)
        if keys.itemCount == 0 { try removeNamespace(home.id) }
    }

    /// Removes a namespace and every item of it: `ids`, which must be all of them.
    mutating func removeAll(_ ids: [RecordID], of place: Record.Place) throws(VaultError) {
        for id in ids {
            guard try update.tag(of: id) != nil else { throw .damaged("A namespace has an item that nobody wrote.") }
            try update.remove(id)
            try writer.deleteRecord(id)
        }
        update.count(items: -ids.count)
        try removeNamespace(place.id)
    }

    /// Writes the record of a namespace anew.
    mutating func putNamespace(_ keys: NamespaceKeys, label: String, at place: Record.Place) {
        namespaces[place.id] = (keys, label, namespaces[place.id]?.isNew == true)
    }

    /// Changes the number of the vault's counter.
    mutating func setCounter(_ number: UInt64?) { update.setCounter(number) }

    private mutating func removeNamespace(_ id: RecordID) throws(VaultError) {
        try update.remove(id)
        try writer.deleteRecord(id)
        update.count(namespaces: -1)
        namespaces[id] = nil
        forgotten.append(id)
    }

    /// Writes everything that hangs on the records. Call last, within the transaction.
    mutating func finish(slots: Bytes16? = nil) throws(VaultError) {
        if !namespaces.isEmpty { try writeNamespaces() }
        if let slots { update.setSlots(slots) }
        try update.finish()
        try writer.updateState(update.state)
    }

    private mutating func writeNamespaces() throws(VaultError) {
        for (id, namespace) in namespaces {
            let place = Record.Place(id: id, namespace: .zero)
            let record = unsafe try session.seal(namespace.keys, label: namespace.label, at: place, version: version, in: writer.room)
            unsafe try update.set(record.tag, for: id)
            unsafe try namespace.isNew ? writer.insert(record) : writer.update(record)
            written.append((place, namespace.keys, unsafe record.tag))
        }
    }

    /// Remembers what was written; call after the commit.
    func remember() {
        session.tree.remember(update)
        for namespace in written { session.remember(namespace.keys, tag: namespace.tag, at: namespace.place) }
        for id in forgotten { session.forgetNamespace(id) }
        session.remember(update.state)
        writer.remember(update.state)
    }
}
