import MerlonCore

/// Text from audited files made safe to show: whatever could steer a terminal, break a line, or hide or reorder text is spelt out.
enum VisibleText {
    /// The text as units that must not be divided: characters, and escapes such as `\u{1B}` for what is unsafe to show.
    static func units(_ text: String) -> [String] {
        var units: [String] = []
        for character in text {
            if character.unicodeScalars.contains(where: \.isUnsafeToShow) {
                for scalar in character.unicodeScalars { units.append(scalar.isUnsafeToShow ? escape(scalar) : String(scalar)) }
            } else {
                units.append(String(character))
            }
        }
        return units
    }

    /// The whole text, safe to show. At most `limit` units; an ellipsis stands for the rest.
    static func of(_ text: String, limit: Int = .max) -> String {
        if text.utf8.count <= limit, !text.unicodeScalars.contains(where: \.isUnsafeToShow) { return text }
        let units = units(text)
        return units.count <= limit ? units.joined() : units.prefix(max(0, limit - 1)).joined() + "…"
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
    }
}
