/// Where the symbols and their names are (`LC_SYMTAB`).
public struct SymbolTableCommand: Hashable, Sendable {
    /// Of the entries, from the start of the slice.
    public let offset: UInt64
    public let count: UInt32
    public let strings: FileRange
}

/// How the symbol table is divided, and where the indirect symbols are (`LC_DYSYMTAB`).
public struct DynamicSymbolTableCommand: Hashable, Sendable {
    /// Indices in the symbol table: debugging entries and symbols that are not visible outside.
    public let localFirst: UInt32
    public let localCount: UInt32
    public let externalFirst: UInt32
    public let externalCount: UInt32
    public let undefinedFirst: UInt32
    public let undefinedCount: UInt32
    /// Of the indirect symbol table, from the start of the slice; each entry is four bytes.
    public let indirectOffset: UInt64
    public let indirectCount: UInt32
}

/// Where the opcodes for the dynamic linker are (`LC_DYLD_INFO`, `LC_DYLD_INFO_ONLY`).
public struct DyldInfoCommand: Hashable, Sendable {
    public let rebase: FileRange
    public let bind: FileRange
    public let weakBind: FileRange
    public let lazyBind: FileRange
    public let exports: FileRange
}
