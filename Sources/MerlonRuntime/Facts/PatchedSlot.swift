/// An entry of a global offset table that leads to no definition of its symbol: no version of it has that address, and it was not resolved at run
/// time (IFUNC) into an object that defines it.
public struct PatchedSlot: Hashable, Codable, Sendable {
    /// The object whose table it is, scrubbed; `(executable)` for the program itself.
    public var object: String
    /// The symbol.
    public var symbol: String
    /// The object that it leads to; `nil` when it leads into none.
    public var target: String?

    /// Makes an entry.
    public init(object: String, symbol: String, target: String?) {
        self.object = object
        self.symbol = symbol
        self.target = target
    }
}
