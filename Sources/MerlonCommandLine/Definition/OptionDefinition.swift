/// An option as parsing, help and completions see it, without the type of its value.
public struct OptionDefinition: Sendable {
    /// Without its dashes: `format`.
    public var name: String
    /// A single letter: `f` for `-f`.
    public var short: Character?
    /// What it does, in one sentence without its full stop.
    public var abstract: String
    /// What stands for its value in help; `nil` for a flag, which has none.
    public var placeholder: String?
    /// What holds without it, as help shows it.
    public var defaultText: String?
    /// May be given several times.
    public var isRepeatable: Bool
    /// What shells offer for its value.
    public var completion: Completion
    /// What is wrong with the texts that were given, if anything is.
    var problem: @Sendable ([String]) -> CommandLineError?
}

/// An option with the type of its value. Ask an ``Invocation`` for the value.
public struct Option<Value: Sendable>: Sendable {
    /// For the command's list of options.
    public let definition: OptionDefinition
    let value: @Sendable ([String]) -> Result<Value, CommandLineError>

    init(
        _ name: String, short: Character?, abstract: String, placeholder: String?, defaultText: String?, isRepeatable: Bool,
        completion: Completion, value: @escaping @Sendable ([String]) -> Result<Value, CommandLineError>
    ) {
        self.value = value
        definition = OptionDefinition(
            name: name, short: short, abstract: abstract, placeholder: placeholder, defaultText: defaultText, isRepeatable: isRepeatable,
            completion: completion
        ) { texts in
            if case .failure(let error) = value(texts) { error } else { nil }
        }
    }

    /// An option with one value, which has a default.
    public init(
        _ name: String, short: Character? = nil, _ type: ValueType<Value>, default defaultValue: Value, shownAs defaultText: String? = nil,
        _ abstract: String
    ) {
        self.init(
            name, short: short, abstract: abstract, placeholder: type.placeholder, defaultText: defaultText, isRepeatable: false,
            completion: type.completion
        ) { texts in
            texts.last.map { type.read($0, for: "--\(name)") } ?? .success(defaultValue)
        }
    }

    /// An option with one value, or `nil` without it.
    public static func optional<Wrapped>(
        _ name: String, short: Character? = nil, _ type: ValueType<Wrapped>, _ abstract: String
    ) -> Option where Value == Wrapped? {
        .init(
            name, short: short, abstract: abstract, placeholder: type.placeholder, defaultText: nil, isRepeatable: false,
            completion: type.completion
        ) { texts in
            texts.last.map { type.read($0, for: "--\(name)").map(Optional.some) } ?? .success(nil)
        }
    }

    /// An option that takes several values: repeated, or joined by commas.
    public static func list<Element>(
        _ name: String, short: Character? = nil, _ type: ValueType<Element>, _ abstract: String
    ) -> Option where Value == [Element] {
        .init(
            name, short: short, abstract: abstract, placeholder: type.placeholder, defaultText: nil, isRepeatable: true,
            completion: type.completion
        ) { texts in
            var elements: [Element] = []
            for text in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
                switch type.read(String(text), for: "--\(name)") {
                case .success(let element): elements.append(element)
                case .failure(let error): return .failure(error)
                }
            }
            return .success(elements)
        }
    }
}

extension Option where Value == Bool {
    /// An option without a value.
    public static func flag(_ name: String, short: Character? = nil, _ abstract: String) -> Option {
        .init(
            name, short: short, abstract: abstract, placeholder: nil, defaultText: nil, isRepeatable: false, completion: .none
        ) { .success(!$0.isEmpty) }
    }
}

extension ValueType {
    /// The text as a value, or the error that names the option or argument.
    func read(_ text: String, for name: String) -> Result<Value, CommandLineError> {
        switch parse(text) {
        case .value(let value): .success(value)
        case .invalid(let expected): .failure(.invalidValue(text, for: name, expected: expected))
        }
    }
}
