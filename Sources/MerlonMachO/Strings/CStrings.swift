/// The zero-terminated strings of a section, each with its address. Empty ones, which padding looks like, are left out.
public struct CStrings: Sequence, Sendable {
    private let bytes: ByteView
    private let address: UInt64

    init(_ bytes: ByteView, address: UInt64) {
        self.bytes = bytes
        self.address = address
    }

    /// Goes through the strings in ascending order of address.
    public struct Iterator: IteratorProtocol, Sendable {
        fileprivate let bytes: ByteView
        fileprivate let address: UInt64
        fileprivate var offset = 0

        /// The next string: its bytes without the zero. The last one may lack it.
        public mutating func next() -> (address: UInt64, bytes: ByteView)? {
            while offset < bytes.count {
                let rest = bytes.suffix(from: UInt64(offset))
                let string = rest.cString(at: 0) ?? rest
                let start = address &+ UInt64(offset)
                offset += string.count + 1
                if string.count > 0 { return (start, string) }
            }
            return nil
        }
    }

    public func makeIterator() -> Iterator { Iterator(bytes: bytes, address: address) }
}
