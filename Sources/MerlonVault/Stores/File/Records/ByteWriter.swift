/// Puts bytes one behind the other into memory of a known length: a message of many parts without an array for each.
@safe struct ByteWriter {
    private let room: UnsafeMutableRawBufferPointer
    /// How many bytes were written.
    private(set) var count = 0

    init(_ room: UnsafeMutableRawBufferPointer) { unsafe self.room = room }

    /// Appends a number, the highest byte first.
    @inline(__always) mutating func append<N: FixedWidthInteger & BitwiseCopyable>(_ number: N) {
        let size = MemoryLayout<N>.size
        unsafe precondition(size <= room.count - count, "A message is longer than was said.")
        unsafe room.storeBytes(of: number.bigEndian, toByteOffset: count, as: N.self)
        count += size
    }

    /// Appends a hash, a tag or an id.
    @inline(__always) mutating func append(_ value: Bytes16) {
        unsafe value.store(in: room, at: count)
        count += Bytes16.byteCount
    }

    /// Appends the bytes of a text.
    mutating func append(_ text: StaticString) {
        unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends bytes.
    mutating func append(_ bytes: [UInt8]) { unsafe bytes.withUnsafeBytes { unsafe append($0) } }

    /// Appends bytes.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        // Slices are not checked in a build for release.
        unsafe precondition(bytes.count <= room.count - count, "A message is longer than was said.")
        unsafe UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyMemory(from: bytes)
        count += bytes.count
    }
}

extension [UInt8] {
    /// Exactly `count` bytes that `body` writes.
    init(count: Int, writing body: (inout ByteWriter) -> Void) {
        // By a copy: making an array of a length looks its type up at run time, which takes longer than to copy a kilobyte.
        self = unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { room in
            var writer = unsafe ByteWriter(room)
            body(&writer)
            return unsafe Array(UnsafeRawBufferPointer(rebasing: room[..<writer.count]))
        }
    }
}
