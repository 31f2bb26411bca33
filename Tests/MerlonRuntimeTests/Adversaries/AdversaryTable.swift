#if os(Linux)
    import Foundation
    import TestSupport

    /// The table of attackers in `Documentation/Runtime.md`: what was measured, a row for each attacker and stage.
    struct AdversaryTable {
        static let file = PackageFolder.url.appendingPathComponent("Documentation/Runtime.md")
        private static let (begin, end) = ("<!-- attackers: written by Scripts/measure-attackers -->\n", "<!-- end of attackers -->\n")

        /// Who attacks whom, in the order of the columns.
        static let columns: [(isRoot: Bool, protection: Scene.Protection)] = [
            (false, .none), (true, .none), (false, .hardened), (true, .hardened), (false, .guarded), (true, .guarded),
        ]
        static let titles = ["same user", "root", "same user, hardened", "root, hardened", "same user, guarded", "root, guarded"]

        /// A row: the attacker, the stage, and what was seen in each column; `nil` is what could not be measured.
        struct Row: Hashable {
            var name: String
            var stage: String
            var cells: [String?]

            init(name: String, stage: String, cells: [String?]) { (self.name, self.stage, self.cells) = (name, stage, cells) }

            /// Reads a line of the document.
            init?(_ line: Substring) {
                let parts = line.split(separator: "|", omittingEmptySubsequences: true).map { $0.trimmingCharacters(in: .whitespaces) }
                guard parts.count == 2 + AdversaryTable.columns.count, parts[0] != "attacker", !parts[0].hasPrefix("---") else {
                    return nil
                }
                self.init(name: parts[0], stage: parts[1], cells: parts.dropFirst(2).map { $0 == "–" ? nil : $0 })
            }

            var line: String { "| \(name) | \(stage) | " + cells.map { $0 ?? "–" }.joined(separator: " | ") + " |\n" }

            /// Whether what was measured here is what the document says. A column that cannot be measured here says nothing.
            func agrees(with documented: Row) -> Bool {
                name == documented.name && stage == documented.stage
                    && zip(cells, documented.cells).allSatisfy { measured, documented in measured == nil || measured == documented }
            }
        }

        /// The document's rows.
        static func documented() throws -> [Row] { try block().text.split(separator: "\n").compactMap { Row($0) } }

        private static func block() throws -> (before: Substring, text: Substring, after: Substring) {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard let start = text.range(of: begin), let stop = text.range(of: end, range: start.upperBound..<text.endIndex) else {
                throw CocoaError(.fileReadCorruptFile)
            }
            return (text[..<start.upperBound], text[start.upperBound..<stop.lowerBound], text[stop.lowerBound...])
        }

        /// Puts the rows of an attacker into the document, in the order of the attackers.
        static func write(_ rows: [Row]) throws {
            let (before, _, after) = try block()
            let names = Adversary.all.map(\.name)
            let others = try documented().filter { row in names.contains(row.name) && row.name != rows.first?.name }
            let all = (others + rows).enumerated().sorted {
                (names.firstIndex(of: $0.element.name) ?? 0, $0.offset) < (names.firstIndex(of: $1.element.name) ?? 0, $1.offset)
            }
            let head =
                "| attacker | seen | " + titles.joined(separator: " | ") + " |\n" + String(repeating: "|---", count: 2 + titles.count)
                + "|\n"
            let text = before + "\n" + head + all.map(\.element.line).joined() + "\n" + after
            try Data(text.utf8).write(to: file, options: .atomic)
        }
    }
#endif
