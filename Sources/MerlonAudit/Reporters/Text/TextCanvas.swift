/// Lines of text for people, as they are put together.
struct TextCanvas {
    /// What one paragraph shows of its text, in Unicode scalars: an audited file may have strings of any length.
    static let paragraphLimit = 2000

    /// Whether lines get colours.
    let colour: Bool
    /// The columns of a line; `nil` to not break lines.
    let width: Int?
    private(set) var lines: [String] = []

    init(colour: Bool, width: Int?) {
        self.colour = colour
        self.width = width
    }

    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func blank() { if lines.last?.isEmpty == false { lines.append("") } }

    /// A paragraph. Its first line starts with `label`; the others stand below the text, not below the label.
    mutating func add(_ text: String, _ style: TextStyle = .plain, indent: Int = 0, label: String = "", labelStyle: TextStyle = .plain) {
        let start = String(repeating: " ", count: indent)
        let hang = indent + label.displayWidth
        let breaker = LineBreaker(width: width.map { max(20, $0 - hang) })
        for (number, line) in breaker.lines(VisibleText.clipped(text, limit: Self.paragraphLimit)).enumerated() {
            let head = number == 0 ? start + paint(label, labelStyle) : String(repeating: " ", count: hang)
            lines.append(line.isEmpty ? trimmed(head) : head + paint(line, style))
        }
    }

    /// A table: the first column to the left, the others to the right; a cell that is 0 is a faint dot.
    mutating func table(_ rows: [[String]], styles: [TextStyle], indent: Int) {
        let widths = Self.widths(rows)
        for (number, row) in rows.enumerated() {
            let cells = row.indices.map { column in
                let isZero = number > 0 && row[column] == "0"
                let text = isZero ? "·" : row[column]
                let pad = String(repeating: " ", count: widths[column] - text.displayWidth)
                let style: TextStyle = isZero ? .faint : number == 0 ? .faint : styles[column]
                return column == 0 ? paint(text, style) + pad : pad + paint(text, style)
            }
            lines.append(trimmed(String(repeating: " ", count: indent) + cells.joined(separator: "  ")))
        }
    }

    /// The columns that a table takes without indentation.
    static func width(ofTable rows: [[String]]) -> Int { widths(rows).reduce(-2) { $0 + $1 + 2 } }

    private static func widths(_ rows: [[String]]) -> [Int] {
        (rows.first ?? []).indices.map { column in rows.map { $0[column].displayWidth }.max() ?? 0 }
    }

    private func paint(_ text: String, _ style: TextStyle) -> String { colour ? style.painted(text) : text }

    private func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
