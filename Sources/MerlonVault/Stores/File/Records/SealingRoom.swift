import MerlonCore
import MerlonCrypto

/// Memory in which one record after the other is sealed, so that a write asks for none. For one thread at a time.
@safe final class SealingRoom {
    /// Holds the key of the record.
    let cipher: RekeyedCipher
    /// Holds the record: nothing that has to be hidden once it is sealed.
    private var bytes: UnsafeMutableRawBufferPointer

    /// As many bytes are kept; what a longer record takes is given back with the next one.
    private static let byteCount = 4096

    init() throws(CryptoError) {
        cipher = try RekeyedCipher()
        unsafe bytes = .allocate(byteCount: Self.byteCount, alignment: 16)
    }

    deinit { unsafe bytes.deallocate() }

    /// The place of a record; the one before is gone.
    func record(headByteCount: Int, valueByteCount: Int) -> SealedRecord {
        let bodyStart = RecordCipher.identityByteCount + Record.Clear.byteCount + headByteCount
        let tagStart = bodyStart + valueByteCount
        let count = max(tagStart + AEAD.tagByteCount, Self.byteCount)
        if unsafe count != bytes.count {
            unsafe bytes.deallocate()
            unsafe bytes = .allocate(byteCount: count, alignment: 16)
        }
        return unsafe SealedRecord(room: bytes, bodyRange: bodyStart..<tagStart)
    }
}

/// A record as it stands in a ``SealingRoom`` until the next one is sealed there: its identity, its head, its body, and the head's tag.
@unsafe struct SealedRecord {
    private let room: UnsafeMutableRawBufferPointer
    let bodyRange: Range<Int>

    fileprivate init(room: UnsafeMutableRawBufferPointer, bodyRange: Range<Int>) {
        unsafe self.room = unsafe room
        unsafe self.bodyRange = bodyRange
    }

    var tagRange: Range<Int> { unsafe bodyRange.upperBound..<bodyRange.upperBound + AEAD.tagByteCount }

    func bytes(_ range: Range<Int>) -> UnsafeMutableRawBufferPointer { unsafe UnsafeMutableRawBufferPointer(rebasing: room[range]) }

    // MARK: The columns

    private static let idStart = RecordCipher.labelByteCount + Bytes16.byteCount

    var id: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(bytes(Self.idStart..<Self.idStart + Bytes16.byteCount)) }

    var namespace: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(bytes(Self.idStart + Bytes16.byteCount..<RecordCipher.identityByteCount))
    }

    var tagBytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(bytes(tagRange)) }

    /// ``Record/Clear``, and the sealed rest of the head.
    var head: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(bytes(RecordCipher.identityByteCount..<bodyRange.lowerBound)) }

    var body: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(bytes(bodyRange)) }

    /// The tag of the head, which authenticates everything else.
    var tag: RecordTag { unsafe RecordTag(in: tagBytes, at: 0) }
}
