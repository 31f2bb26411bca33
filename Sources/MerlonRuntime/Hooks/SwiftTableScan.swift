import MerlonMachO

/// Compares the entries of Swift's tables with what descriptors, or the file's fixups, say of them.
struct SwiftTableScan {
    /// The image's file.
    private typealias Original = (image: MachOImage, resolver: PointerResolver)

    let index: ImageIndex

    /// Looks at all tables of an image.
    func examine(_ number: Int, into findings: inout HookFindings) {
        switch index.image(number) {
        case .failure(let error): findings.note(unread: index.images[number], error.description)
        case .success(let mapped):
            guard !mapped.isInSharedCache else { return findings.note(unread: mapped.loaded, "in the shared cache") }
            let file = ImageFile.slice(of: mapped, in: index.space)
            // Which entries there are, the file says where it can: in memory a table of witnesses ends where the first hook begins.
            let source = file ?? mapped.image
            let resolver = PointerResolver(source, imports: source.imports(), addressMask: index.space.addressMask.bits)
            let original = file.map { (image: $0, resolver: resolver) }
            for entry in source.swiftTableEntries(resolver) { examine(entry, mapped, original, into: &findings) }
        }
    }

    private func examine(
        _ entry: SwiftTableEntry, _ mapped: MappedImage, _ original: Original?, into findings: inout HookFindings
    ) {
        guard let value = mapped.pointer(at: entry.address) else {
            findings.undetermined += 1
            return
        }
        if isRight(value, entry, mapped, original) {
            findings.examined += 1
            return
        }
        findings.examined += 1
        let owner = index.owner(of: value)
        findings.add(
            HookedFunction(
                entry.table == .witness ? .swiftWitness : .swiftClassEntry, image: ScrubbedPath.scrub(mapped.loaded.path),
                name: "\(entry.type), \(entry.table == .metadata ? "word" : "entry") \(entry.index)",
                target: owner.map { ScrubbedPath.scrub(index.images[$0].path) },
                targetOrigin: owner.map { index.images[$0].origin },
                staysInside: owner.map { index.images[$0] == mapped.loaded } ?? false))
    }

    private func isRight(_ value: UInt64, _ entry: SwiftTableEntry, _ mapped: MappedImage, _ original: Original?) -> Bool {
        if let implementation = entry.implementation { return value == implementation &+ mapped.slide }
        if entry.table == .metadata, let original, isAsInFile(value, entry.address, original.image) { return true }
        switch original?.resolver.target(at: entry.address) {
        case .address(let address): return value == address &+ mapped.slide
        case .null: return value == 0
        // An import, which is a pointer that the linker binds: any image's will do that is no stranger's.
        case .symbol, nil:
            if value == 0 { return true }
            guard let owner = index.owner(of: value) else { return false }
            return index.images[owner].origin != .foreign
        }
    }

    /// A number among the words of a class, which looks like a fixup and is none: memory has it as the file does.
    private func isAsInFile(_ value: UInt64, _ address: UInt64, _ file: MachOImage) -> Bool {
        (try? file.bytes(at: address)?.load(UInt64.self, at: 0)) == value
    }
}
