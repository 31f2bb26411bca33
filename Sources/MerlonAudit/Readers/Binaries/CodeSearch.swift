import MerlonMachO

/// Locates in an image's code what rules are interested in.
struct CodeSearch {
    private(set) var references: [CodeReference] = []
    private(set) var problems: [MachOError] = []

    init(
        _ image: MachOImage, _ resolver: PointerResolver, _ objectiveC: ObjectiveCMetadata, interests: CodeInterests, byteArrays: StringPool
    ) {
        var query = CodeQuery()
        query.symbols = interests.imports
        if !interests.importPrefixes.isEmpty {
            let prefixes = interests.importPrefixes.sorted()
            for symbol in resolver.imports.symbols where prefixes.contains(where: symbol.name.hasPrefix) {
                query.symbols.insert(symbol.name)
            }
        }
        query.selectors = interests.selectors
        query.classes = interests.classes
        query.strings = interests.strings
        query.stringPrefixes = interests.stringPrefixes
        let found = image.codeReferences(to: query, resolver, objectiveC)
        problems = found.problems
        references = found.uses.map { CodeReference($0) }
    }
}

extension CodeReference {
    /// As the search found it.
    init(_ use: MerlonMachO.CodeUse) {
        let constants = use.arguments.compactMap { argument -> (Int, UInt64)? in
            if case .constant(let value) = argument.value { (argument.register, value) } else { nil }
        }
        self.init(
            Kind(use.kind), use.name, address: use.address, functionAddress: use.functionAddress,
            function: use.functionName.map(SwiftName.readable), constantArguments: Dictionary(uniqueKeysWithValues: constants),
            followingConstants: use.followingConstants, target: use.target)
    }
}

extension CodeReference.Kind {
    fileprivate init(_ kind: MerlonMachO.CodeUse.Kind) {
        switch kind {
        case .call: self = .call
        case .data: self = .data
        case .selector: self = .selector
        case .string: self = .string
        case .address: self = .bytes
        }
    }
}
