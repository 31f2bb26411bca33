import MerlonCore

/// The names of a slice in sets, so that many rules can ask for many names.
struct SliceIndex: Sendable {
    let imports: Set<String>
    /// The same in order, for look-up by prefix.
    let sortedImports: [String]
    let selectors: Set<String>
    let classes: Set<String>
    /// The functions in which something of interest was located.
    let functions: [CodeFunction]
    /// Where each name is used, as positions in the slice's references.
    let referencesByName: [String: [Int]]
    /// What was located in each function, by the function's address.
    let referencesByFunction: [UInt64: [Int]]

    init(_ slice: SliceFacts) {
        imports = Set(slice.imports.lazy.map(\.name))
        sortedImports = imports.sorted()
        selectors = Set(slice.selectors)
        classes = Set(slice.referencedClasses)
        functions = CodeFunction.grouping(slice.references)
        var byName: [String: [Int]] = [:]
        var byFunction: [UInt64: [Int]] = [:]
        for (position, reference) in slice.references.enumerated() {
            byName[reference.name, default: []].append(position)
            if let function = reference.functionAddress { byFunction[function, default: []].append(position) }
        }
        referencesByName = byName
        referencesByFunction = byFunction
    }

    /// The names by which references to this may go.
    func names(of use: CodeUse) -> [String] {
        switch use {
        case .symbol(let name), .selector(let name), .string(let name): [name]
        case .objectiveCClass(let name): [name, "_OBJC_CLASS_$_" + name, CodeUse.metadataAccessor(of: name)]
        case .symbols(let prefix): sortedImports[firstImport(from: prefix)...].prefix { $0.hasPrefix(prefix) }.map(\.self)
        }
    }

    /// Whether the slice has the name at all. Strings are not indexed: they are found by their references or by a scan.
    func contains(_ use: CodeUse) -> Bool {
        switch use {
        case .symbol(let name): imports.contains(name)
        case .symbols(let prefix): hasImport(startingWith: prefix)
        case .objectiveCClass(let name): classes.contains(name) || imports.contains("_OBJC_CLASS_$_" + name)
        case .selector(let name): selectors.contains(name)
        case .string: false
        }
    }

    private func hasImport(startingWith prefix: String) -> Bool {
        let first = firstImport(from: prefix)
        return first < sortedImports.count && sortedImports[first].hasPrefix(prefix)
    }

    private func firstImport(from prefix: String) -> Int {
        var low = 0
        var high = sortedImports.count
        while low < high {
            let middle = (low + high) / 2
            if sortedImports[middle] < prefix { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Indexes by slice, made once an audit however many rules ask. Shared by all rules that run in one context, also at the same time.
final class SliceIndexCache: @unchecked Sendable {
    private let lock = Lock()
    private var indexes: [String: SliceIndex] = [:]

    /// The index of a slice of the binary at `path`, made now if nobody asked before.
    func index(of slice: SliceFacts, in path: String, at position: Int) -> SliceIndex {
        let key = "\(position)/\(path)"
        if let known = lock.withLock({ indexes[key] }) { return known }
        // Made outside the lock: two rules may make it twice at the very start, and none waits for another's.
        let made = SliceIndex(slice)
        lock.withLock { indexes[key] = made }
        return made
    }
}
