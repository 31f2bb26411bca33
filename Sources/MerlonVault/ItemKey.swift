/// What an item is found by: its namespace and its name. Policy and value are no part of it.
public struct ItemKey: Hashable, Codable, Sendable {
    /// Whose it is.
    public let namespace: Namespace
    /// Its name within the namespace, in normalization form C.
    public let name: String

    /// Makes a key. `name` has 1 ... ``Namespace/maximumLength`` bytes of UTF-8 and no control characters.
    ///
    /// It is brought into normalization form C (Unicode UAX #15): Swift takes "ü" and "u\u{308}" for equal, stores compare bytes, and this way both
    /// say the same.
    public init(_ name: String, in namespace: Namespace) throws(VaultError) {
        self.namespace = namespace
        self.name = try NameForm.checked(name)
    }

    private enum Members: String, CodingKey { case namespace, name }

    /// Decodes a key, with the checks of ``init(_:in:)``.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Members.self)
        try self.init(try members.decode(String.self, forKey: .name), in: try members.decode(Namespace.self, forKey: .namespace))
    }
}
