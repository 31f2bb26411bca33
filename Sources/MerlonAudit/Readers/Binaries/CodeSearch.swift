import MerlonMachO

/// Locates in an image's code what rules are interested in.
struct CodeSearch {
    private(set) var references: [CodeReference] = []
    private(set) var problems: [MachOError] = []
    private let image: MachOImage
    private let resolver: PointerResolver
    private let objectiveC: ObjectiveCMetadata
    private let interests: CodeInterests

    /// Looks for everything that is named.
    init(
        _ image: MachOImage, _ resolver: PointerResolver, _ objectiveC: ObjectiveCMetadata, interests: CodeInterests, byteArrays: StringPool
    ) {
        self.image = image
        self.resolver = resolver
        self.objectiveC = objectiveC
        self.interests = interests
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
        query.addresses = Self.addresses(of: byteArrays)
        let found = image.codeReferences(to: query, resolver, objectiveC)
        problems = found.problems
        let data = image.sections.filter { !$0.isCode && !$0.isZeroFill }
        references = found.uses.map { use in
            var reference = CodeReference(use)
            for argument in use.arguments {
                if case .address(let address) = argument.value, Self.isConstant(address, image, data) {
                    reference.addressArguments[argument.register] = address
                }
            }
            return reference
        }
    }

    /// Whether the file has data at `address` that is not all zeros: a buffer that code fills is.
    private static func isConstant(_ address: UInt64, _ image: MachOImage, _ data: [Section]) -> Bool {
        guard data.contains(where: { $0.contains(address) }), let bytes = image.bytes(at: address) else { return false }
        return (0..<16).contains { (bytes[$0] ?? 0) != 0 }
    }

    /// Looks in functions whose surroundings matter for all strings that they load.
    mutating func locateBeside(strings: StringPool, literals: [ConstantString]) {
        var query = CodeQuery()
        let functions = functionsOfInterest
        guard !functions.isEmpty else { return }
        query.functions = functions
        for index in 0..<strings.count { query.addresses[strings.address(at: index)] = strings.address(at: index) }
        for literal in literals { query.addresses[literal.address] = literal.characters }
        let known = Set(references.lazy.filter { $0.kind == .string }.map(\.address))
        let uses = image.codeReferences(to: query, resolver, objectiveC).uses.filter { !known.contains($0.address) }
        let texts = Self.texts(at: Set(uses.compactMap(\.target)), in: strings)
        for use in uses {
            guard let text = use.target.flatMap({ texts[$0] }) else { continue }
            var reference = CodeReference(use)
            reference.kind = .string
            reference.name = text
            references.append(reference)
        }
    }

    /// The functions that use something beside which other things matter.
    private var functionsOfInterest: Set<UInt64> {
        let names = interests.stringsBeside
        let prefixes = names.intersection(interests.importPrefixes).sorted()
        var answers: [String: Bool] = [:]
        var functions: Set<UInt64> = []
        for reference in references where reference.kind != .string && reference.kind != .bytes {
            guard let function = reference.functionAddress else { continue }
            let isOne = answers[reference.name] ?? (names.contains(reference.name) || prefixes.contains(where: reference.name.hasPrefix))
            answers[reference.name] = isOne
            if isOne { functions.insert(function) }
        }
        return functions
    }

    /// Where code refers to an array: at its first byte, or at the header before it.
    private static func addresses(of arrays: StringPool) -> [UInt64: UInt64] {
        var addresses: [UInt64: UInt64] = [:]
        for index in 0..<arrays.count {
            let first = arrays.address(at: index)
            addresses[first] = first
            addresses[first &- UInt64(ByteArrayReader.headerSize)] = first
        }
        return addresses
    }

    private static func texts(at addresses: Set<UInt64>, in strings: StringPool) -> [UInt64: String] {
        var texts: [UInt64: String] = [:]
        for index in 0..<strings.count where addresses.contains(strings.address(at: index)) {
            texts[strings.address(at: index)] = strings[index]
        }
        return texts
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
