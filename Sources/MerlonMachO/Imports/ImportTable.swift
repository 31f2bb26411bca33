/// All imports of an image and the pointers that are bound to them.
public struct ImportTable: Sendable {
    /// Every import once for each library that it is looked for in. In the order of the file.
    public internal(set) var symbols: [Import] = []
    /// In ascending order of address.
    public internal(set) var bindings: [Binding] = []
    /// What could not be read. The rest is there all the same.
    public internal(set) var problems: [MachOError] = []

    init() {}

    /// What the pointer at `address` is bound to.
    public func binding(at address: UInt64) -> Binding? {
        var low = 0
        var high = bindings.count
        while low < high {
            let middle = (low + high) / 2
            if bindings[middle].address < address { low = middle + 1 } else { high = middle }
        }
        return low < bindings.count && bindings[low].address == address ? bindings[low] : nil
    }

    /// The import that the pointer at `address` is bound to.
    public func symbol(boundAt address: UInt64) -> Import? { binding(at: address).map { symbols[$0.symbol] } }
}
