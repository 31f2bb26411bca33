/// A small program with one table of imported pointers, by an indirect symbol table.
enum ProgramBuilder {
    /// Of the first pointer, from the header.
    static let slotOffset: UInt64 = 0x4000

    static func program(imports: [(symbol: String, library: String)], flags: UInt32 = 0x85) -> [UInt8]? {
        func words(_ values: UInt32...) -> [UInt8] { values.flatMap(littleEndian) }
        func fixed(_ text: String) -> [UInt8] { Array((Array(text.utf8) + Array(repeating: 0, count: 16)).prefix(16)) }
        func command(_ kind: UInt32, _ body: [UInt8]) -> [UInt8] {
            let padded = body + Array(repeating: 0, count: (8 - body.count % 8) % 8)
            return words(kind, UInt32(padded.count + 8)) + padded
        }
        func segment(_ name: String, _ offset: UInt64, _ size: UInt64, _ protection: UInt32, _ sections: [UInt8] = [], _ count: UInt32 = 0)
            -> [UInt8]
        {
            let numbers = [0x1_0000_0000 + offset, size, offset, size].flatMap(littleEndian)
            return command(0x19, fixed(name) + numbers + words(protection, protection, count, 0) + sections)
        }
        let count = UInt32(imports.count)
        let table = fixed("__got") + fixed("__DATA_CONST") + littleEndian(0x1_0000_4000 as UInt64) + littleEndian(UInt64(count) * 8)
        let got = table + words(0x4000, 3, 0, 0, 6, 0, 0, 0)
        let libraries = imports.map(\.library).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        var strings: [UInt8] = [0]
        var symbols: [UInt8] = []
        for (symbol, library) in imports {
            guard let ordinal = libraries.firstIndex(of: library) else { return nil }
            symbols += words(UInt32(strings.count)) + [1, 0] + littleEndian(UInt16(ordinal + 1) << 8) + littleEndian(UInt64(0))
            strings += Array(symbol.utf8) + [0]
        }
        let indirect: [UInt8] = (0..<count).flatMap { littleEndian($0) }
        // One function, at 0x1000.
        let starts: [UInt8] = [0x80, 0x20, 0, 0, 0, 0, 0, 0]
        let stringsOffset = UInt32(0x8000 + symbols.count + indirect.count)
        let commands =
            [
                segment("__TEXT", 0, 0x4000, 5), segment("__DATA_CONST", 0x4000, 0x4000, 3, got, 1),
                segment("__LINKEDIT", 0x8000, 0x4000, 1),
                command(0x2, words(0x8000, count, stringsOffset, UInt32(strings.count))),
                command(0xB, words(0, 0, 0, 0, 0, count, 0, 0, 0, 0, 0, 0, 0x8000 + UInt32(symbols.count), count, 0, 0, 0, 0)),
                command(0x26, words(stringsOffset + UInt32(strings.count), UInt32(starts.count))),
            ] + libraries.map { command(0xC, words(24, 0, 0, 0) + Array($0.utf8) + [0]) }
        let area = commands.flatMap { $0 }
        var file = words(0xFEED_FACF, 0x0100_000C, 0, 2, UInt32(commands.count), UInt32(area.count), flags, 0) + area
        file += Array(repeating: 0, count: 0x8000 - file.count) + symbols + indirect + strings + starts
        return file + Array(repeating: 0, count: 0xC000 - file.count)
    }
}
