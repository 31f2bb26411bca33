/// How a command, its arguments and its options are written down, in help and manual alike.
enum Synopsis {
    /// `merlon audit [options] PATH...`
    static func line(_ command: Command, of program: Program) -> String {
        var words = [program.name, command.name]
        if !command.options.isEmpty { words.append("[options]") }
        words += command.arguments.map(argument)
        return words.joined(separator: " ")
    }

    /// `PATH...`, in brackets when it may be left out.
    static func argument(_ argument: ArgumentDefinition) -> String {
        let name = argument.isVariadic ? "\(argument.name)..." : argument.name
        return argument.isRequired ? name : "[\(name)]"
    }

    /// `-f, --format FORMAT`; options without a short form are indented as far.
    static func option(_ option: OptionDefinition) -> String {
        let short = option.short.map { "-\($0), " } ?? "    "
        return short + "--\(option.name)" + (option.placeholder.map { " \($0)" } ?? "")
    }

    /// What it does, whether it repeats, and its default.
    static func abstract(_ option: OptionDefinition) -> String {
        var text = option.abstract
        if option.isRepeatable { text += "; may be repeated or joined by commas" }
        if let value = option.defaultText { text += " (default: \(value))" }
        return text
    }

    /// The option that every command has.
    static let help = Option<Bool>.flag("help", short: "h", "explain this command").definition
}
