import MerlonMachO

/// Which pointers of a loaded image the dynamic linker bound, and to what.
///
/// Where the file is there, its fixups say so; an image in memory has addresses where chained fixups were. Without the file, bind opcodes do, which
/// stay in memory; without those, the indirect symbol table, which has the import of every entry of `__got`, `__auth_got` and `__la_symbol_ptr`.
struct BoundPointers {
    struct Pointer: Hashable {
        /// As in the file: unslid.
        var address: UInt64
        var symbol: Import
        var addend: Int64
        var isLazy: Bool
    }

    private(set) var pointers: [Pointer] = []
    /// Why the list is not complete; `nil` when it is.
    private(set) var problem: String?

    init(_ mapped: MappedImage, file: MachOImage?) {
        let memory = mapped.image
        let eligible = memory.sections.filter { Self.staysAsBound($0, in: memory) }
        if let file {
            read(file.imports(), eligible)
        } else if memory.commands.chainedFixups == nil, memory.commands.dyldInfo != nil {
            read(memory.imports(), eligible)
        } else {
            readIndirectSymbols(memory)
        }
    }

    /// Tables of pointers, and constants of segments that are read-only once the linker is done. What a program may write to itself is left out.
    private static func staysAsBound(_ section: Section, in image: MachOImage) -> Bool {
        if section.kind == .nonLazySymbolPointers || section.kind == .lazySymbolPointers { return true }
        guard let segment = image.segments.first(where: { $0.contains(section.address) }) else { return false }
        return segment.flags & 0x10 != 0 && ["__const", "__auth_ptr", "__got", "__auth_got"].contains(section.name)
    }

    private mutating func read(_ imports: ImportTable, _ sections: [Section]) {
        problem = imports.problems.first?.description
        let sections = sections.sorted { $0.address < $1.address }
        var place = 0
        // Both are in ascending order.
        for binding in imports.bindings {
            while place < sections.count, sections[place].endAddress <= binding.address { place += 1 }
            guard place < sections.count, sections[place].contains(binding.address) else { continue }
            pointers.append(
                Pointer(
                    address: binding.address, symbol: imports.symbols[binding.symbol], addend: binding.addend,
                    isLazy: sections[place].kind == .lazySymbolPointers))
        }
    }

    private mutating func readIndirectSymbols(_ image: MachOImage) {
        do throws(MachOError) {
            let indirect = try image.indirectSymbols()
            guard let symbols = try image.symbols() else {
                problem = "no symbol table"
                return
            }
            let isTwoLevel = image.header.flags.contains(.twoLevelNamespace)
            for section in image.sections where section.kind == .nonLazySymbolPointers || section.kind == .lazySymbolPointers {
                for number in 0..<section.size / 8 {
                    let position = UInt64(section.reserved1) + number
                    guard position < UInt64(indirect.count) else { throw MachOError(.malformed, "indirect symbol table is too short") }
                    guard let symbol = symbols.symbol(at: indirect[Int(position)]), symbol.isUndefined else { continue }
                    let library = isTwoLevel ? symbol.library : .flatLookup
                    pointers.append(
                        Pointer(
                            address: section.address &+ number * 8,
                            symbol: Import(name: symbols.name(of: symbol), library: library, isWeak: symbol.isWeakReference), addend: 0,
                            isLazy: section.kind == .lazySymbolPointers))
                }
            }
        } catch { problem = error.description }
    }
}
