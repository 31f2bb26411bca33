import MerlonCore

/// Percent-encoding of URIs (RFC 3986, 2.1).
enum PercentEncoding {
    /// The text with all but unreserved characters and `kept` escaped, so that no reader of forms or of URIs takes one for another.
    static func encode(_ text: String, keeping kept: UInt8? = nil) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) || byte == kept {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// The text of an escaped one. Throws ``AuthError/Code/malformed`` for an escape that is none and for bytes that are not UTF-8.
    static func decode(_ encoded: ArraySlice<UInt8>, plusIsBlank: Bool) throws(AuthError) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encoded.count)
        defer { wipe(&bytes) }
        var rest = encoded.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
                    throw AuthError(.malformed, "A percent sign in a URI that no two hexadecimal digits follow.")
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+"): bytes.append(plusIsBlank ? UInt8(ascii: " ") : byte)
            default: bytes.append(byte)
            }
        }
        guard let text = String(strictUTF8: bytes) else { throw AuthError(.malformed, "Escaped bytes in a URI that are not UTF-8.") }
        return text
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }
}
