/// Where the symbols and their names are (`LC_SYMTAB`).
public struct SymbolTableCommand: Hashable, Sendable {
    /// Of the entries, from the start of the slice.
    public let offset: UInt64
    /// How many entries there are.
    public let count: UInt32
    /// The names, from the start of the slice.
    public let strings: FileRange
}

/// How the symbol table is divided, and where the indirect symbols are (`LC_DYSYMTAB`).
public struct DynamicSymbolTableCommand: Hashable, Sendable {
    /// Indices in the symbol table: debugging entries and symbols that are not visible outside.
    public let localFirst: UInt32
    /// How many of them there are.
    public let localCount: UInt32
    /// The first of the symbols that are defined here and visible outside.
    public let externalFirst: UInt32
    /// How many of them there are.
    public let externalCount: UInt32
    /// The first of the symbols that are defined elsewhere.
    public let undefinedFirst: UInt32
    /// How many of them there are.
    public let undefinedCount: UInt32
    /// Of the indirect symbol table, from the start of the slice; each entry is four bytes.
    public let indirectOffset: UInt64
    /// How many entries the indirect symbol table has.
    public let indirectCount: UInt32
}

/// Where the opcodes for the dynamic linker are (`LC_DYLD_INFO`, `LC_DYLD_INFO_ONLY`).
public struct DyldInfoCommand: Hashable, Sendable {
    /// What to slide when the image is not at its preferred address.
    public let rebase: FileRange
    /// What to bind at start.
    public let bind: FileRange
    /// What several images may define, to be made one.
    public let weakBind: FileRange
    /// What to bind at the first call.
    public let lazyBind: FileRange
    /// The export trie.
    public let exports: FileRange
}
