/// Lays out text for a terminal of a given width.
public struct TextLayout: Sendable {
    /// In columns.
    public var width: Int

    /// Makes a layout.
    public init(width: Int) { self.width = width }

    /// The text in lines that fit, each indented and ended. A word that is too long has a line of its own. What is unsafe to show is replaced.
    public func wrap(_ text: String, indent: Int = 0) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines = ""
        var line = margin
        for word in Console.singleLine(text).split(separator: " ") {
            if line.count > indent, line.count + 1 + word.count > width {
                lines += line + "\n"
                line = margin
            }
            line += line.count > indent ? " \(word)" : word
        }
        return lines + line + "\n"
    }

    /// Two columns, indented by two; the second one wraps. A left cell that is too wide has its right cell on the next line.
    public func table(_ rows: [(left: String, right: String)]) -> String {
        let column = min(rows.map(\.left.count).max() ?? 0, max(12, width / 3))
        var text = ""
        for row in rows {
            let lines = wrap(row.right, indent: column + 4)
            if row.left.count > column {
                text += "  \(row.left)\n" + lines
            } else {
                text += "  " + row.left + lines.dropFirst(row.left.count + 2)
            }
        }
        return text
    }
}
