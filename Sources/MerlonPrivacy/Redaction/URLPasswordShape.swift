/// A password in a URL: `scheme://user:password@host`, and a token that stands in the user's place.
enum URLPasswordShape {
    /// The range of the secret in the URL whose `://` begins at `colon`.
    static func range(in bytes: LogBytes, at colon: Int) -> Range<Int>? {
        guard bytes.has("://", at: colon), bytes.isClass(LogClass.alphanumeric, at: colon - 1) else { return nil }
        let start = colon + 3
        var token = start
        var separator: Int?
        var lastAt: Int?
        // User information is short; the bound keeps a line made of `://` from costing its square.
        scan: while token < bytes.count, token - start < 512, !isEnd(bytes[token]) {
            switch bytes[token] {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"):
                // The end of the authority, unless what stands there is no port: then somebody did not encode a password.
                guard let colon = lastAt == nil ? separator : hostColon(bytes, (lastAt ?? start) + 1, token),
                    !isPort(bytes, colon + 1..<token)
                else {
                    break scan
                }
            case UInt8(ascii: ":"): if separator == nil { separator = token }
            case UInt8(ascii: "@"): lastAt = token
            default: break
            }
            token += 1
        }
        guard let at = lastAt else { return nil }
        if let separator, separator < at { return separator + 1 < at ? separator + 1..<at : nil }
        // A user that was long enough would have been masked whole: with a mask within it, it is long by the mask alone.
        guard at - start >= 20, !(start..<at).contains(where: { bytes.has("‹redacted›", at: $0) }) else { return nil }
        return start..<at
    }

    private static func hostColon(_ bytes: LogBytes, _ start: Int, _ end: Int) -> Int? {
        (start..<end).first { bytes[$0] == UInt8(ascii: ":") }
    }

    private static func isPort(_ bytes: LogBytes, _ range: Range<Int>) -> Bool {
        range.count <= 5 && range.allSatisfy { bytes.isClass(LogClass.digit, at: $0) }
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        byte <= 0x20 || [UInt8](arrayLiteral: 0x22, 0x27, 0x3C, 0x3E, 0x60, 0x7F).contains(byte)
    }
}
