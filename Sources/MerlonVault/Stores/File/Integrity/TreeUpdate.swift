/// The changes that one transaction makes to the tree. Starts from verified buckets only, so that what an enemy changed is never hashed anew.
struct TreeUpdate {
    /// What the state becomes.
    private(set) var state: VaultState
    /// The changed buckets, each once.
    private(set) var changed: [(bucket: Int, entries: [IntegrityTree.Entry])] = []
    private let original: VaultState
    private let tree: IntegrityTree
    private let source: any IntegrityTree.Source

    init(_ state: VaultState, _ tree: IntegrityTree, from source: any IntegrityTree.Source) {
        self.state = state
        original = state
        self.tree = tree
        self.source = source
    }

    /// Gives the record this tag, whether it is new or not.
    mutating func set(_ tag: RecordTag, for id: RecordID) throws(VaultError) {
        let place = try change(id.bucket)
        let index = changed[place].entries.position(of: id)
        if index < changed[place].entries.count, changed[place].entries[index].id == id {
            changed[place].entries[index].tag = tag
        } else {
            changed[place].entries.insert(IntegrityTree.Entry(id: id, tag: tag), at: index)
        }
    }

    /// Takes a record out.
    mutating func remove(_ id: RecordID) throws(VaultError) {
        let place = try change(id.bucket)
        let index = changed[place].entries.position(of: id)
        if index < changed[place].entries.count, changed[place].entries[index].id == id { changed[place].entries.remove(at: index) }
    }

    /// The record's tag with the changes so far; `nil` when there is no such record.
    func tag(of id: RecordID) throws(VaultError) -> RecordTag? {
        let entries = try current(id.bucket)
        let index = entries.position(of: id)
        return index < entries.count && entries[index].id == id ? entries[index].tag : nil
    }

    /// Changes what the state counts.
    mutating func count(items: Int = 0, namespaces: Int = 0) {
        state.itemCount = UInt64(Int64(state.itemCount) + Int64(items))
        state.namespaceCount = UInt64(Int64(state.namespaceCount) + Int64(namespaces))
    }

    /// Changes the hash of the key slots.
    mutating func setSlots(_ hash: Bytes16) { state.slots = hash }

    /// Changes the number of the vault's counter; `nil` for a vault without one.
    mutating func setCounter(_ number: UInt64?) { state.counter = number }

    /// Computes the hashes of what was changed, the next generation and the state's code.
    mutating func finish() throws(VaultError) {
        for (bucket, entries) in changed { state[bucket] = try tree.hash(of: entries, bucket: bucket) }
        state.generation += 1
        try state.authenticate(tree.code)
    }

    private func current(_ bucket: Int) throws(VaultError) -> [IntegrityTree.Entry] {
        if let place = place(of: bucket) { return changed[place].entries }
        return try tree.entries(of: bucket, in: original, from: source)
    }

    /// Where a bucket stands in ``changed`` from now on.
    private mutating func change(_ bucket: Int) throws(VaultError) -> Int {
        if let place = place(of: bucket) { return place }
        changed.append((bucket, try tree.entries(of: bucket, in: original, from: source)))
        return changed.count - 1
    }

    /// Where a changed bucket stands: the last one first, since records are changed in the order of their ids where there are many.
    private func place(of bucket: Int) -> Int? { changed.lastIndex { $0.bucket == bucket } }
}
