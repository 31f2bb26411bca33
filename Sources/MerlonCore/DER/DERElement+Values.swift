extension DERElement {
    /// A BOOLEAN. DER knows 0x00 and 0xFF alone.
    public func boolean() throws(DERError) -> Bool {
        try expect(.boolean)
        guard content.count == 1, let value = content.first else { throw failure(.malformed, "BOOLEAN is not one byte") }
        guard value == 0 || value == 0xFF || rules.allowsBER else { throw failure(.malformed, "BOOLEAN is neither 0x00 nor 0xFF") }
        return value != 0
    }

    /// NULL: checks that it is one.
    public func null() throws(DERError) {
        try expect(.null)
        guard content.isEmpty else { throw failure(.malformed, "NULL with content") }
    }

    /// The bytes of an INTEGER or ENUMERATED: two's complement, big-endian, minimal, at least one.
    public func integerBytes() throws(DERError) -> ArraySlice<UInt8> {
        guard tag == .integer || tag == .enumerated else { throw failure(.unexpected, "element of another type") }
        guard let first = content.first else { throw failure(.malformed, "INTEGER without content") }
        if let second = content.dropFirst().first, (first == 0 && second < 0x80) || (first == 0xFF && second >= 0x80) {
            throw failure(.malformed, "INTEGER is not minimal")
        }
        return content
    }

    /// An INTEGER or ENUMERATED of at most 64 bits.
    public func integer() throws(DERError) -> Int64 {
        let bytes = try integerBytes()
        guard bytes.count <= 8 else { throw failure(.limitExceeded, "INTEGER over 64 bits") }
        return bytes.reduce(bytes.first.map { $0 >= 0x80 } == true ? -1 : 0) { $0 << 8 | Int64($1) }
    }

    /// The magnitude of an INTEGER that must not be negative, big-endian without leading zeros; empty for zero.
    public func unsignedIntegerBytes() throws(DERError) -> ArraySlice<UInt8> {
        let bytes = try integerBytes()
        guard let first = bytes.first, first < 0x80 else { throw failure(.unexpected, "INTEGER is negative") }
        return first == 0 ? bytes.dropFirst() : bytes
    }

    /// The content of an OCTET STRING. One in pieces (BER) is joined, which copies.
    public func octetString() throws(DERError) -> ArraySlice<UInt8> {
        if isPieces(of: .octetString) { return try joinedPieces(of: .octetString) }
        try expect(.octetString)
        return content
    }

    /// A BIT STRING.
    public func bitString() throws(DERError) -> DERBitString {
        try expect(.bitString)
        guard let unused = content.first else { throw failure(.malformed, "BIT STRING without content") }
        let bytes = content.dropFirst()
        guard unused < 8, unused == 0 || !bytes.isEmpty else { throw failure(.malformed, "BIT STRING with a wrong count of unused bits") }
        if unused > 0, !rules.allowsBER, let last = bytes.last, last & (1 << unused - 1) != 0 {
            throw failure(.malformed, "unused bits of a BIT STRING are not zero")
        }
        return DERBitString(bytes: bytes, unusedBits: Int(unused))
    }

    /// An OBJECT IDENTIFIER.
    public func objectIdentifier() throws(DERError) -> DERObjectIdentifier {
        try expect(.objectIdentifier)
        guard let identifier = DERObjectIdentifier(encoded: content) else { throw failure(.malformed, "OBJECT IDENTIFIER is malformed") }
        return identifier
    }

    /// Text: UTF8String, NumericString, PrintableString, IA5String, VisibleString, BMPString, or TeletexString (as Latin-1, which is what
    /// certificates that have it mean).
    public func string() throws(DERError) -> String {
        switch tag {
        case .utf8String:
            guard let text = String(strictUTF8: content) else { throw failure(.malformed, "UTF8String is not UTF-8") }
            return text
        case .numericString: return try ascii("NumericString") { $0 == 0x20 || (0x30...0x39).contains($0) }
        case .printableString: return try ascii("PrintableString", Self.isPrintable)
        case .ia5String: return try ascii("IA5String") { $0 < 0x80 }
        case .visibleString: return try ascii("VisibleString") { (0x20...0x7E).contains($0) }
        case .teletexString: return String(String.UnicodeScalarView(content.map { Unicode.Scalar($0) }))
        case .bmpString:
            guard content.count % 2 == 0 else { throw failure(.malformed, "BMPString of odd length") }
            let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map {
                UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
            }
            let text = String(decoding: units, as: UTF16.self)
            guard text.utf16.elementsEqual(units) else { throw failure(.malformed, "BMPString is not Unicode") }
            return text
        default: throw failure(.unexpected, "element is no text")
        }
    }

    private func ascii(_ name: String, _ isAllowed: (UInt8) -> Bool) throws(DERError) -> String {
        guard content.allSatisfy(isAllowed) else { throw failure(.malformed, "\(name) with a character that it does not allow") }
        return String(decoding: content, as: UTF8.self)
    }

    /// X.680, 41.4; and `@`, `*`, `&` and `_`, which widely used certificate authorities have put there.
    private static func isPrintable(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: " '()+,-./:=?@*&_".utf8.contains(byte)
        }
    }

    /// Strings in pieces may nest; the depth cap bounds it.
    private func joinedPieces(of type: DERTag) throws(DERError) -> ArraySlice<UInt8> {
        var joined: [UInt8] = []
        var waiting = [try children()]
        while var reader = waiting.popLast() {
            guard !reader.isAtEnd else { continue }
            let piece = try reader.read(type)
            waiting.append(reader)
            if piece.tag.isConstructed { waiting.append(try piece.children()) } else { joined += piece.content }
        }
        return joined[...]
    }
}
