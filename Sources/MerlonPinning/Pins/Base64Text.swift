internal import MerlonCore

/// Standard Base64 with padding (RFC 4648, section 4), by way of the URL-safe one.
enum Base64Text {
    static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text = Base64URL.encode(bytes).utf8.map {
            $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
        }
        while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of the one canonical form, or `nil`.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let bytes = Array(text.utf8)
        let padding = bytes.reversed().prefix(2).prefix { $0 == UInt8(ascii: "=") }.count
        guard bytes.count % 4 == 0, !bytes.contains(UInt8(ascii: "-")), !bytes.contains(UInt8(ascii: "_")) else { return nil }
        let body = bytes.dropLast(padding).map {
            $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
        }
        return try? Base64URL.decode(String(decoding: body, as: UTF8.self))
    }
}
