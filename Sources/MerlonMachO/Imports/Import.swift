/// A symbol that the dynamic linker finds in another image.
public struct Import: Hashable, Sendable {
    /// As in the symbol table: `_CC_MD5`, `_OBJC_CLASS_$_UIView`.
    public let name: String
    /// Where it is looked for.
    public let library: LibraryOrdinal
    /// Whether it may be absent at run time.
    public let isWeak: Bool

    /// Makes one.
    public init(name: String, library: LibraryOrdinal, isWeak: Bool) {
        self.name = name
        self.library = library
        self.isWeak = isWeak
    }
}

/// A pointer in the image that the dynamic linker sets to an imported symbol's address.
public struct Binding: Hashable, Sendable {
    /// Of the pointer, unslid.
    public let address: UInt64
    /// In ``ImportTable/symbols``.
    public let symbol: Int
    /// Added to the symbol's address.
    public let addend: Int64
}
