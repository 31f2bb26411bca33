/// Walks through a vault in one snapshot and collects what is wrong.
struct VaultVerifier {
    private let session: VaultSession
    private let connection: VaultConnection
    private var result = VaultVerification()
    private var namespaces: [RecordID: (namespace: Namespace, keys: NamespaceKeys, found: UInt64)] = [:]

    init(_ session: VaultSession, _ connection: VaultConnection) { (self.session, self.connection) = (session, connection) }

    func run() throws(VaultError) -> VaultVerification {
        var verifier = self
        // Without the state nothing can be said.
        let state = try session.state(of: connection)
        try verifier.checkDatabase()
        verifier.checkSlots(state)
        // A tree of its own: what was verified before is looked at again.
        let tree = IntegrityTree(code: session.tree.code)
        let entries = verifier.entries(of: tree, state)
        for entry in entries { verifier.checkNamespace(entry) }
        for entry in entries { verifier.checkItem(entry) }
        verifier.checkCounts(state, entries.count)
        return verifier.result
    }

    private mutating func checkDatabase() throws(VaultError) {
        let statement = try connection.database.prepare("PRAGMA integrity_check(10)")
        while try statement.step() {
            let line = statement.text(of: 0)
            if line != "ok" { result.report("The database: \(line)") }
        }
    }

    private mutating func checkSlots(_ state: VaultState) {
        do throws(VaultError) {
            let entrance = try VaultEntrance(connection)
            result.protectors = entrance.slots.map(ProtectorSlot.init)
            if try entrance.hash(session.tree.code) != state.slots { result.report("The key slots are not what was written.") }
        } catch { result.report(error.reason) }
    }

    /// The entries of all buckets; damaged buckets are reported, and their records looked at one by one.
    private mutating func entries(of tree: IntegrityTree, _ state: VaultState) -> [IntegrityTree.Entry] {
        var all: [IntegrityTree.Entry] = []
        for bucket in 0..<IntegrityTree.bucketCount {
            do throws(VaultError) { all += try tree.entries(of: bucket, in: state, from: connection) } catch {
                result.report("Bucket \(bucket): \(error.reason)")
                all += (try? connection.bucketEntries(bucket)) ?? []
            }
        }
        return all
    }

    private mutating func checkNamespace(_ entry: IntegrityTree.Entry) {
        do throws(VaultError) {
            guard let row = try connection.row(entry.id), row.namespace == .zero else { return }
            let place = Record.Place(id: entry.id, namespace: .zero)
            let opened = try session.openNamespace(row, at: place)
            guard row.tag == entry.tag, let namespace = Namespace(label: opened.head.name), try session.place(of: namespace) == place else {
                throw .damaged("A namespace is not what was written.")
            }
            namespaces[entry.id] = (namespace, try NamespaceKeys(opened.value), 0)
            result.namespaceCount += 1
        } catch { result.report(error.reason) }
    }

    private mutating func checkItem(_ entry: IntegrityTree.Entry) {
        var key: ItemKey?
        do throws(VaultError) {
            guard let row = try connection.row(entry.id) else { throw .damaged("A record cannot be found.") }
            if row.namespace == .zero { return }
            guard let home = namespaces[row.namespace], let epochKey = home.keys[try Record.Clear(row.head).epoch] else {
                throw .damaged("An item without a key.")
            }
            namespaces[row.namespace]?.found += 1
            let item = StoredItem(place: Record.Place(id: entry.id, namespace: row.namespace), row: row, key: epochKey)
            let head = try item.head(session.cipher)
            let found = try ItemKey(head.name, in: home.namespace)
            key = found
            guard row.tag == entry.tag, try session.place(of: found) == item.place else { throw .damaged("A record has another name.") }
            if try Record.Clear(row.head).epoch != home.keys.newest.epoch { result.itemCountUnderOlderKeys += 1 }
            if head.password != nil {
                result.unopenedItemCount += 1
                return
            }
            _ = try item.open(session.cipher) { (_) throws(VaultError) in throw .damaged("A record has another form.") }
            result.itemCount += 1
        } catch { result.report(error.reason, key) }
    }

    private mutating func checkCounts(_ state: VaultState, _ found: Int) {
        if UInt64(found) != state.itemCount + state.namespaceCount {
            result.report("The vault has \(found) records, and should have \(state.itemCount + state.namespaceCount).")
        }
        for home in namespaces.values where home.found != home.keys.itemCount {
            result.report("A namespace has \(home.found) items, and should have \(home.keys.itemCount): \(home.namespace.label)")
        }
    }
}
