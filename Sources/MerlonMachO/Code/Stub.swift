/// A few instructions that jump to an import: what a call of it calls.
struct Stub {
    let address: UInt64
    /// The pointer that it jumps through.
    let slot: UInt64?
    /// The pointer to the selector that it loads before it sends a message (`__objc_stubs`).
    let selectorSlot: UInt64?
    /// The import's name by the indirect symbol table, where the instructions do not tell.
    let symbolName: String?
}

/// Finds the stubs of an image.
struct StubReader {
    private let image: MachOImage

    init(_ image: MachOImage) { self.image = image }

    func stubs() -> [Stub] {
        let indirect = (try? image.indirectSymbols()) ?? []
        let symbols = try? image.symbols()
        return image.sections.flatMap { section -> [Stub] in
            guard let bytes = try? image.bytes(of: section) else { return [] }
            if section.name == "__objc_stubs" { return messageStubs(bytes, section) }
            guard section.kind == .symbolStubs else { return [] }
            let size = Int(section.reserved2)
            guard size >= 4, size <= 64 else { return [] }
            return stride(from: 0, to: bytes.count / size * size, by: size).enumerated().map { number, offset in
                let address = section.address &+ UInt64(offset)
                if image.header.architecture.isARM64, let code = try? bytes.slice(UInt64(offset), UInt64(size)) {
                    let stub = ARM64StubDecoder.decode(code, at: address)
                    if stub.slot != nil { return stub }
                }
                let (index, overflow) = Int(section.reserved1).addingReportingOverflow(number)
                var name: String?
                if !overflow, indirect.indices.contains(index), indirect[index] & 0xC000_0000 == 0 {
                    name = symbols.flatMap { table in table.symbol(at: indirect[index]).map { table.name(of: $0) } }
                }
                return Stub(address: address, slot: nil, selectorSlot: nil, symbolName: name)
            }
        }
    }

    /// Linkers make them of 12 or of 32 bytes and do not say which: one starts where x1 gets an address.
    private func messageStubs(_ bytes: ByteView, _ section: Section) -> [Stub] {
        guard image.header.architecture.isARM64 else { return [] }
        return stride(from: UInt64(0), to: UInt64(bytes.count / 4 * 4), by: 4).compactMap { offset in
            guard let word = try? bytes.load(UInt32.self, at: offset) else { return nil }
            let first = ARM64Instruction(word)
            guard first.rd == 1, first.isADRP || first.isADR || first.isLoadLiteral64 else { return nil }
            return ARM64StubDecoder.decode(bytes.suffix(from: offset).prefix(32), at: section.address &+ offset)
        }
    }
}
