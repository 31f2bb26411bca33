import MerlonCore
import MerlonCrypto

/// Memory in which one record after the other is sealed, so that a write asks for none. For one thread at a time.
@safe final class SealingRoom {
    /// Holds the key of the record.
    let cipher: RekeyedCipher
    /// Holds the record, and what it is authenticated with: nothing that has to be hidden once it is sealed.
    private(set) var bytes: UnsafeMutableRawBufferPointer

    /// As many bytes are kept; what a longer record takes is given back with the next one.
    private static let byteCount = 4096

    init() throws(CryptoError) {
        cipher = try RekeyedCipher()
        unsafe bytes = .allocate(byteCount: Self.byteCount, alignment: 16)
    }

    deinit { unsafe bytes.deallocate() }

    /// Makes room for a record of `count` bytes; the one before is gone.
    func prepare(_ count: Int) {
        let wanted = max(count, Self.byteCount)
        guard unsafe wanted != bytes.count else { return }
        unsafe bytes.deallocate()
        unsafe bytes = .allocate(byteCount: wanted, alignment: 16)
    }
}

/// The columns of a record as they stand in a ``SealingRoom``, until the next one is sealed there.
@unsafe struct SealedRecord {
    let id: UnsafeRawBufferPointer
    let namespace: UnsafeRawBufferPointer
    let tagBytes: UnsafeRawBufferPointer
    let head: UnsafeRawBufferPointer
    let body: UnsafeRawBufferPointer

    /// The tag of the head, which authenticates everything else.
    var tag: RecordTag {
        unsafe RecordTag(in: tagBytes, at: 0)
    }
}
