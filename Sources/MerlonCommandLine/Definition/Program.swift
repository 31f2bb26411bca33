import MerlonCore

/// A program made of commands. From this one value come parsing, help, completions and the manual page.
public struct Program: Sendable {
    /// As typed: `merlon`.
    public var name: String
    /// `1.2.3`.
    public var version: String
    /// What it is for, in one line that starts with a verb in lower case and has no full stop.
    public var abstract: String
    /// Its own commands, then those that every program has: `completions`, `man`, `version`, `help`.
    public private(set) var commands: [Command]
    /// Environment variables that it heeds, with what for.
    public var environment: [EnvironmentVariable]

    /// Makes a program of its own commands.
    public init(
        name: String, version: String, abstract: String, commands: [Command], environment: [EnvironmentVariable] = []
    ) {
        self.name = name
        self.version = version
        self.abstract = abstract
        self.commands = commands
        self.environment = environment
        self.commands += builtInCommands()
    }

    /// Runs the command that the words name, and reports what goes wrong on the console's standard error.
    public func run(_ words: [String], console: Console) async -> ExitStatus {
        do {
            return try await dispatch(words, console: console)
        } catch let error as any ReportableError {
            console.report(error)
            return .usage
        } catch {
            console.report(CommandLineError(.init(rawValue: "internalFault"), "internal fault: \(error)", hint: "please report it"))
            return .internalFault
        }
    }

    /// The command of that name, or an error that names the nearest one.
    func command(named name: String) throws(CommandLineError) -> Command {
        if let command = commands.first(where: { $0.name == name }) { return command }
        let below = secondWords(of: name)
        if !below.isEmpty {
            throw CommandLineError(.unknownCommand, "'\(name)' needs another word", hint: "one of: \(below.joined(separator: ", "))")
        }
        let nearest = NearestName.of(name, among: commands.map(\.name))
        let hint = nearest.map { "did you mean '\(self.name) \($0)'?" } ?? "see '\(self.name) help'"
        throw CommandLineError(.unknownCommand, "unknown command '\(name)'", hint: hint)
    }

    /// First words of all commands, each once, in order.
    var firstWords: [String] {
        var seen: Set<String> = []
        return commands.compactMap { $0.words.first }.filter { seen.insert($0).inserted }
    }

    /// Second words of the commands that start with `word`.
    func secondWords(of word: String) -> [String] { commands.filter { $0.words.count > 1 && $0.words[0] == word }.map { $0.words[1] } }

    private func dispatch(_ words: [String], console: Console) async throws -> ExitStatus {
        guard let first = words.first else {
            try console.errors.write(HelpPage(width: console.width).render(self))
            return .usage
        }
        switch first {
        case "--help", "-h":
            try console.output.write(HelpPage(width: console.width).render(self))
            return .success
        case "--version":
            try console.output.write("\(name) \(version)\n")
            return .success
        case _ where first.hasPrefix("-"):
            let nearest = NearestName.of(first, among: ["--help", "--version"])
            throw CommandLineError(
                .unknownOption, "unknown option '\(first)'",
                hint: nearest.map { "did you mean '\($0)'?" } ?? "options stand behind a command: '\(name) COMMAND \(first)'")
        default: break
        }
        // Two words that name a command go before one: a file of the second word's name is given as ./NAME.
        let pair = words.prefix(2).joined(separator: " ")
        let isPair = words.count > 1 && commands.contains { $0.name == pair }
        let command = try command(named: isPair ? pair : first)
        var parser = CommandLineParser(command, of: name)
        try parser.parse(Array(words.dropFirst(isPair ? 2 : 1)))
        if parser.wantsHelp {
            try console.output.write(HelpPage(width: console.width).render(command, of: self))
            return .success
        }
        return try await command.run(parser.invocation(console: console))
    }
}

/// An environment variable that a program heeds.
public struct EnvironmentVariable: Hashable, Sendable {
    /// As it is set: `NO_COLOR`.
    public var name: String
    /// What it does, in one sentence.
    public var purpose: String

    /// Makes it.
    public init(_ name: String, _ purpose: String) {
        self.name = name
        self.purpose = purpose
    }
}
