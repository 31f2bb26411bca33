import MerlonMachO

/// All ways of looking for hooks in the images of the program, over one index.
struct HookScan {
    let index: ImageIndex

    init(_ space: any AddressSpace) { index = ImageIndex(space) }
    init(_ index: ImageIndex) { self.index = index }

    /// The images of the program itself.
    var own: [Int] { index.images.indices.filter { index.images[$0].origin == .program } }

    /// Pointers that the dynamic linker bound.
    func boundPointers() -> HookFindings {
        let scan = RebindingScan(index)
        var findings = HookFindings()
        for image in own { scan.examine(image, into: &findings) }
        return findings
    }

    /// Functions of the program, and those of others that it imports.
    func functions() -> HookFindings {
        let scan = InlineScan(index: index)
        var findings = HookFindings()
        for image in own { scan.examine(image, into: &findings) }
        for function in importedFunctions() { scan.examine(function, into: &findings) }
        return findings
    }

    /// Tables by which Swift calls methods. An image without Swift has none, which is nothing found.
    func swiftTables() -> HookFindings {
        let scan = SwiftTableScan(index: index)
        var findings = HookFindings()
        for image in own { scan.examine(image, into: &findings) }
        // The images themselves were looked at.
        if findings.unread.isEmpty { findings.examined += own.count }
        return findings
    }

    /// The functions in other images that the program's images import, each once. What they should be is asked, not what the pointers lead to.
    private func importedFunctions() -> [InlineScan.Function] {
        let rebinding = RebindingScan(index)
        let resolver = SymbolResolver(index: index)
        var found: [UInt64: InlineScan.Function] = [:]
        // What cannot be read is noted where pointers are looked at.
        var ignored = HookFindings()
        for number in own {
            guard let (_, pointers) = rebinding.pointers(of: number, notingIn: &ignored) else { continue }
            for pointer in pointers {
                guard case .address(let address, let image) = resolver.expected(pointer.symbol, importedBy: number), found[address] == nil,
                    index.images[image].origin != .program, let mapped = try? index.image(image).get(), mapped.hasCode(at: address)
                else { continue }
                found[address] = InlineScan.Function(address: address, image: image, name: pointer.symbol.name)
            }
        }
        return found.values.sorted { $0.address < $1.address }
    }
}
