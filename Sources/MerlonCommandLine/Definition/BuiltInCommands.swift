extension Program {
    /// The commands that follow from the others' definitions.
    func builtInCommands() -> [Command] {
        // Captured before the built-in ones are added; each adds them again when it runs.
        let program = self
        return [program.completionsCommand(), program.manualCommand(), program.versionCommand(), program.helpCommand()]
    }

    private enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

    private func completionsCommand() -> Command {
        let shell = Argument(ValueType<Shell>.choice("SHELL"), "the shell: bash, zsh or fish")
        return Command(
            name: "completions", abstract: "print the completions for a shell",
            discussion: "Source the output, or put it where the shell looks for completions.",
            arguments: [shell.definition],
            examples: [
                Example("source <(\(name) completions bash)", "Completes in this bash from now on."),
                Example("\(name) completions fish > ~/.config/fish/completions/\(name).fish", "Installs them for fish."),
            ]
        ) { [self] invocation in
            let script =
                switch try invocation.values(of: shell)[0] {
                case .bash: BashCompletion.script(for: complete)
                case .zsh: ZshCompletion.script(for: complete)
                case .fish: FishCompletion.script(for: complete)
                }
            try invocation.console.output.write(script)
            return .success
        }
    }

    private func manualCommand() -> Command {
        Command(
            name: "man", abstract: "print the manual page",
            discussion: "It is written in roff, for the program man.",
            examples: [Example("\(name) man | man -l -", "Shows it.")]
        ) { [self] invocation in
            try invocation.console.output.write(ManualPage.render(complete))
            return .success
        }
    }

    private func versionCommand() -> Command {
        Command(name: "version", abstract: "print the version", examples: [Example("\(name) version", "Prints it.")]) { [self] invocation in
            try invocation.console.output.write("\(name) \(version)\n")
            return .success
        }
    }

    private func helpCommand() -> Command {
        let names: @Sendable () -> [String] = { [self] in complete.firstWords }
        let command = Argument(
            ValueType.text("COMMAND", offering: names), count: .zeroOrMore, "the command, of one word or two; all of them without it")
        return Command(
            name: "help", abstract: "explain a command", arguments: [command.definition],
            examples: [Example("\(name) help help", "Explains this one.")]
        ) { [self] invocation in
            let page = HelpPage(width: invocation.console.width)
            let name = try invocation.values(of: command).joined(separator: " ")
            if !name.isEmpty {
                try invocation.console.output.write(page.render(complete.command(named: name), of: complete))
            } else {
                try invocation.console.output.write(page.render(complete))
            }
            return .success
        }
    }

    /// The program with its built-in commands, as it was made.
    private var complete: Program {
        Program(name: name, version: version, abstract: abstract, commands: commands, environment: environment)
    }
}
