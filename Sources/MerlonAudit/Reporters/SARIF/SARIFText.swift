import MerlonCore

/// How text and paths are written in SARIF.
enum SARIFText {
    /// A message object. Text from audited files cannot pose as a placeholder or as a link (SARIF 3.11.5, 3.11.6).
    static func message(_ text: String) -> JSONValue { ["text": .string(escaped(VisibleText.of(text, limit: 4000)))] }

    static func escaped(_ text: String) -> String {
        var escaped = ""
        let makesLink = text.contains("](")
        for character in text {
            switch character {
            case "{": escaped += "{{"
            case "}": escaped += "}}"
            case "[" where makesLink: escaped += "\\["
            case "]" where makesLink: escaped += "\\]"
            default: escaped.append(character)
            }
        }
        return escaped
    }

    /// A relative URI reference for a file of a target: `build/App.ipa/Payload/App.app/Info.plist`.
    ///
    /// It stays inside: of an absolute target the last component is taken, and components that lead up are dropped.
    static func uri(target: String, file: String) -> String {
        var components = components(of: target, isTarget: true)
        let inner = Self.components(of: file, isTarget: false)
        // A target that is a single file names itself in its evidence.
        if inner.count != 1 || inner != components.suffix(1) { components += inner }
        return components.isEmpty ? "./" : components.map(percentEncoded).joined(separator: "/")
    }

    private static func components(of path: String, isTarget: Bool) -> [String] {
        let components = path.split(separator: "/").map(String.init).filter { $0 != "." && $0 != ".." }
        return isTarget && path.hasPrefix("/") ? components.suffix(1) : components
    }

    /// All but the unreserved characters of RFC 3986, so also `:` which would make the first component a scheme.
    private static func percentEncoded(_ component: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in component.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
