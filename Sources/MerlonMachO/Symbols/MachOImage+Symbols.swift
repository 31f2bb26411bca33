extension MachOImage {
    /// The symbol table; `nil` without one.
    public func symbols() throws(MachOError) -> SymbolTable? {
        guard let command = commands.symbolTable else { return nil }
        return try SymbolTable(self, command)
    }

    /// The indirect symbol table: for each stub and symbol pointer the index of its symbol. Empty without one.
    ///
    /// Indices of local (0x80000000) and absolute (0x40000000) entries name no symbol.
    public func indirectSymbols() throws(MachOError) -> [UInt32] {
        guard let table = commands.dynamicSymbolTable, table.indirectCount > 0 else { return [] }
        let range = FileRange(offset: table.indirectOffset, size: UInt64(table.indirectCount) * 4)
        var reader = ByteReader(try bytes(in: range, "indirect symbol table"), header.byteOrder)
        var indices: [UInt32] = []
        indices.reserveCapacity(Int(table.indirectCount))
        while !reader.isAtEnd { indices.append(try reader.read()) }
        return indices
    }
}
