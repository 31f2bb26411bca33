/// Gives uses the function that they are in: its start, where the sweep did not know it, and its name.
struct FunctionNaming {
    let image: MachOImage
    /// Ascending.
    let starts: [UInt64]
    let objectiveC: ObjectiveCMetadata

    func name(_ uses: inout [CodeUse]) {
        guard !uses.isEmpty else { return }
        for index in uses.indices where uses[index].functionAddress == nil {
            uses[index].functionAddress = start(before: uses[index].address, in: starts)
        }
        let names = names(for: Set(uses.compactMap(\.functionAddress)))
        for index in uses.indices { uses[index].functionName = uses[index].functionAddress.flatMap { names[$0] } }
    }

    /// The last start at or before `address`, in the same section.
    private func start(before address: UInt64, in starts: [UInt64]) -> UInt64? {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= address { low = middle + 1 } else { high = middle }
        }
        guard low > 0, let section = image.sections.first(where: { $0.contains(address) }), section.contains(starts[low - 1]) else {
            return nil
        }
        return starts[low - 1]
    }

    /// Method lists come last: a symbol says more about a Swift method than its Objective-C thunk.
    private func names(for wanted: Set<UInt64>) -> [UInt64: String] {
        var names: [UInt64: String] = [:]
        if let symbols = try? image.symbols() {
            for symbol in symbols where image.isFunction(symbol) && wanted.contains(symbol.value) && names[symbol.value] == nil {
                let name = symbols.name(of: symbol)
                if !name.isEmpty { names[symbol.value] = name }
            }
        }
        for export in image.partialExports().exports {
            if case .address(let address) = export.target, wanted.contains(address), names[address] == nil { names[address] = export.name }
        }
        func add(_ methods: [ObjectiveCMethod], _ mark: String, _ owner: String) {
            for method in methods {
                guard let address = method.implementation, wanted.contains(address), names[address] == nil else { continue }
                names[address] = "\(mark)[\(owner) \(method.selector)]"
            }
        }
        for found in objectiveC.classes {
            add(found.instanceMethods, "-", found.name)
            add(found.classMethods, "+", found.name)
        }
        for category in objectiveC.categories {
            let owner = "\(category.className ?? "?")(\(category.name))"
            add(category.instanceMethods, "-", owner)
            add(category.classMethods, "+", owner)
        }
        return names
    }
}
