extension VaultEngine {
    /// Throws unless the slots are those of `entrance`, and those that the state has.
    func check(_ entrance: VaultEntrance, _ session: VaultSession, _ state: VaultState) throws(VaultError) {
        let now = try VaultEntrance(writer.connection)
        guard try now.hash(session.tree.code) == state.slots else { throw .damaged("The vault's key slots are not what was written.") }
        let (current, expected) = (try now.hash(session.tree.code), try entrance.hash(session.tree.code))
        guard now.ring == entrance.ring, current == expected else {
            throw VaultError(.storeUnavailable, "Another process changed the vault's protectors at the same time: try again.")
        }
    }

    /// Puts the vault under new keys in one transaction: every namespace sealed anew with one more key, every hash computed anew out of what the old
    /// keys verify.
    func rotate(_ old: VaultSession, _ entrance: VaultEntrance, to new: VaultSession, _ next: VaultEntrance) throws(VaultError) {
        var rotated: VaultState?
        try writer.transaction { () throws(VaultError) in
            let connection = writer.connection
            var state = try old.state(of: connection)
            try check(entrance, old, state)
            state.generation += 1
            let renewed = try renewNamespaces(old, to: new, state)
            for bucket in 0..<IntegrityTree.bucketCount {
                var entries = try old.tree.entries(of: bucket, in: state, from: renewed.before)
                for position in entries.indices {
                    if let tag = renewed.tags[entries[position].id] { entries[position].tag = tag }
                }
                state[bucket] = try new.tree.hash(of: entries, bucket: bucket)
            }
            for (number, _) in entrance.slots { try writer.putSlot(number, nil) }
            for (number, slot) in next.slots { try writer.putSlot(number, slot.encoded) }
            try writer.putVault(name: next.name, ring: next.ring)
            state.slots = try next.hash(new.tree.code)
            state.epoch = new.ring.epoch
            if watch != nil { state.counter = try nextCounter(after: state, .now) }
            try state.authenticate(new.tree.code)
            try writer.updateState(state)
            rotated = state
        }
        guard let rotated else { return }
        anchor.write(RollbackAnchor.Mark(rotated))
        if watch != nil { try completeCounter(rotated) }
    }

    /// Seals the records of all namespaces under the new ring; gives their new tags, and the tree's rows as they were before.
    private func renewNamespaces(
        _ old: VaultSession, to new: VaultSession, _ state: VaultState
    ) throws(VaultError) -> (tags: [RecordID: RecordTag], before: BucketCopy) {
        let connection = writer.connection
        let ids = try connection.members(of: .zero)
        guard UInt64(ids.count) == state.namespaceCount else { throw .damaged("The vault misses namespaces.") }
        let before = BucketCopy(connection, Set(ids.map(\.bucket)))
        try before.load()
        var tags: [RecordID: RecordTag] = [:]
        for id in ids {
            let place = Record.Place(id: id, namespace: .zero)
            guard let tag = try old.tree.tag(of: id, in: state, from: before), let row = try connection.row(id), row.tag == tag else {
                throw .damaged("A namespace is not what was written.")
            }
            let opened = try old.openNamespace(row, at: place)
            var keys = try NamespaceKeys(opened.value)
            try keys.renew(epoch: new.ring.epoch)
            let record = unsafe try new.seal(keys, label: opened.head.name, at: place, version: state.generation, in: writer.room)
            unsafe try writer.update(record)
            tags[id] = unsafe record.tag
        }
        return (tags, before)
    }
}

/// The buckets of namespaces as they were before their records were written anew, so that the old hashes still prove the others in them.
private final class BucketCopy: IntegrityTree.Source {
    private let connection: VaultConnection
    private let buckets: Set<Int>
    private var copies: [Int: [IntegrityTree.Entry]] = [:]

    init(_ connection: VaultConnection, _ buckets: Set<Int>) { (self.connection, self.buckets) = (connection, buckets) }

    func load() throws(VaultError) { for bucket in buckets { copies[bucket] = try connection.bucketEntries(bucket) } }

    func bucketEntries(_ bucket: Int) throws(VaultError) -> [IntegrityTree.Entry] {
        if let copy = copies[bucket] { return copy }
        return try connection.bucketEntries(bucket)
    }
}
