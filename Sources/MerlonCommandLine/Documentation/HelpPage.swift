/// Renders help for a terminal of a given width.
struct HelpPage {
    var width: Int

    /// What the program is for, and its commands.
    func render(_ program: Program) -> String {
        var page = wrap("\(program.name): \(program.abstract)", indent: 0)
        page += "\nusage: \(program.name) COMMAND [options] [arguments]\n\ncommands:\n"
        page += table(program.commands.map { ($0.name, $0.abstract) })
        if !program.environment.isEmpty {
            page += "\nenvironment:\n" + table(program.environment.map { ($0.name, $0.purpose) })
        }
        page += "\n\(program.name) COMMAND --help explains a command, with examples.\n"
        return page
    }

    /// All about one command.
    func render(_ command: Command, of program: Program) -> String {
        var page = wrap("\(program.name) \(command.name): \(command.abstract)", indent: 0)
        page += "\nusage: \(Synopsis.line(command, of: program))\n"
        for paragraph in command.discussion.paragraphs { page += "\n" + wrap(paragraph, indent: 0) }
        if !command.arguments.isEmpty {
            page += "\narguments:\n" + table(command.arguments.map { (Synopsis.argument($0), $0.abstract) })
        }
        page += "\noptions:\n" + table((command.options + [Synopsis.help]).map { (Synopsis.option($0), Synopsis.abstract($0)) })
        page += "\nexamples:\n"
        for example in command.examples { page += "  \(example.line)\n" + wrap(example.purpose, indent: 6) }
        if !command.exitStatuses.isEmpty {
            page += "\nexit status:\n" + table(command.exitStatuses.map { (String($0.status.rawValue), $0.meaning) })
        }
        return page
    }

    /// Two columns; a left cell that is too wide has its right cell on the next line.
    private func table(_ rows: [(left: String, right: String)]) -> String {
        let column = min(rows.map(\.left.count).max() ?? 0, 26)
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

    /// The text in lines that fit, each indented and ended.
    private func wrap(_ text: String, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines = ""
        var line = margin
        for word in text.split(separator: " ") {
            if line.count > indent, line.count + 1 + word.count > width {
                lines += line + "\n"
                line = margin
            }
            line += line.count > indent ? " \(word)" : word
        }
        return lines + line + "\n"
    }
}

extension String {
    /// Parts between empty lines, each as one line.
    var paragraphs: [String] {
        var paragraphs = [""]
        for line in split(separator: "\n", omittingEmptySubsequences: false) {
            if line.allSatisfy({ $0 == " " }) {
                paragraphs.append("")
            } else {
                paragraphs[paragraphs.count - 1] += (paragraphs[paragraphs.count - 1].isEmpty ? "" : " ") + line
            }
        }
        return paragraphs.filter { !$0.isEmpty }
    }
}
