/// Every address whose use in code means a use of something that was looked for.
struct CodeTargetIndex {
    /// What an address stands for.
    struct Target {
        enum Role {
            /// A function's code, or a stub that jumps to it.
            case function
            /// A pointer to a symbol or class.
            case symbolSlot
            /// A symbol's or class's own address.
            case symbolAddress
            /// A pointer to a selector.
            case selectorSlot
            /// A stub that sends a message with the selector.
            case selectorStub
            case string
            case address
        }
        let role: Role
        let name: String
        /// What is reported for strings and addresses.
        let reported: UInt64?
    }

    private(set) var targets: [Target] = []
    private(set) var table = AddressTable()
    private(set) var pages: PageSet
    /// Where messages are sent from: stubs of `objc_msgSend` and its kin.
    private(set) var messageSends = AddressTable()
    /// The sections of pointers to symbols: `__got`, `__auth_got`.
    private let pointerSections: [Range<UInt64>]
    private let query: CodeQuery

    init(_ image: MachOImage, _ query: CodeQuery, _ resolver: PointerResolver, _ objectiveC: ObjectiveCMetadata) {
        self.query = query
        pointerSections = image.sections.filter { $0.kind == .nonLazySymbolPointers && $0.size > 0 }.map {
            $0.address..<$0.endAddress
        }
        let low = image.segments.lazy.filter { $0.size > 0 && $0.name != "__PAGEZERO" }.map(\.address).min() ?? 0
        let high = image.segments.lazy.map(\.endAddress).max() ?? 0
        pages = PageSet(covering: low...max(low, high))
        addSymbols(image, resolver)
        addObjectiveC(objectiveC)
        addStrings(image, resolver)
        for (address, reported) in query.addresses { add(address, Target(role: .address, name: "", reported: reported)) }
    }

    /// Whether the pointer at `address` leads to a symbol as such, and not to a class or selector.
    @inline(__always)
    func isPointerToSymbol(_ address: UInt64) -> Bool { pointerSections.contains { $0.contains(address) } }

    private mutating func add(_ address: UInt64, _ target: Target) {
        table.insert(address, Int32(truncatingIfNeeded: targets.count))
        pages.insert(address)
        targets.append(target)
    }

    private static let classPrefix = "_OBJC_CLASS_$_"

    /// Whether a symbol is looked for, by its name or as the class that it stands for; then the name to report.
    private func wanted(_ symbol: String) -> String? {
        if query.symbols.contains(symbol) { return symbol }
        guard symbol.hasPrefix(Self.classPrefix) else { return nil }
        let name = String(symbol.dropFirst(Self.classPrefix.count))
        return query.classes.contains(name) ? name : nil
    }

    private mutating func addSymbols(_ image: MachOImage, _ resolver: PointerResolver) {
        let imports = resolver.imports
        let names = imports.symbols.map { wanted($0.name) }
        for binding in imports.bindings {
            if let name = names[binding.symbol] { add(binding.address, Target(role: .symbolSlot, name: name, reported: nil)) }
        }
        let sends = Set(["_objc_msgSend", "_objc_msgSendSuper2", "_objc_msgSendSuper"])
        let selectors = selectorSlots(image, resolver)
        for stub in StubReader(image).stubs() {
            let symbol = stub.slot.flatMap { imports.symbol(boundAt: $0)?.name } ?? stub.symbolName
            if let selectorSlot = stub.selectorSlot, let selector = selectors[selectorSlot] {
                if query.selectors.contains(selector) { add(stub.address, Target(role: .selectorStub, name: selector, reported: nil)) }
            } else if let symbol {
                if sends.contains(symbol) { messageSends.insert(stub.address, 0) }
                if let name = wanted(symbol) { add(stub.address, Target(role: .function, name: name, reported: nil)) }
            }
        }
        addDefinedSymbols(image)
    }

    /// The selectors that stubs refer to, which metadata may list or not.
    private func selectorSlots(_ image: MachOImage, _ resolver: PointerResolver) -> [UInt64: String] {
        guard !query.selectors.isEmpty else { return [:] }
        var slots: [UInt64: String] = [:]
        for section in image.sections where section.name == "__objc_selrefs" {
            for index in 0..<((try? image.bytes(of: section).count) ?? 0) / 8 {
                let slot = section.address &+ UInt64(index) * 8
                guard let target = resolver.address(at: slot), let name = image.bytes(at: target)?.cString(at: 0, limit: 4096) else {
                    continue
                }
                slots[slot] = name.string
            }
        }
        return slots
    }

    private mutating func addDefinedSymbols(_ image: MachOImage) {
        guard !query.symbols.isEmpty || !query.classes.isEmpty, let symbols = try? image.symbols() else { return }
        for symbol in symbols where symbol.kind == .defined && !symbol.isDebugging {
            let section = Int(symbol.sectionNumber) - 1
            guard image.sections.indices.contains(section), let name = wanted(symbols.name(of: symbol)) else { continue }
            add(symbol.value, Target(role: image.sections[section].isCode ? .function : .symbolAddress, name: name, reported: nil))
        }
    }

    private mutating func addObjectiveC(_ objectiveC: ObjectiveCMetadata) {
        for reference in objectiveC.selectorReferences where query.selectors.contains(reference.name) {
            add(reference.address, Target(role: .selectorSlot, name: reference.name, reported: nil))
        }
        for reference in objectiveC.classReferences where query.classes.contains(reference.name) {
            add(reference.address, Target(role: .symbolSlot, name: reference.name, reported: nil))
        }
        for found in objectiveC.classes where query.classes.contains(found.name) {
            add(found.address, Target(role: .symbolAddress, name: found.name, reported: nil))
        }
    }

    private mutating func addStrings(_ image: MachOImage, _ resolver: PointerResolver) {
        guard !query.strings.isEmpty || !query.stringPrefixes.isEmpty else { return }
        let matcher = StringMatcher(whole: query.strings, prefixes: query.stringPrefixes)
        for section in image.stringSections where !section.name.hasPrefix("__objc_meth") {
            guard let strings = try? image.strings(in: section) else { continue }
            for (address, bytes) in strings where matcher.matches(bytes) {
                add(address, Target(role: .string, name: bytes.string, reported: address))
            }
        }
        for literal in image.constantStrings(resolver) where matcher.matches(literal.text) {
            add(literal.address, Target(role: .string, name: literal.text, reported: literal.characters))
        }
    }
}
