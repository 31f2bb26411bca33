/// A pointer in a table by which Swift calls methods.
public struct SwiftTableEntry: Hashable, Sendable {
    /// Which table.
    public enum Table: Hashable, Sendable {
        /// Of a class: its metadata holds a pointer a method.
        case `class`
        /// Of a class as well: what it inherits, overrides or has besides, such as its destructor. Read from files alone.
        case metadata
        /// Of a conformance: its witness table holds a pointer a requirement.
        case witness
    }

    /// Which table.
    public let table: Table
    /// The type, with its module as far as it is known; of a conformance, too.
    public let type: String
    /// Which entry, from 0; of ``Table/metadata`` which word from the class's address on.
    public let index: Int
    /// Of the pointer, unslid.
    public let address: UInt64
    /// What the descriptor says that it points at, unslid; `nil` where descriptors do not say.
    public let implementation: UInt64?
}

extension MachOImage {
    /// The entries of the tables of non-generic Swift classes and of conformances that the image defines. What cannot be read is left out.
    ///
    /// Classes are those that the Objective-C runtime is told of (`__objc_classlist`): on Apple's systems all that have no type parameters. Each
    /// class's own new methods are given, with what its descriptor says. What it has of its ancestors, and overrides, no descriptor of its own says: of a
    /// file, whose fixups say it, these entries are given too. Of a conformance the entries are given for as long as they lead into code of the image.
    public func swiftTableEntries(_ resolver: PointerResolver) -> [SwiftTableEntry] {
        var reader = SwiftTableReader(image: self, resolver: resolver, budget: WorkBudget(image: self))
        return reader.read()
    }
}
