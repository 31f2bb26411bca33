extension JSONValue {
    /// The value as JSON text; the same value gives the same text, with the members of objects in the order of their names' bytes.
    ///
    /// Control characters, line separators and direction overrides are written as escapes, so that the text is safe to show on a terminal.
    /// A number that JSON cannot write (infinite, or none) becomes `null`.
    /// - Parameter pretty: one member or element a line, two blanks a level, and a line end at the end.
    public func serialized(pretty: Bool = false) -> String {
        var bytes: [UInt8] = []
        write(to: &bytes, level: pretty ? 0 : nil)
        if pretty { bytes.append(0x0A) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(to bytes: inout [UInt8], level: Int?) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .boolean(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .real(let value): bytes.append(contentsOf: (value.isFinite ? "\(value)" : "null").utf8)
        case .string(let value): Self.write(value, to: &bytes)
        case .array(let elements):
            Self.write(elements, between: "[", "]", to: &bytes, level: level) { element, bytes, level in
                element.write(to: &bytes, level: level)
            }
        case .object(let members):
            let ordered = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            Self.write(ordered, between: "{", "}", to: &bytes, level: level) { member, bytes, level in
                Self.write(member.key, to: &bytes)
                bytes.append(contentsOf: (level == nil ? ":" : ": ").utf8)
                member.value.write(to: &bytes, level: level)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], between open: String, _ close: String, to bytes: inout [UInt8], level: Int?,
        each: (Element, inout [UInt8], Int?) -> Void
    ) {
        bytes.append(contentsOf: open.utf8)
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine(in: &bytes, level: level.map { $0 + 1 })
            each(element, &bytes, level.map { $0 + 1 })
        }
        if !elements.isEmpty { breakLine(in: &bytes, level: level) }
        bytes.append(contentsOf: close.utf8)
    }

    private static func breakLine(in bytes: inout [UInt8], level: Int?) {
        guard let level else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * level))
    }

    private static func write(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": bytes.append(contentsOf: "\\\"".utf8)
            case "\\": bytes.append(contentsOf: "\\\\".utf8)
            case "\n": bytes.append(contentsOf: "\\n".utf8)
            case "\r": bytes.append(contentsOf: "\\r".utf8)
            case "\t": bytes.append(contentsOf: "\\t".utf8)
            case _ where scalar.isUnsafeToShow:
                for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
                    let hex = String(unit, radix: 16)
                    bytes.append(contentsOf: "\\u".utf8)
                    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - hex.utf8.count))
                    bytes.append(contentsOf: hex.utf8)
                }
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
