/// The scalars of the XML form.
enum PropertyListScalar {
    /// The value of an element with this content, or `nil` when the content is none of it.
    static func value(of element: String, _ content: [UInt8]) -> PropertyList? {
        if element == "string" { return .string(String(decoding: content, as: UTF8.self)) }
        if element == "data" { return base64(content).map { .data($0) } }
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let trimmed = content.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        let text = String(decoding: Array(trimmed), as: UTF8.self)
        switch element {
        case "integer": return integer(text).map { .integer($0) } ?? UInt64(text).map { .real(Double($0)) }
        case "real": return Double(text).map { .real($0) }
        case "date": return WallTime(iso8601: text).map { .date($0) }
        default: return nil
        }
    }

    /// Decimal or, with `0x`, hexadecimal; either with a sign.
    private static func integer(_ text: String) -> Int64? {
        let negative = text.hasPrefix("-")
        let digits = text.hasPrefix("+") || negative ? text.dropFirst() : Substring(text)
        guard digits.hasPrefix("0x") || digits.hasPrefix("0X") else { return Int64(text) }
        let hexadecimal = digits.dropFirst(2)
        guard let first = hexadecimal.first, first != "-", first != "+" else { return nil }
        return Int64((negative ? "-" : "") + hexadecimal, radix: 16)
    }

    /// Base64 with blanks anywhere. Padding may be missing; anything else that is no Base64 gives `nil`.
    static func base64(_ content: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count / 4 * 3)
        var (bits, width) = (UInt32(0), 0)
        var isPadded = false
        for byte in content {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            case UInt8(ascii: "="):
                isPadded = true
                continue
            case 0x20, 0x09...0x0D: continue
            default: return nil
            }
            guard !isPadded else { return nil }
            bits = bits << 6 | UInt32(value)
            width += 6
            if width >= 8 {
                width -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(width)))
            }
        }
        return bytes
    }
}
