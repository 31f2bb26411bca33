import MerlonCore

/// The one row that stands for the whole vault: which write was the last, and the hashes under which everything else hangs.
///
/// Whoever has no key cannot make one; they can only put back an old one, together with everything that it had hashes of. Its form: version (1
/// byte), generation (8), items (8), namespaces (8), epoch (4), hash of the key slots (16), hashes of the buckets (120 × 16), in version 2 the
/// counter (8), code (16): it fits one page of the database.
struct VaultState: Equatable, Sendable {
    /// Counts the writes; never goes back.
    var generation: UInt64
    /// How many items there are, and how many namespaces.
    var itemCount: UInt64
    var namespaceCount: UInt64
    /// The epoch of the master key.
    var epoch: UInt32
    /// The hash of the key slots.
    var slots: Bytes16
    /// The hashes of the tree's buckets; zero for an empty one.
    var buckets: BucketHashes
    /// What the vault's ``RollbackGuard`` stands at, where it has one.
    var counter: UInt64?

    private static let byteCount = 1 + 8 + 8 + 8 + 4 + 16 + BucketHashes.byteCount + Bytes16.byteCount
    private static let counterByteCount = 8
    private static let version: UInt8 = 1
    private static let versionWithCounter: UInt8 = 2

    /// The state of a new vault.
    init(slots: Bytes16, epoch: UInt32, counter: UInt64?) {
        self.counter = counter
        (generation, itemCount, namespaceCount) = (1, 0, 0)
        self.epoch = epoch
        self.slots = slots
        buckets = BucketHashes()
    }

    /// The row, and its code.
    func encoded(_ code: TreeCode) throws(VaultError) -> (row: [UInt8], code: Bytes16) {
        let count = (counter == nil ? 0 : Self.counterByteCount) + Self.byteCount
        // The code's place is left for now: it is made of what stands before it.
        var row = [UInt8](count: count) { writer in
            writer.append(counter == nil ? Self.version : Self.versionWithCounter)
            for number in [generation, itemCount, namespaceCount] { writer.append(number) }
            writer.append(epoch)
            writer.append(slots)
            writer.append(buckets.bytes)
            if let counter { writer.append(counter) }
            writer.append(Bytes16.zero)
        }
        let hash = unsafe try row.withMutableBytes { (row) throws(VaultError) in
            let end = row.count - Bytes16.byteCount
            let hash = unsafe try code.hash(.state, UnsafeRawBufferPointer(rebasing: row[..<end]))
            unsafe hash.store(in: UnsafeMutableRawBufferPointer(rebasing: row[end...]))
            return hash
        }
        return (row, hash)
    }

    /// Reads a row, whose code has to be right.
    init(_ row: [UInt8], _ code: TreeCode) throws(VaultError) {
        guard Self.hasForm(row) else { throw .damaged("The vault's state has another form.") }
        let isRight = unsafe try row.withBytes { (row) throws(VaultError) in
            let body = unsafe UnsafeRawBufferPointer(rebasing: row.dropLast(Bytes16.byteCount))
            return unsafe try code.hash(.state, body) == Bytes16(UnsafeRawBufferPointer(rebasing: row.suffix(Bytes16.byteCount)))
        }
        guard isRight, let slots = Bytes16(row[29..<45]), let buckets = BucketHashes(row[45..<45 + BucketHashes.byteCount]) else {
            throw .damaged("The vault's state is not what was written.")
        }
        generation = Self.number(row[1..<9])
        itemCount = Self.number(row[9..<17])
        namespaceCount = Self.number(row[17..<25])
        epoch = UInt32(Self.number(row[25..<29]))
        self.slots = slots
        self.buckets = buckets
        let end = 45 + BucketHashes.byteCount
        counter = row[0] == Self.versionWithCounter ? Self.number(row[end..<end + Self.counterByteCount]) : nil
    }

    /// The epoch that a row states, unverified: only to tell a rotation from damage.
    static func statedEpoch(_ row: [UInt8]) -> UInt32? { hasForm(row) ? UInt32(number(row[25..<29])) : nil }

    private static func hasForm(_ row: [UInt8]) -> Bool {
        row.count == byteCount && row[0] == version || row.count == byteCount + counterByteCount && row[0] == versionWithCounter
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
