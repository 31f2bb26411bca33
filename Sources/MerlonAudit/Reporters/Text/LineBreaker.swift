/// Breaks text into lines of a width in terminal columns.
struct LineBreaker {
    /// The columns of a line; `nil` to not break at all.
    let width: Int?

    /// The lines of the text, safe to show. Breaks are at blanks; a word that is longer than a line is broken after a slash, a dot or another
    /// separator if it has one in the second half of the line, and never within an escape such as `\u{1B}`.
    func lines(_ text: String) -> [String] {
        guard let width else { return [VisibleText.of(text)] }
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.split(separator: " ") {
            var rest = VisibleText.units(String(word)).map { (text: $0, width: $0.displayWidth) }[...]
            var wordWidth = rest.reduce(0) { $0 + $1.width }
            if used > 0, used + 1 + wordWidth > width {
                lines.append(line)
                (line, used) = ("", 0)
            }
            while wordWidth > width {
                let head = Self.head(of: rest, width: width)
                lines.append(head.map(\.text).joined())
                rest = rest[head.endIndex...]
                wordWidth -= head.reduce(0) { $0 + $1.width }
            }
            line += (used > 0 ? " " : "") + rest.map(\.text).joined()
            used += (used > 0 ? 1 : 0) + wordWidth
        }
        if used > 0 || lines.isEmpty { lines.append(line) }
        return lines
    }

    private typealias Units = ArraySlice<(text: String, width: Int)>

    /// As many units as fit, at least one.
    private static func head(of units: Units, width: Int) -> Units {
        var end = units.startIndex
        var used = 0
        while end < units.endIndex, end == units.startIndex || used + units[end].width <= width {
            used += units[end].width
            end += 1
        }
        let half = units.index(units.startIndex, offsetBy: (end - units.startIndex) / 2)
        let separator = units[half..<end].lastIndex { $0.text.count == 1 && "/.:,;_-&?=".contains($0.text) }
        return units[..<(separator.map { $0 + 1 } ?? end)]
    }
}
