import MerlonCore

/// The one row that stands for the whole vault: which write was the last, and the hashes under which everything else hangs.
///
/// Whoever has no key cannot make one; they can only put back an old one, together with everything that it had hashes of. Kept as its row, so that a
/// write copies it and changes some bytes. Its form: version (1 byte), generation (8), items (8), namespaces (8), epoch (4), hash of the key slots
/// (16), hashes of the buckets (120 × 16), in version 2 the counter (8), code (16): it fits one page of the database.
struct VaultState: Equatable, Sendable {
    /// What the database holds.
    private(set) var row: [UInt8]

    private static let byteCount = bucketPlace + IntegrityTree.bucketCount * Bytes16.byteCount + Bytes16.byteCount
    private static let counterByteCount = 8
    private static let version: UInt8 = 1
    private static let versionWithCounter: UInt8 = 2
    private static let generationPlace = 1
    private static let itemPlace = 9
    private static let namespacePlace = 17
    private static let epochPlace = 25
    private static let slotPlace = 29
    private static let bucketPlace = 45
    private static let counterPlace = byteCount - Bytes16.byteCount

    /// The state of a new vault, without its code.
    init(slots: Bytes16, epoch: UInt32, counter: UInt64?) {
        row = Array(repeating: 0, count: Self.byteCount)
        row[0] = Self.version
        generation = 1
        self.epoch = epoch
        self.slots = slots
        self.counter = counter
    }

    /// Reads a row, whose code has to be right.
    init(_ row: [UInt8], _ code: TreeCode) throws(VaultError) {
        guard Self.hasForm(row) else { throw .damaged("The vault's state has another form.") }
        self.row = row
        guard try currentCode(code) == self.code else { throw .damaged("The vault's state is not what was written.") }
    }

    // MARK: What it says

    /// Counts the writes; never goes back.
    var generation: UInt64 {
        get { number(at: Self.generationPlace) }
        set { put(newValue, at: Self.generationPlace) }
    }

    /// How many items there are.
    var itemCount: UInt64 {
        get { number(at: Self.itemPlace) }
        set { put(newValue, at: Self.itemPlace) }
    }

    /// How many namespaces there are.
    var namespaceCount: UInt64 {
        get { number(at: Self.namespacePlace) }
        set { put(newValue, at: Self.namespacePlace) }
    }

    /// The epoch of the master key.
    var epoch: UInt32 {
        get { number(at: Self.epochPlace) }
        set { put(newValue, at: Self.epochPlace) }
    }

    /// The hash of the key slots.
    var slots: Bytes16 {
        get { hash(at: Self.slotPlace) }
        set { put(newValue, at: Self.slotPlace) }
    }

    /// The hash of a bucket of the tree; zero for an empty one.
    subscript(bucket: Int) -> Bytes16 {
        get { hash(at: Self.bucketPlace + bucket * Bytes16.byteCount) }
        set { put(newValue, at: Self.bucketPlace + bucket * Bytes16.byteCount) }
    }

    /// What the vault's ``RollbackGuard`` stands at, where it has one.
    var counter: UInt64? {
        get { row[0] == Self.versionWithCounter ? number(at: Self.counterPlace) : nil }
        set {
            row.removeLast(row.count - Self.counterPlace)
            row[0] = newValue == nil ? Self.version : Self.versionWithCounter
            row += Array(repeating: 0, count: (newValue == nil ? 0 : Self.counterByteCount) + Bytes16.byteCount)
            if let newValue { put(newValue, at: Self.counterPlace) }
        }
    }

    /// The epoch that a row states, unverified: only to tell a rotation from damage.
    static func statedEpoch(_ row: [UInt8]) -> UInt32? {
        hasForm(row) ? row[epochPlace..<epochPlace + 4].reduce(0) { $0 << 8 | UInt32($1) } : nil
    }

    // MARK: Its code

    /// The code at the row's end.
    var code: Bytes16 { hash(at: row.count - Bytes16.byteCount) }

    /// Makes the code anew, of what stands before it.
    mutating func authenticate(_ code: TreeCode) throws(VaultError) {
        let current = try currentCode(code)
        put(current, at: row.count - Bytes16.byteCount)
    }

    private func currentCode(_ code: TreeCode) throws(VaultError) -> Bytes16 {
        unsafe try row.withBytes { (row) throws(VaultError) in
            unsafe try code.hash(.state, UnsafeRawBufferPointer(rebasing: row[..<(row.count - Bytes16.byteCount)]))
        }
    }

    // MARK: The row

    private static func hasForm(_ row: [UInt8]) -> Bool {
        row.count == byteCount && row[0] == version || row.count == byteCount + counterByteCount && row[0] == versionWithCounter
    }

    private func number<N: FixedWidthInteger & BitwiseCopyable>(at place: Int) -> N {
        unsafe row.withUnsafeBytes { unsafe N(bigEndian: $0.loadUnaligned(fromByteOffset: place, as: N.self)) }
    }

    private mutating func put<N: FixedWidthInteger & BitwiseCopyable>(_ number: N, at place: Int) {
        unsafe row.withUnsafeMutableBytes { unsafe $0.storeBytes(of: number.bigEndian, toByteOffset: place, as: N.self) }
    }

    private func hash(at place: Int) -> Bytes16 { unsafe row.withUnsafeBytes { unsafe Bytes16(in: $0, at: place) } }

    private mutating func put(_ hash: Bytes16, at place: Int) {
        unsafe row.withUnsafeMutableBytes { unsafe hash.store(in: $0, at: place) }
    }
}
