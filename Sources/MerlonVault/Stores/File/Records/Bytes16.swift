import MerlonCore

/// 128 bits of a keyed hash or a cipher's tag, in the order in which the database sorts them.
///
/// In memory its 16 bytes stand as they do in the database, so that many of them in a row are hashed as they are.
struct Bytes16: Hashable, Comparable, Sendable {
    private let first: UInt64
    private let second: UInt64

    static let byteCount = 16
    static let zero = Bytes16(high: 0, low: 0)

    /// Random bytes of the system.
    static func random() throws(CoreError) -> Bytes16 {
        var value = zero
        unsafe try withUnsafeMutableBytes(of: &value) { (room) throws(CoreError) in unsafe try SystemEntropy().fill(room) }
        return value
    }

    /// From two numbers, the highest byte first.
    init(high: UInt64, low: UInt64) { (first, second) = (high.bigEndian, low.bigEndian) }

    /// Reads 16 bytes that are there.
    init(in bytes: UnsafeRawBufferPointer, at place: Int) {
        precondition(place >= 0 && bytes.count - place >= Self.byteCount, "Sixteen bytes are not there.")
        first = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        second = unsafe bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)
    }

    /// Reads 16 bytes; `nil` for another length.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.byteCount else { return nil }
        unsafe self.init(in: bytes, at: 0)
    }

    /// Reads 16 bytes; `nil` for another length.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let read = unsafe bytes.withUnsafeBytes({ unsafe Bytes16($0) }) else { return nil }
        self = read
    }

    /// Reads 16 bytes; `nil` for another length.
    init?(_ bytes: [UInt8]) { self.init(bytes[...]) }

    /// The bytes.
    var bytes: [UInt8] { unsafe withBytes { unsafe Array($0) } }

    /// Lends the bytes.
    func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        unsafe try withUnsafeBytes(of: self) { (bytes) throws(E) in unsafe try body(bytes) }
    }

    /// Appends the bytes.
    func append(to array: inout [UInt8]) {
        unsafe withBytes { unsafe array.append(contentsOf: $0) }
    }

    /// Puts the bytes into a buffer at a place that is there.
    func store(in bytes: UnsafeMutableRawBufferPointer, at place: Int) {
        precondition(place >= 0 && bytes.count - place >= Self.byteCount, "There is no room for sixteen bytes.")
        unsafe bytes.storeBytes(of: first, toByteOffset: place, as: UInt64.self)
        unsafe bytes.storeBytes(of: second, toByteOffset: place + 8, as: UInt64.self)
    }

    static func < (left: Bytes16, right: Bytes16) -> Bool {
        (UInt64(bigEndian: left.first), UInt64(bigEndian: left.second)) < (UInt64(bigEndian: right.first), UInt64(bigEndian: right.second))
    }
}

/// What a record is found by: a keyed hash of namespace and name, so that the file shows neither.
typealias RecordID = Bytes16

/// The tag of a record's head, which authenticates the whole record: the fingerprint of one version of it.
typealias RecordTag = Bytes16

extension Bytes16 {
    /// For an id: which of the tree's buckets it lies in: ids are spread evenly over them, in order.
    var bucket: Int { Int(((UInt64(bigEndian: first) >> 32) * UInt64(IntegrityTree.bucketCount)) >> 32) }

    /// The smallest id of a bucket, and the largest.
    static func bounds(of bucket: Int) -> (first: RecordID, last: RecordID) {
        let count = UInt64(IntegrityTree.bucketCount)
        let start = { (bucket: UInt64) in ((bucket << 32 + count - 1) / count) << 32 }
        // The last bucket ends where the numbers do: its successor would begin at 2^64.
        let end = bucket + 1 == IntegrityTree.bucketCount ? UInt64.max : start(UInt64(bucket) + 1) - 1
        return (Bytes16(high: start(UInt64(bucket)), low: 0), Bytes16(high: end, low: .max))
    }
}
