extension FileStore {
    /// Seals every item anew that stands under a key from before a rotation, and drops those keys where nothing needs them any more.
    ///
    /// In steps of some hundred items; can be stopped and begun again. Items under an application password stay as they are until they are written,
    /// and their namespaces keep the older keys.
    /// - Returns: how many items are left under older keys.
    @discardableResult
    public func resealItems() async throws(VaultError) -> Int {
        let session = try session()
        var left = 0
        for namespace in try await namespaces() {
            let home = try session.place(of: namespace)
            var after = RecordID.zero
            while true {
                let from = after
                guard
                    let last = try await onQueue({ (engine) throws(VaultError) in
                        try engine.resealItems(of: home, after: from, session)
                    })
                else { break }
                after = last
            }
            left += try await onQueue { (engine) throws(VaultError) in try engine.forgetOlderKeys(of: home, namespace, session) }
        }
        try await onQueue { (engine) throws(VaultError) in engine.overwriteDeleted() }
        return left
    }
}

extension VaultEngine {
    private static let step = 256

    /// Seals the next items of a namespace under its newest key; gives the last one's id, or `nil` when there is none after `id`.
    fileprivate func resealItems(of home: Record.Place, after id: RecordID, _ session: VaultSession) throws(VaultError) -> RecordID? {
        try change(session) { (change) throws(VaultError) in
            guard let keys = try change.keys(of: home) else { return nil }
            let ids = try writer.connection.members(of: home.id).filter { $0 > id }.sorted().prefix(Self.step)
            for id in ids {
                let place = Record.Place(id: id, namespace: home.id)
                guard let tag = try change.update.tag(of: id), let row = try writer.connection.row(id), row.tag == tag,
                    let key = keys[try Record.Clear(row.head).epoch]
                else { throw .damaged("A record is not what was written.") }
                if try Record.Clear(row.head).epoch == keys.newest.epoch { continue }
                let item = StoredItem(place: place, row: row, key: key)
                let head = try item.head(session.cipher)
                if head.password != nil { continue }
                let value = try item.open(session.cipher) { (_) throws(VaultError) in throw .damaged("A record has another form.") }.value
                try change.replace(value, head, at: place, key: keys.newest)
            }
            return ids.last
        }
    }

    /// Drops the older keys of a namespace when no item is under them; gives how many are.
    fileprivate func forgetOlderKeys(of home: Record.Place, _ namespace: Namespace, _ session: VaultSession) throws(VaultError) -> Int {
        try change(session) { (change) throws(VaultError) in
            guard var keys = try change.keys(of: home) else { return 0 }
            let ids = try writer.connection.members(of: home.id)
            guard UInt64(ids.count) == keys.itemCount else { throw .damaged("A namespace misses items.") }
            var left = 0
            for id in ids {
                guard let row = try writer.connection.row(id), try change.update.tag(of: id) == row.tag else {
                    throw .damaged("A record is not what was written.")
                }
                if try Record.Clear(row.head).epoch != keys.newest.epoch { left += 1 }
            }
            if left == 0, keys.keys.count > 1 {
                keys.forgetOlder()
                change.putNamespace(keys, label: namespace.label, at: home)
            }
            return left
        }
    }
}
