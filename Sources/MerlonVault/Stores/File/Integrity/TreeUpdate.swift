/// The changes that one transaction makes to the tree. Starts from verified buckets only, so that what an enemy changed is never hashed anew.
struct TreeUpdate {
    /// What the state becomes.
    private(set) var state: VaultState
    /// The bucket that was changed first, which is the only one of most writes.
    private var first: Bucket?
    /// The other changed buckets, each once.
    private var others: [Bucket] = []
    private let original: VaultState
    private let tree: IntegrityTree
    private let source: any IntegrityTree.Source

    /// A bucket as it becomes.
    struct Bucket {
        let number: Int
        var entries: [IntegrityTree.Entry]

        /// Gives the record this tag, whether it is new or not.
        mutating func set(_ tag: RecordTag, for id: RecordID) {
            let index = entries.position(of: id)
            if index < entries.count, entries[index].id == id {
                entries[index].tag = tag
            } else {
                entries.insert(IntegrityTree.Entry(id: id, tag: tag), at: index)
            }
        }

        mutating func remove(_ id: RecordID) {
            let index = entries.position(of: id)
            if index < entries.count, entries[index].id == id { entries.remove(at: index) }
        }
    }

    init(_ state: VaultState, _ tree: IntegrityTree, from source: any IntegrityTree.Source) {
        self.state = state
        original = state
        self.tree = tree
        self.source = source
    }

    /// Gives the record this tag, whether it is new or not.
    mutating func set(_ tag: RecordTag, for id: RecordID) throws(VaultError) {
        try change(id.bucket) { $0.set(tag, for: id) }
    }

    /// Takes a record out.
    mutating func remove(_ id: RecordID) throws(VaultError) { try change(id.bucket) { $0.remove(id) } }

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
        if let first { state[first.number] = try tree.hash(of: first.entries, bucket: first.number) }
        for bucket in others { state[bucket.number] = try tree.hash(of: bucket.entries, bucket: bucket.number) }
        state.generation += 1
        try state.authenticate(tree.code)
    }

    /// Hands over the changed buckets.
    func forEachChanged(_ body: (Bucket) -> Void) {
        if let first { body(first) }
        others.forEach(body)
    }

    private func current(_ bucket: Int) throws(VaultError) -> [IntegrityTree.Entry] {
        if let first, first.number == bucket { return first.entries }
        if let place = place(of: bucket) { return others[place].entries }
        return try tree.entries(of: bucket, in: original, from: source)
    }

    @inline(__always) private mutating func change(_ bucket: Int, _ body: (inout Bucket) -> Void) throws(VaultError) {
        var changed: Bucket
        if let first { changed = first } else { changed = try begin(bucket) }
        if changed.number == bucket {
            // Held by nobody else while it is changed, so that its records are not copied once more.
            first = nil
            body(&changed)
            first = changed
        } else if let place = place(of: bucket) {
            body(&others[place])
        } else {
            changed = try begin(bucket)
            body(&changed)
            others.append(changed)
        }
    }

    private func begin(_ bucket: Int) throws(VaultError) -> Bucket {
        Bucket(number: bucket, entries: try tree.entries(of: bucket, in: original, from: source))
    }

    /// Where a changed bucket stands: the last one first, since records are changed in the order of their ids where there are many.
    private func place(of bucket: Int) -> Int? { others.lastIndex { $0.number == bucket } }
}
