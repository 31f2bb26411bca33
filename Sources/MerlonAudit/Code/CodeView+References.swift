extension CodeView.Slice {
    /// The places in the code that use any of these, in order of their addresses.
    func references(to uses: [CodeUse]) -> [CodeReference] {
        let positions = uses.reduce(into: Set<Int>()) { positions, use in
            for name in index.names(of: use) {
                positions.formUnion((index.referencesByName[name] ?? []).filter { use.matches(facts.references[$0]) })
            }
        }
        return positions.map { facts.references[$0] }.sorted { $0.address < $1.address }
    }

    /// All that was located in the function that holds `reference`, itself included.
    func references(beside reference: CodeReference) -> [CodeReference] {
        guard let function = reference.functionAddress else { return [reference] }
        return (index.referencesByFunction[function] ?? []).map { facts.references[$0] }
    }

    /// Whether the function that holds `reference` uses any of these too.
    func uses(_ uses: [CodeUse], beside reference: CodeReference) -> Bool {
        references(beside: reference).contains { neighbour in uses.contains { $0.matches(neighbour) } }
    }

    /// The text that the function that holds `reference` loads: string constants, and short Swift strings made of constant registers.
    func texts(beside reference: CodeReference) -> [String] {
        references(beside: reference).flatMap(texts(of:))
    }

    /// The text that one reference is to, or that stands in the registers of its call.
    func texts(of reference: CodeReference) -> [String] {
        reference.kind == .string ? [reference.name] : SwiftSmallString.all(in: reference.constantArguments)
    }
}
