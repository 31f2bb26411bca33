import MerlonCore

/// Sorts the words behind a command's name into options and arguments.
///
/// `--option value`, `--option=value`, `-o value`, `-ovalue`, `-qv` for two flags, `--` before arguments that start with a dash, and `-` alone
/// as an argument.
struct CommandLineParser {
    let command: Command
    /// Whether `--help` or `-h` was among the words; nothing else counts then.
    private(set) var wantsHelp = false
    private var options: [String: [String]] = [:]
    private var operands: [String] = []

    private let program: String

    init(_ command: Command, of program: String) {
        self.command = command
        self.program = program
    }

    /// Reads all words, and checks every value.
    mutating func parse(_ words: [String]) throws(CommandLineError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            } else if word.hasPrefix("--") {
                try parseLong(word.dropFirst(2), rest: &rest)
            } else if word.hasPrefix("-"), word != "-" {
                try parseShort(word.dropFirst(), rest: &rest)
            } else {
                operands.append(word)
            }
            if wantsHelp { return }
        }
        for option in command.options {
            if let texts = options[option.name], let problem = option.problem(texts) { throw problem }
        }
    }

    /// What was parsed, with the operands handed to the arguments in turn.
    func invocation(console: Console) throws(CommandLineError) -> Invocation {
        var arguments: [String: [String]] = [:]
        var rest = operands[...]
        for argument in command.arguments {
            let texts = Array(rest.prefix(argument.isVariadic ? rest.count : 1))
            rest = rest.dropFirst(texts.count)
            if texts.isEmpty, argument.isRequired {
                throw CommandLineError(.missingArgument, "\(argument.name) is missing", hint: hintAtHelp)
            }
            if let problem = argument.problem(texts) { throw problem }
            arguments[argument.name] = texts
        }
        if let surplus = rest.first {
            throw CommandLineError(.surplusArgument, "'\(surplus)' is one argument too many", hint: hintAtHelp)
        }
        return Invocation(console: console, options: options, arguments: arguments)
    }

    private var hintAtHelp: String { "see '\(program) \(command.name) --help'" }

    private mutating func parseLong(_ word: Substring, rest: inout ArraySlice<String>) throws(CommandLineError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        if name == "help" {
            wantsHelp = true
            return
        }
        guard let option = command.options.first(where: { $0.name == name }) else {
            let known = command.options.map(\.name) + ["help"]
            let hint = NearestName.of(name, among: known).map { "did you mean '--\($0)'?" } ?? hintAtHelp
            throw CommandLineError(.unknownOption, "unknown option '--\(name)'", hint: hint)
        }
        try record(option, shownAs: "--\(name)", attached: parts.count > 1 ? String(parts[1]) : nil, rest: &rest)
    }

    private mutating func parseShort(_ letters: Substring, rest: inout ArraySlice<String>) throws(CommandLineError) {
        var letters = letters
        while let letter = letters.popFirst() {
            if letter == "h" {
                wantsHelp = true
                return
            }
            guard let option = command.options.first(where: { $0.short == letter }) else {
                throw CommandLineError(.unknownOption, "unknown option '-\(letter)'", hint: hintAtHelp)
            }
            if option.placeholder == nil {
                try record(option, shownAs: "-\(letter)", attached: nil, rest: &rest)
            } else {
                try record(option, shownAs: "-\(letter)", attached: letters.isEmpty ? nil : String(letters), rest: &rest)
                return
            }
        }
    }

    private mutating func record(
        _ option: OptionDefinition, shownAs shown: String, attached: String?, rest: inout ArraySlice<String>
    ) throws(CommandLineError) {
        if options[option.name] != nil, !option.isRepeatable, option.placeholder != nil {
            throw CommandLineError(.conflict, "\(shown) is given more than once")
        }
        guard let placeholder = option.placeholder else {
            if attached != nil { throw CommandLineError(.invalidValue, "\(shown) takes no value") }
            options[option.name, default: []].append("")
            return
        }
        guard let text = attached ?? rest.popFirst() else {
            throw CommandLineError(.missingValue, "\(shown) needs a value: \(shown) \(placeholder)", hint: hintAtHelp)
        }
        options[option.name, default: []].append(text)
    }
}
