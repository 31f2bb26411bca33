import MerlonCore

/// Reads DER that stands in secret memory, as positions, without copying any of it. Definite lengths in their shortest form only. It must not
/// leave the closure that lends the bytes.
@safe struct SecretDERCursor {
    private let bytes: UnsafeRawBufferPointer
    private(set) var rest: Range<Int>

    init(_ bytes: UnsafeRawBufferPointer) { unsafe self.init(bytes, bytes.indices) }

    private init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        unsafe self.bytes = bytes
        rest = range
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// The tag of the next element.
    var nextTag: UInt8? { rest.isEmpty ? nil : unsafe bytes[rest.lowerBound] }

    /// A cursor over the content of the next element, which must have this tag.
    mutating func enter(_ tag: UInt8) throws(CryptoError) -> SecretDERCursor { unsafe SecretDERCursor(bytes, try take(tag)) }

    /// Where the content of the next element stands, which must have this tag.
    mutating func take(_ tag: UInt8) throws(CryptoError) -> Range<Int> {
        guard next() == tag, let first = next() else { throw Self.malformed }
        var length = Int(first)
        if first >= 0x80 {
            guard (0x81...0x82).contains(first) else { throw Self.malformed }
            length = 0
            for _ in 0..<Int(first & 0x7F) {
                guard let byte = next() else { throw Self.malformed }
                length = length << 8 | Int(byte)
            }
            guard length >= (first == 0x81 ? 0x80 : 0x100) else { throw Self.malformed }
        }
        guard length <= rest.count else { throw Self.malformed }
        let content = rest.lowerBound..<rest.lowerBound + length
        rest = content.upperBound..<rest.upperBound
        return content
    }

    /// The public bytes in a range: identifiers, versions.
    func copy(_ range: Range<Int>) -> [UInt8] { unsafe Array(bytes[range]) }

    /// Throws unless all was read.
    func finish() throws(CryptoError) { guard isAtEnd else { throw Self.malformed } }

    private mutating func next() -> UInt8? {
        guard !rest.isEmpty else { return nil }
        defer { rest = rest.lowerBound + 1..<rest.upperBound }
        return unsafe bytes[rest.lowerBound]
    }

    static let malformed = CryptoError(.invalidKey, "Not the DER of a private key.")
}
