extension MachOImage {
    /// The exports: from the trie where there is one, else the external symbols that are defined.
    /// - Throws: when the trie is malformed. ``partialExports()`` gives what comes before the fault.
    public func exports() throws(MachOError) -> [Export] {
        let (exports, problem) = partialExports()
        if let problem { throw problem }
        return exports
    }

    /// The exports up to the first fault, and that fault.
    public func partialExports() -> (exports: [Export], problem: MachOError?) {
        var exports: [Export] = []
        do throws(MachOError) {
            if let range = commands.exportsTrie ?? commands.dyldInfo?.exports, range.size > 0 {
                try ExportTrie(data: try bytes(in: range, "export trie"), baseAddress: baseAddress).read(into: &exports)
            } else if commands.exportsTrie == nil, commands.dyldInfo == nil {
                exports = try exportedSymbols()
            }
        } catch { return (exports, error) }
        return (exports, nil)
    }

    private func exportedSymbols() throws(MachOError) -> [Export] {
        guard let symbols = try symbols() else { return [] }
        return symbols.compactMap { symbol in
            guard symbol.isExternal, symbol.kind == .defined || symbol.kind == .absolute else { return nil }
            return Export(
                name: symbols.name(of: symbol), target: symbol.kind == .absolute ? .absolute(symbol.value) : .address(symbol.value),
                isWeakDefinition: symbol.isWeakDefinition, isThreadLocal: false, hasVariants: false)
        }
    }
}
