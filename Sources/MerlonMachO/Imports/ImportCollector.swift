/// Collects imports and bindings while a format is read.
struct ImportCollector {
    private(set) var table = ImportTable()
    private var indices: [Import: Int] = [:]
    private let maximumBindings: Int

    /// Each bound pointer takes four bytes of the image at least; more bindings than that are a bomb.
    init(imageSize: Int) { maximumBindings = imageSize / 4 + 1024 }

    /// The index of an import, which is added when it is new.
    mutating func index(of symbol: Import) -> Int {
        if let known = indices[symbol] { return known }
        table.symbols.append(symbol)
        indices[symbol] = table.symbols.count - 1
        return table.symbols.count - 1
    }

    /// Adds an import at the next index, whether it is known or not: for formats that refer by index.
    mutating func append(_ symbol: Import) {
        table.symbols.append(symbol)
        indices[symbol] = indices[symbol] ?? table.symbols.count - 1
    }

    mutating func bind(_ address: UInt64, to symbol: Int, addend: Int64) throws(MachOError) {
        guard table.bindings.count < maximumBindings else { throw MachOError(.limitExceeded, "more bindings than the image has room for") }
        table.bindings.append(Binding(address: address, symbol: symbol, addend: addend))
    }

    mutating func note(_ problem: MachOError) { table.problems.append(problem) }

    /// A later binding of the same pointer is dropped: weak binding repeats what regular binding says, with another library.
    consuming func finish() -> ImportTable {
        let sorted = table.bindings.enumerated().sorted { ($0.element.address, $0.offset) < ($1.element.address, $1.offset) }
        table.bindings.removeAll(keepingCapacity: true)
        for (_, binding) in sorted where table.bindings.last?.address != binding.address { table.bindings.append(binding) }
        return table
    }
}
