import MerlonCore

/// A hash tree over the tags of all records: the state holds 64 hashes of nodes, a node 64 hashes of buckets, a bucket the records whose ids begin
/// with its 12 bits. An old record put back, a record taken away or moved gives another hash.
///
/// A write touches one bucket, one node and the state, whatever the vault's size. What was verified stays in memory under the hash that proved
/// it, so it holds for any snapshot of any connection that has this hash, and a write of another process costs only what it changed.
final class IntegrityTree: @unchecked Sendable {
    static let nodeCount = 64
    static let bucketsPerNode = 64

    /// One record in its bucket.
    struct Entry: Equatable, Sendable {
        var id: RecordID
        var tag: RecordTag
    }

    /// Reads the tree's rows in one snapshot of the database.
    protocol Source: AnyObject {
        /// The row of a node; `nil` when there is none.
        func nodeRow(_ node: Int) throws(VaultError) -> [UInt8]?
        /// Ids and tags of the records of a bucket, in order.
        func bucketEntries(_ bucket: Int) throws(VaultError) -> [Entry]
    }

    let code: TreeCode
    private let lock = Lock()
    private var nodes: [Int: (hash: Bytes16, buckets: [Bytes16])] = [:]
    private var buckets: [Int: (hash: Bytes16, entries: [Entry])] = [:]

    init(code: TreeCode) { self.code = code }

    /// The tag that the record has in this state; `nil` when there is no such record. Throws `corrupted` when the rows say something else.
    func tag(of id: RecordID, in state: VaultState, from source: any Source) throws(VaultError) -> RecordTag? {
        try entries(of: id.bucket, in: state, from: source).first { $0.id == id }?.tag
    }

    /// The records of a bucket, verified.
    func entries(of bucket: Int, in state: VaultState, from source: any Source) throws(VaultError) -> [Entry] {
        let hash = try hashes(ofNode: bucket / Self.bucketsPerNode, in: state, from: source)[bucket % Self.bucketsPerNode]
        if let known = lock.withLock({ buckets[bucket] }), known.hash == hash { return known.entries }
        let entries = try source.bucketEntries(bucket)
        guard try self.hash(of: entries, bucket: bucket) == hash else { throw .damaged("A record is not what was written, or is missing.") }
        lock.withLock { buckets[bucket] = (hash, entries) }
        return entries
    }

    /// The hashes of a node's buckets, verified.
    func hashes(ofNode node: Int, in state: VaultState, from source: any Source) throws(VaultError) -> [Bytes16] {
        let hash = state.nodes[node]
        if let known = lock.withLock({ nodes[node] }), known.hash == hash { return known.buckets }
        let row = try source.nodeRow(node) ?? []
        let computed = try self.hash(ofRow: row, node: node)
        guard computed == hash, let hashes = Self.decoded(row) else { throw .damaged("The vault's index is not what was written.") }
        lock.withLock { nodes[node] = (hash, hashes) }
        return hashes
    }

    /// Remembers what was just written under the hashes of the new state.
    func remember(_ update: TreeUpdate) {
        lock.withLock {
            for (number, bucket) in update.changedBuckets { buckets[number] = bucket }
            for (number, node) in update.changedNodes { nodes[number] = (node.hash, node.buckets) }
        }
    }

    func hash(of entries: [Entry], bucket: Int) throws(VaultError) -> Bytes16 {
        if entries.isEmpty { return .zero }
        var message: [UInt8] = []
        message.reserveCapacity(entries.count * 2 * Bytes16.byteCount)
        for entry in entries {
            entry.id.append(to: &message)
            entry.tag.append(to: &message)
        }
        return try code.hash(.bucket, at: bucket, message)
    }

    func hash(ofRow row: [UInt8], node: Int) throws(VaultError) -> Bytes16 { row.isEmpty ? .zero : try code.hash(.node, at: node, row) }

    /// The row of a node: 64 bits that say which buckets are not empty, then their hashes. Empty when all are.
    static func encoded(_ hashes: [Bytes16]) -> [UInt8] {
        if hashes.allSatisfy({ $0 == .zero }) { return [] }
        var row = [UInt8](repeating: 0, count: bucketsPerNode / 8)
        for (index, hash) in hashes.enumerated() where hash != .zero {
            row[index / 8] |= 1 << UInt8(index % 8)
            hash.append(to: &row)
        }
        return row
    }

    private static func decoded(_ row: [UInt8]) -> [Bytes16]? {
        var hashes = [Bytes16](repeating: .zero, count: bucketsPerNode)
        if row.isEmpty { return hashes }
        var position = bucketsPerNode / 8
        guard row.count >= position else { return nil }
        for index in hashes.indices where row[index / 8] >> UInt8(index % 8) & 1 == 1 {
            guard row.count >= position + Bytes16.byteCount, let hash = Bytes16(row[position..<position + Bytes16.byteCount]) else {
                return nil
            }
            hashes[index] = hash
            position += Bytes16.byteCount
        }
        return position == row.count ? hashes : nil
    }
}
