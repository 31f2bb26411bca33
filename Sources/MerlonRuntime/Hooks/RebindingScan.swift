import MerlonMachO

/// Compares the pointers that the dynamic linker bound with the exports of the libraries that should provide their symbols.
struct RebindingScan {
    let index: ImageIndex
    private let resolver: SymbolResolver
    private var mask: AddressMask { index.space.addressMask }

    init(_ index: ImageIndex) {
        self.index = index
        resolver = SymbolResolver(index: index)
    }

    /// What a pointer turned out to be.
    enum Judgement: Hashable {
        case asBound
        case hooked(target: Int?, staysInside: Bool)
        case undetermined
    }

    /// Looks at all bound pointers of an image, or at those to one symbol.
    func examine(_ number: Int, only symbol: String? = nil, into findings: inout HookFindings) {
        guard let (mapped, pointers) = pointers(of: number, notingIn: &findings) else { return }
        for pointer in pointers where symbol == nil || pointer.symbol.name == symbol {
            switch judge(pointer, of: mapped, number) {
            case .asBound: findings.examined += 1
            case .undetermined: findings.undetermined += 1
            case .hooked(let target, let staysInside):
                findings.examined += 1
                findings.add(
                    HookedFunction(
                        .symbolPointer, image: ScrubbedPath.scrub(mapped.loaded.path), name: pointer.symbol.name,
                        target: target.map { ScrubbedPath.scrub(index.images[$0].path) },
                        targetOrigin: target.map { index.images[$0].origin }, staysInside: staysInside))
            }
        }
    }

    /// The bound pointers of an image; what could not be read is noted.
    func pointers(of number: Int, notingIn findings: inout HookFindings) -> (MappedImage, [BoundPointers.Pointer])? {
        switch index.image(number) {
        case .failure(let error):
            findings.note(unread: index.images[number], error.description)
            return nil
        case .success(let mapped):
            // Its pointers were bound when the cache was made, and no file says to what.
            if mapped.isInSharedCache { findings.note(unread: mapped.loaded, "in the shared cache") }
            if mapped.image.pointerSize != 8 { findings.note(unread: mapped.loaded, "not of 64 bits") }
            guard !mapped.isInSharedCache, mapped.image.pointerSize == 8 else { return nil }
            let bound = BoundPointers(mapped, file: ImageFile.slice(of: mapped, in: index.space))
            if let problem = bound.problem { findings.note(unread: mapped.loaded, problem) }
            return (mapped, bound.pointers)
        }
    }

    /// What a pointer is now, against what it should be.
    func judge(_ pointer: BoundPointers.Pointer, of mapped: MappedImage, _ number: Int) -> Judgement {
        guard let value = mapped.pointer(at: pointer.address) else { return .undetermined }
        let expected = resolver.expected(pointer.symbol, importedBy: number)
        if case .address(let address, _) = expected, value == mask.address(in: address &+ UInt64(bitPattern: pointer.addend)) {
            return .asBound
        }
        // Nobody defines it, or it was cleared: a call ends in a crash and not in a hook.
        if value == 0 { return expected == .absent ? .asBound : .undetermined }
        if pointer.isLazy, isUnbound(value, in: mapped) { return .asBound }
        let owner = index.owner(of: value)
        switch expected {
        case .chosen(let image): return owner == image ? .asBound : .hooked(target: owner, staysInside: false)
        case .address(_, let image): return .hooked(target: owner, staysInside: owner == image)
        case .absent, .anywhere:
            guard let owner else { return .hooked(target: nil, staysInside: false) }
            // Of code from elsewhere it does not matter by which rule the linker chose it.
            guard index.images[owner].origin != .foreign else { return .hooked(target: owner, staysInside: false) }
            let address = mask.address(in: value &- UInt64(bitPattern: pointer.addend))
            if isDefinition(address, of: pointer.symbol.name, in: owner) { return .asBound }
            // Not even the exports of where it leads are known.
            if index.exports(owner) == nil { return .undetermined }
            return isDefinition(address, of: pointer.symbol.name) ? .asBound : .hooked(target: owner, staysInside: false)
        }
    }

    /// A lazy pointer leads into the image's own stub helper until the first call.
    private func isUnbound(_ value: UInt64, in mapped: MappedImage) -> Bool {
        let own = value &- mapped.slide
        return mapped.image.sections.contains { $0.name == "__stub_helper" && $0.contains(own) }
    }

    private func isDefinition(_ address: UInt64, of name: String, in image: Int) -> Bool {
        guard let export = try? index.exports(image)?.export(named: name) else { return false }
        switch export.target {
        case .address(let found), .absolute(let found): return found == address || export.hasVariants
        case .resolver: return true
        case .reexport: return false
        }
    }

    /// Whether any image has the symbol there, perhaps under another name where it comes from. Looks through all: for what is suspicious already.
    private func isDefinition(_ address: UInt64, of name: String) -> Bool {
        index.images.indices.contains { image in
            if case .address(address, _)? = resolver.find(name, in: image) { true } else { false }
        }
    }
}
