/// A private key in PEM (RFC 7468): its markers and everything between them, in one line or over many.
enum PrivateKeyShape {
    /// What was found at a `-----BEGIN`.
    struct Block {
        let range: Range<Int>
        /// The end marker was not on this line: the key goes on.
        let isOpen: Bool
    }

    static func block(in bytes: LogBytes, at start: Int) -> Block? {
        guard bytes.has("-----BEGIN ", at: start) else { return nil }
        guard let label = bytes.first("PRIVATE KEY", in: start..<min(bytes.count, start + 48)) else { return nil }
        let line = bytes.endOfLine(from: start)
        guard label < line else { return nil }
        guard let end = endMarker(in: bytes, label..<line) else { return Block(range: start..<line, isOpen: true) }
        return Block(range: start..<end, isOpen: false)
    }

    /// Judges a line after an open block: how far it belongs to the key, and whether the key goes on after it.
    static func continuation(in bytes: LogBytes, _ line: Range<Int>) -> Block? {
        if let end = endMarker(in: bytes, line) { return Block(range: line.lowerBound..<end, isOpen: false) }
        var start = line.lowerBound
        while start < line.upperBound, [UInt8](" \t|>\r".utf8).contains(bytes[start]) { start += 1 }
        // Encapsulated headers of RFC 1421, and the blank line behind them.
        if start == line.upperBound || bytes.has("Proc-Type:", at: start) || bytes.has("DEK-Info:", at: start) {
            return Block(range: line, isOpen: true)
        }
        let isBase64 = (start..<line.upperBound).allSatisfy {
            bytes.isClass(LogClass.alphanumeric, at: $0) || [UInt8]("+/=\r \t".utf8).contains(bytes[$0])
        }
        return isBase64 && line.upperBound - start >= 4 ? Block(range: line, isOpen: true) : nil
    }

    /// The place behind `-----END … PRIVATE KEY-----`, or behind what there is of it.
    private static func endMarker(in bytes: LogBytes, _ range: Range<Int>) -> Int? {
        guard let marker = bytes.first("-----END", in: range) else { return nil }
        return bytes.first("-----", in: marker + 8..<range.upperBound).map { $0 + 5 } ?? range.upperBound
    }
}
