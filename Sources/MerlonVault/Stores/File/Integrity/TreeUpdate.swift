/// The changes that one transaction makes to the tree. Starts from verified buckets only, so that what an enemy changed is never hashed anew.
struct TreeUpdate {
    /// What the state becomes.
    private(set) var state: VaultState
    private(set) var changedBuckets: [Int: (hash: Bytes16, entries: [IntegrityTree.Entry])] = [:]
    private(set) var changedNodes: [Int: (hash: Bytes16, buckets: [Bytes16], row: [UInt8])] = [:]
    private var entries: [Int: [IntegrityTree.Entry]] = [:]
    private let original: VaultState
    private let tree: IntegrityTree
    private let source: any IntegrityTree.Source

    init(_ state: VaultState, _ tree: IntegrityTree, from source: any IntegrityTree.Source) {
        self.state = state
        original = state
        self.tree = tree
        self.source = source
    }

    /// The record's tag before this change; `nil` when it is new.
    mutating func set(_ tag: RecordTag, for id: RecordID) throws(VaultError) {
        var entries = try current(id.bucket)
        if let index = entries.firstIndex(where: { $0.id >= id }) {
            if entries[index].id == id { entries[index].tag = tag } else { entries.insert(.init(id: id, tag: tag), at: index) }
        } else {
            entries.append(.init(id: id, tag: tag))
        }
        self.entries[id.bucket] = entries
    }

    /// Takes a record out.
    mutating func remove(_ id: RecordID) throws(VaultError) {
        entries[id.bucket] = try current(id.bucket).filter { $0.id != id }
    }

    /// The record's tag with the changes so far.
    func tag(of id: RecordID) throws(VaultError) -> RecordTag? { try current(id.bucket).first { $0.id == id }?.tag }

    /// Changes what the state counts.
    mutating func count(items: Int = 0, namespaces: Int = 0) {
        state.itemCount = UInt64(Int64(state.itemCount) + Int64(items))
        state.namespaceCount = UInt64(Int64(state.namespaceCount) + Int64(namespaces))
    }

    /// Changes the hash of the key slots.
    mutating func setSlots(_ hash: Bytes16) { state.slots = hash }

    /// Computes the hashes of what was changed, and the next generation.
    mutating func finish() throws(VaultError) {
        for (bucket, entries) in entries {
            let hash = try tree.hash(of: entries, bucket: bucket)
            changedBuckets[bucket] = (hash, entries)
            let node = bucket / IntegrityTree.bucketsPerNode
            var hashes: [Bytes16]
            if let changed = changedNodes[node] {
                hashes = changed.buckets
            } else {
                hashes = try tree.hashes(ofNode: node, in: original, from: source)
            }
            hashes[bucket % IntegrityTree.bucketsPerNode] = hash
            changedNodes[node] = (.zero, hashes, [])
        }
        for (node, changed) in changedNodes {
            let row = IntegrityTree.encoded(changed.buckets)
            let hash = try tree.hash(ofRow: row, node: node)
            changedNodes[node] = (hash, changed.buckets, row)
            state.nodes[node] = hash
        }
        state.generation += 1
    }

    private func current(_ bucket: Int) throws(VaultError) -> [IntegrityTree.Entry] {
        if let changed = entries[bucket] { return changed }
        return try tree.entries(of: bucket, in: original, from: source)
    }
}
