extension JSONParser {
    /// Reads the string whose opening quote stands at the position.
    mutating func string() throws(JSONError) -> String {
        let start = position
        position += 1
        var bytes: [UInt8] = []
        while true {
            let byte = try peek()
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(strictUTF8: bytes) else { throw JSONError(.invalidUTF8, at: start) }
                return string
            case UInt8(ascii: "\\"): bytes.append(contentsOf: String(try escape()).utf8)
            case 0..<0x20: throw JSONError(.invalidString, at: position - 1)
            default: bytes.append(byte)
            }
        }
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let start = position - 1
        let byte = try peek()
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try hexQuad()
            if let scalar = Unicode.Scalar(first) { return scalar }
            // A high surrogate stands for a character only together with the low one that must follow it (RFC 8259, 7).
            guard first < 0xDC00, try peek() == UInt8(ascii: "\\") else { throw JSONError(.invalidString, at: start) }
            position += 1
            guard try peek() == UInt8(ascii: "u") else { throw JSONError(.invalidString, at: start) }
            position += 1
            let second = try hexQuad()
            guard (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            else { throw JSONError(.invalidString, at: start) }
            return scalar
        default: throw JSONError(.invalidString, at: start)
        }
    }

    private mutating func hexQuad() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(try peek())).hexDigitValue else { throw JSONError(.invalidString, at: position) }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
