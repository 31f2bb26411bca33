/// One command of a program, as a value. Parsing, help, completions and the manual page all come from it.
public struct Command: Sendable {
    /// What a person types, in lower case: `audit`; or two words, `pin lint`, for a command that belongs to another of the first word.
    public var name: String
    /// What it does, in one line that starts with a verb in lower case and has no full stop.
    public var abstract: String
    /// What else there is to know: paragraphs, separated by empty lines. May be empty.
    public var discussion: String
    /// What stands without a dash, in order; only the last may take several.
    public var arguments: [ArgumentDefinition]
    /// What stands with one.
    public var options: [OptionDefinition]
    /// At least one.
    public var examples: [Example]
    /// What the command's exit statuses mean.
    public var exitStatuses: [ExitStatusMeaning]
    /// What it does with a valid invocation. What it throws is reported on standard error.
    public var run: @Sendable (Invocation) async throws -> ExitStatus

    /// Makes a command.
    public init(
        name: String, abstract: String, discussion: String = "", arguments: [ArgumentDefinition] = [], options: [OptionDefinition] = [],
        examples: [Example], exitStatuses: [ExitStatusMeaning] = [], run: @escaping @Sendable (Invocation) async throws -> ExitStatus
    ) {
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        self.arguments = arguments
        self.options = options
        self.examples = examples
        self.exitStatuses = exitStatuses
        self.run = run
    }
}

extension Command {
    /// The words of its name: one or two.
    var words: [String] { name.split(separator: " ").map(String.init) }
}

/// A command line that works, and what it is for.
public struct Example: Hashable, Sendable {
    /// As typed: `merlon audit App.ipa`.
    public var line: String
    /// What it does, in one sentence.
    public var purpose: String

    /// Makes an example.
    public init(_ line: String, _ purpose: String) {
        self.line = line
        self.purpose = purpose
    }
}
