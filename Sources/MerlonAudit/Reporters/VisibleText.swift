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

    /// The whole text, safe to show. Of at most `limit` Unicode scalars; an ellipsis stands for the rest.
    static func of(_ text: String, limit: Int = .max) -> String {
        let text = clipped(text, limit: limit)
        return text.unicodeScalars.contains(where: \.isUnsafeToShow) ? units(text).joined() : text
    }

    /// The text as it is, of at most `limit` Unicode scalars; an ellipsis stands for the rest. Counted in scalars, since one character may
    /// have any number of accents.
    static func clipped(_ text: String, limit: Int) -> String {
        // A scalar has at least one byte.
        if text.utf8.count <= limit { return text }
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: max(0, limit - 1), limitedBy: scalars.endIndex),
            scalars.distance(from: end, to: scalars.endIndex) > 1
        else { return text }
        return String(text[..<end]) + "…"
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
