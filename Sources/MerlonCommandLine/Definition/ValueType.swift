import MerlonCore

/// What the text of an option or argument may be, and what it becomes.
public struct ValueType<Value: Sendable>: Sendable {
    /// What help shows in its place: `FILE`.
    public var placeholder: String
    /// What shells offer.
    public var completion: Completion
    /// The value, or in words what was expected instead: `a date such as 2026-01-31`.
    public var parse: @Sendable (String) -> ParsedValue<Value>

    /// Makes a type of value.
    public init(placeholder: String, completion: Completion, parse: @escaping @Sendable (String) -> ParsedValue<Value>) {
        self.placeholder = placeholder
        self.completion = completion
        self.parse = parse
    }
}

/// What became of a text.
public enum ParsedValue<Value: Sendable>: Sendable {
    case value(Value)
    /// Not one; what is expected, as it follows "expected".
    case invalid(expected: String)
}

/// What shells offer for a value.
public enum Completion: Sendable {
    case none, file, folder
    /// One of these. A closure, so that a long list costs nothing until it is asked for.
    case values(@Sendable () -> [String])
}

extension ValueType where Value == String {
    /// Any text.
    public static func text(_ placeholder: String) -> ValueType {
        .init(placeholder: placeholder, completion: .none) { .value($0) }
    }

    /// A file or folder, which need not exist.
    public static func path(_ placeholder: String) -> ValueType {
        .init(placeholder: placeholder, completion: .file) { $0.isEmpty ? .invalid(expected: "a path") : .value($0) }
    }

    /// One of many texts, such as the id of a rule. Shells offer them; others are accepted, since the command knows better.
    public static func text(_ placeholder: String, offering values: @escaping @Sendable () -> [String]) -> ValueType {
        .init(placeholder: placeholder, completion: .values(values)) { .value($0) }
    }
}

extension ValueType where Value == Int {
    /// A whole number in a range.
    public static func number(_ placeholder: String, in range: ClosedRange<Int>) -> ValueType {
        .init(placeholder: placeholder, completion: .none) { text in
            guard let number = Int(text), range.contains(number) else {
                return .invalid(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return .value(number)
        }
    }
}

extension ValueType where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of an enumeration's cases, by raw value; case does not matter.
    public static func choice(_ placeholder: String) -> ValueType {
        let names = Value.allCases.map(\.rawValue)
        return .init(placeholder: placeholder, completion: .values { names }) { text in
            if let value = Value.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() }) { return .value(value) }
            let nearest = NearestName.of(text, among: names).map { " (did you mean '\($0)'?)" } ?? ""
            return .invalid(expected: "\(names.joined(separator: ", "))\(nearest)")
        }
    }
}
