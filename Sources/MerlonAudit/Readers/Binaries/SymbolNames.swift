import MerlonMachO

/// What the symbol table says of an image's functions.
struct SymbolNames {
    /// Entries for debuggers.
    private(set) var debugging = 0
    /// Local symbols that name functions.
    private(set) var localFunctions = 0
    /// Names of functions, local ones first since they say most.
    private(set) var functions: [String] = []

    /// A program with its whole symbol table has more; what the rest would tell is the same.
    static let limit = 100_000
    /// Names of Swift's generic specialisations reach many thousand bytes.
    private static let longest = 512

    init(_ image: MachOImage) throws(MachOError) {
        guard let symbols = try image.symbols() else { return }
        let isCode = image.sections.map(\.isCode)
        var external: [String] = []
        for symbol in symbols {
            if symbol.isDebugging {
                // N_OPT is what strip leaves behind: the mark that the table was stripped.
                if symbol.type != 0x3C { debugging += 1 }
                continue
            }
            let section = Int(symbol.sectionNumber) - 1
            guard symbol.kind == .defined, isCode.indices.contains(section), isCode[section] else { continue }
            if !symbol.isExternal { localFunctions += 1 }
            guard functions.count + external.count < Self.limit, let name = symbols.nameBytes(of: symbol), name.count <= Self.longest,
                name.count > 0, !name.starts(with: "ltmp"), !name.starts(with: "__mh_")
            else { continue }
            if symbol.isExternal { external.append(name.string) } else { functions.append(name.string) }
        }
        functions += external
    }
}
