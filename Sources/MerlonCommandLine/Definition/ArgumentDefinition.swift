/// An argument as parsing, help and completions see it, without the type of its value.
public struct ArgumentDefinition: Sendable {
    /// How many it takes.
    public enum Count: Hashable, Sendable { case one, zeroOrOne, oneOrMore, zeroOrMore }

    /// In capitals, as help shows it: `PATH`.
    public var name: String
    /// What it is, in one sentence without its full stop.
    public var abstract: String
    /// How many it takes.
    public var count: Count
    /// What shells offer for it.
    public var completion: Completion
    /// What is wrong with the texts that were given, if anything is.
    var problem: @Sendable ([String]) -> CommandLineError?

    /// At least one is needed.
    var isRequired: Bool { count == .one || count == .oneOrMore }
    /// More than one may be given.
    var isVariadic: Bool { count == .oneOrMore || count == .zeroOrMore }
}

/// An argument with the type of its values. Ask an ``Invocation`` for them.
public struct Argument<Value: Sendable>: Sendable {
    /// For the command's list of arguments.
    public let definition: ArgumentDefinition
    let values: @Sendable ([String]) -> Result<[Value], CommandLineError>

    /// Makes an argument; its name is the type's placeholder.
    public init(_ type: ValueType<Value>, count: ArgumentDefinition.Count = .one, _ abstract: String) {
        let values: @Sendable ([String]) -> Result<[Value], CommandLineError> = { texts in
            var values: [Value] = []
            for text in texts {
                switch type.read(text, for: type.placeholder) {
                case .success(let value): values.append(value)
                case .failure(let error): return .failure(error)
                }
            }
            return .success(values)
        }
        self.values = values
        definition = ArgumentDefinition(name: type.placeholder, abstract: abstract, count: count, completion: type.completion) { texts in
            if case .failure(let error) = values(texts) { error } else { nil }
        }
    }
}
