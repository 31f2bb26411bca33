/// A command with valid options and arguments, ready to run.
public struct Invocation: Sendable {
    /// Where its output goes, and what it may know of the surroundings.
    public let console: Console
    private let options: [String: [String]]
    private let arguments: [String: [String]]

    init(console: Console, options: [String: [String]], arguments: [String: [String]]) {
        self.console = console
        self.options = options
        self.arguments = arguments
    }

    /// The value of an option, or its default.
    public func value<Value>(of option: Option<Value>) throws(CommandLineError) -> Value {
        try option.value(options[option.definition.name] ?? []).get()
    }

    /// The values of an argument, in the order given.
    public func values<Value>(of argument: Argument<Value>) throws(CommandLineError) -> [Value] {
        try argument.values(arguments[argument.definition.name] ?? []).get()
    }

    /// Whether the option was given, even if with its default value.
    public func has<Value>(_ option: Option<Value>) -> Bool { options[option.definition.name] != nil }
}
