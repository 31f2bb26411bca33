/// Renders help for a terminal of a given width.
struct HelpPage {
    private let layout: TextLayout

    init(width: Int) { layout = TextLayout(width: width) }

    /// What the program is for, and its commands.
    func render(_ program: Program) -> String {
        var page = layout.wrap("\(program.name): \(program.abstract)")
        page += "\nusage: \(program.name) COMMAND [options] [arguments]\n\ncommands:\n"
        page += layout.table(program.commands.map { ($0.name, $0.abstract) })
        if !program.environment.isEmpty {
            page += "\nenvironment:\n" + layout.table(program.environment.map { ($0.name, $0.purpose) })
        }
        page += "\n\(program.name) COMMAND --help explains a command, with examples.\n"
        return page
    }

    /// All about one command.
    func render(_ command: Command, of program: Program) -> String {
        var page = layout.wrap("\(program.name) \(command.name): \(command.abstract)")
        page += "\nusage: \(Synopsis.line(command, of: program))\n"
        for paragraph in command.discussion.paragraphs { page += "\n" + layout.wrap(paragraph) }
        if !command.arguments.isEmpty {
            page += "\narguments:\n" + layout.table(command.arguments.map { (Synopsis.argument($0), $0.abstract) })
        }
        page += "\noptions:\n" + layout.table((command.options + [Synopsis.help]).map { (Synopsis.option($0), Synopsis.abstract($0)) })
        page += "\nexamples:\n"
        for example in command.examples { page += "  \(example.line)\n" + layout.wrap(example.purpose, indent: 6) }
        if !command.exitStatuses.isEmpty {
            page += "\nexit status:\n" + layout.table(command.exitStatuses.map { (String($0.status.rawValue), $0.meaning) })
        }
        return page
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
