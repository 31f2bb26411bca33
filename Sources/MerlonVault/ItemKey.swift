/// What an item is found by: its namespace and its name. Policy and value are no part of it.
public struct ItemKey: Hashable, Codable, Sendable {
    /// Whose it is.
    public let namespace: Namespace
    /// Its name within the namespace.
    public let name: String

    /// Makes a key. `name` has 1 ... ``Namespace/maximumLength`` bytes of UTF-8 and no control characters.
    public init(_ name: String, in namespace: Namespace) throws(VaultError) {
        guard (1...Namespace.maximumLength).contains(name.utf8.count),
            name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else {
            throw VaultError(.invalidArgument, "Item names have 1 to \(Namespace.maximumLength) bytes and no control characters.")
        }
        self.namespace = namespace
        self.name = name
    }
}
