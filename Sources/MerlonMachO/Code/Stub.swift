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
            let isMessageStubs = section.name == "__objc_stubs"
            guard section.kind == .symbolStubs || isMessageStubs, let bytes = try? image.bytes(of: section) else { return [] }
            let size = Int(section.reserved2 > 0 ? section.reserved2 : 32)
            guard size >= 4, size <= 64 else { return [] }
            return stride(from: 0, to: bytes.count / size * size, by: size).enumerated().map { number, offset in
                let address = section.address &+ UInt64(offset)
                var stub = Stub(address: address, slot: nil, selectorSlot: nil, symbolName: nil)
                if image.header.architecture.isARM64, let code = try? bytes.slice(UInt64(offset), UInt64(size)) {
                    stub = ARM64StubDecoder.decode(code, at: address)
                }
                let (index, overflow) = Int(section.reserved1).addingReportingOverflow(number)
                guard !isMessageStubs, stub.slot == nil, !overflow, indirect.indices.contains(index), indirect[index] & 0xC000_0000 == 0,
                    let symbols, let symbol = symbols.symbol(at: indirect[index])
                else { return stub }
                return Stub(address: address, slot: nil, selectorSlot: nil, symbolName: symbols.name(of: symbol))
            }
        }
    }
}
