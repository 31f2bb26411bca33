import MerlonCore

/// A hash tree over the tags of all records: the state holds the hashes of 120 buckets, a bucket the records whose ids lie in its range. An old record
/// put back, a record taken away or moved gives another hash.
///
/// A write touches its record and the state: two pages of the database. The hash of a bucket takes its records' ids and tags, 32 bytes each: some
/// microseconds for a vault of 100,000 records, and nothing that matters for one of a thousand. What was verified stays in memory under the hash
/// that proved it, so it holds for any snapshot of any connection that has this hash, and a write of another process costs only what it changed.
final class IntegrityTree: @unchecked Sendable {
    /// As many as fit into one page of 2048 bytes with the rest of the state.
    static let bucketCount = 120

    /// One record in its bucket.
    struct Entry: Equatable, Sendable {
        var id: RecordID
        var tag: RecordTag
    }

    /// Reads the records of a bucket in one snapshot of the database.
    protocol Source: AnyObject {
        /// Ids and tags of the records of a bucket, in order.
        func bucketEntries(_ bucket: Int) throws(VaultError) -> [Entry]
    }

    let code: TreeCode
    private let lock = Lock()
    private var buckets: [(hash: Bytes16, entries: [Entry])?] = Array(repeating: nil, count: bucketCount)

    init(code: TreeCode) { self.code = code }

    /// The tag that the record has in this state; `nil` when there is no such record. Throws `corrupted` when the rows say something else.
    func tag(of id: RecordID, in state: VaultState, from source: any Source) throws(VaultError) -> RecordTag? {
        let entries = try entries(of: id.bucket, in: state, from: source)
        let index = entries.position(of: id)
        return index < entries.count && entries[index].id == id ? entries[index].tag : nil
    }

    /// The records of a bucket, verified.
    func entries(of bucket: Int, in state: VaultState, from source: any Source) throws(VaultError) -> [Entry] {
        let hash = state[bucket]
        if let known = lock.withLock({ buckets[bucket] }), known.hash == hash { return known.entries }
        let entries = try source.bucketEntries(bucket)
        guard try self.hash(of: entries, bucket: bucket) == hash else { throw .damaged("A record is not what was written, or is missing.") }
        lock.withLock { buckets[bucket] = (hash, entries) }
        return entries
    }

    /// Remembers what was just written under the hashes of the new state.
    func remember(_ update: TreeUpdate) {
        lock.withLock { update.forEachChanged { buckets[$0.number] = (update.state[$0.number], $0.entries) } }
    }

    /// The hash of a bucket; zero for an empty one.
    func hash(of entries: [Entry], bucket: Int) throws(VaultError) -> Bytes16 {
        if entries.isEmpty { return .zero }
        // Ids and tags stand in memory as they are hashed.
        return unsafe try entries.withUnsafeBufferPointer { (entries) throws(VaultError) in
            unsafe try code.hash(.bucket, at: bucket, UnsafeRawBufferPointer(entries))
        }
    }
}

extension [IntegrityTree.Entry] {
    /// Where the record is, or would have to be put.
    func position(of id: RecordID) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
