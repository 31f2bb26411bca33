extension MachOImage {
    /// The imports, and the pointers that are bound to them: from chained fixups, else from bind opcodes; undefined symbols that neither
    /// mentions (all of them in object files) come last, unbound.
    ///
    /// Never fails as a whole: see ``ImportTable/problems``.
    public func imports() -> ImportTable {
        var collector = ImportCollector(imageSize: bytes.count)
        do throws(MachOError) {
            if let range = commands.chainedFixups, range.size > 0 {
                try readChainedImports(range, into: &collector)
            } else if let info = commands.dyldInfo {
                readBindOpcodes(info, into: &collector)
            }
        } catch { collector.note(error) }
        do throws(MachOError) { try addUndefinedSymbols(to: &collector) } catch { collector.note(error) }
        return collector.finish()
    }

    private func readChainedImports(_ range: FileRange, into collector: inout ImportCollector) throws(MachOError) {
        let fixups = try ChainedFixups(self, range)
        for problem in fixups.problems { collector.note(problem) }
        try fixups.readImports(into: &collector)
        let count = collector.table.symbols.count
        // A loaded image has addresses where the chains were.
        guard case .file = layout else { return }
        var budget = bytes.count / 4 + 1024
        for chains in fixups.chains {
            do throws(MachOError) {
                try ChainWalker(chains: chains, image: self).walk(budget: &budget) { (address, pointer) throws(MachOError) in
                    guard case .symbol(let ordinal, let addend) = pointer.target else { return }
                    guard ordinal < count else { throw MachOError(.malformed, "chained pointer to an import that is not there") }
                    try collector.bind(address, to: ordinal, addend: addend)
                }
            } catch { collector.note(error) }
        }
    }

    private func readBindOpcodes(_ info: DyldInfoCommand, into collector: inout ImportCollector) {
        let streams: [(BindOpcodeReader.Stream, FileRange)] = [(.regular, info.bind), (.lazy, info.lazyBind), (.weak, info.weakBind)]
        for (stream, range) in streams where range.size > 0 {
            do throws(MachOError) {
                var reader = BindOpcodeReader(self, stream, try bytes(in: range, "bind opcodes"))
                try reader.run(into: &collector)
            } catch { collector.note(error) }
        }
    }

    private func addUndefinedSymbols(to collector: inout ImportCollector) throws(MachOError) {
        guard let symbols = try symbols() else { return }
        let known = Set(collector.table.symbols.map(\.name))
        let isTwoLevel = header.flags.contains(.twoLevelNamespace)
        // The common symbols of object files are undefined with a value: their size.
        for symbol in symbols where symbol.isUndefined && symbol.value == 0 {
            let name = symbols.name(of: symbol)
            guard !name.isEmpty, !known.contains(name) else { continue }
            _ = collector.index(of: Import(name: name, library: isTwoLevel ? symbol.library : .flatLookup, isWeak: symbol.isWeakReference))
        }
    }
}
