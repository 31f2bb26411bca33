/// What can be a preference: truth values, numbers, texts, and lists of them. No bytes and no key: what is secret has a type of its own, and that
/// type is none of these.
public protocol PreferenceValue: Sendable {
    /// As `UserDefaults` keeps it.
    var stored: any Sendable { get }
    /// Of what `UserDefaults` gives back; `nil` when it is another type.
    init?(stored: Any)
}

extension Bool: PreferenceValue {
    public var stored: any Sendable { self }
    public init?(stored: Any) {
        guard let value = stored as? Bool else { return nil }
        self = value
    }
}

extension Int: PreferenceValue {
    public var stored: any Sendable { self }
    public init?(stored: Any) {
        guard let value = stored as? Int else { return nil }
        self = value
    }
}

extension Double: PreferenceValue {
    public var stored: any Sendable { self }
    public init?(stored: Any) {
        guard let value = stored as? Double else { return nil }
        self = value
    }
}

extension String: PreferenceValue {
    public var stored: any Sendable { self }
    public init?(stored: Any) {
        guard let value = stored as? String else { return nil }
        self = value
    }
}

extension Array: PreferenceValue where Element: PreferenceValue {
    public var stored: any Sendable { map(\.stored) }
    public init?(stored: Any) {
        guard let values = stored as? [Any] else { return nil }
        let elements = values.compactMap(Element.init(stored:))
        guard elements.count == values.count else { return nil }
        self = elements
    }
}
