import MerlonCore

/// The hashes of the tree's buckets as they stand in the state's row, so that a write copies them and changes one.
struct BucketHashes: Equatable, Sendable {
    static let byteCount = IntegrityTree.bucketCount * Bytes16.byteCount

    /// All hashes in a row, in order.
    private(set) var bytes: [UInt8]

    /// Those of an empty tree.
    init() { bytes = Array(repeating: 0, count: Self.byteCount) }

    /// Reads ``bytes``; `nil` for another length.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    subscript(bucket: Int) -> Bytes16 {
        get { Bytes16(bytes[Self.place(of: bucket)]) ?? .zero }
        set {
            let place = Self.place(of: bucket)
            unsafe bytes.withMutableBytes { unsafe newValue.store(in: UnsafeMutableRawBufferPointer(rebasing: $0[place])) }
        }
    }

    private static func place(of bucket: Int) -> Range<Int> { bucket * Bytes16.byteCount..<(bucket + 1) * Bytes16.byteCount }
}
