import MerlonMachO

@testable import MerlonRuntime

/// A library that exports what it is told to, as the dynamic linker would have it in memory: each symbol a function of 32 bytes.
struct FakeLibrary {
    var name: String
    /// Re-exported as wholes.
    var reexports: [String] = []
    /// Symbols that are another library's, by that library's place in ``reexports`` (from 1) and the name there.
    var forwarded: [String: (ordinal: UInt64, name: String)] = [:]
    var weak: Set<String> = []
    var resolved: Set<String> = []
    var isInSharedCache = false
    var cpuType: UInt32 = 0x0100_000C
    /// Whether it has an identifier, and its file lies where it was loaded from.
    var hasFile = false
    private(set) var symbols: [String] = []
    private static let base: UInt64 = 0x2_0000_0000
    private static let textOffset = 0x4000

    init(_ name: String, _ symbols: some Collection<String>) {
        self.name = name
        self.symbols = Set(symbols).sorted()
    }

    /// Where a symbol lies from the header.
    func offset(of symbol: String) -> UInt64? { symbols.firstIndex(of: symbol).map { UInt64(Self.textOffset + $0 * 32) } }

    /// A function that sets up a frame and returns.
    var function: [UInt8] {
        let arm: [UInt32] = [0xA9BF_7BFD, 0x9100_03FD, 0x5280_0000, 0xA8C1_7BFD, 0xD65F_03C0, 0xD503_201F, 0xD503_201F, 0xD503_201F]
        if cpuType == 0x0100_000C { return arm.flatMap(littleEndian) }
        return [0x55, 0x48, 0x89, 0xE5, 0x31, 0xC0, 0x5D, 0xC3] + Array(repeating: 0x90, count: 24)
    }

    /// Puts it into the process and lists it there.
    @discardableResult func load(into process: SimulatedProcess, path: String? = nil, _ origin: ImageOrigin = .system) -> UInt64 {
        let text = Self.textOffset + max(symbols.count, 1) * 32
        let textSize = (text + 0x3FFF) & ~0x3FFF
        // Where functions start, behind the trie: the first from the header, each 32 bytes on.
        let trie = self.trie + Array(repeating: 0, count: 8 - self.trie.count % 8)
        let starts = hasFile ? uleb(UInt64(Self.textOffset)) + symbols.dropFirst().map { _ in 32 } + [0] : []
        let image = header(textSize: textSize, trieSize: trie.count, startsSize: starts.count)
        let address = process.map(textSize + (trie.count + starts.count + 0x3FFF) & ~0x3FFF)
        process.write(image, at: address)
        for index in symbols.indices { process.write(function, at: address + UInt64(Self.textOffset + index * 32)) }
        process.write(trie + starts, at: address + UInt64(textSize))
        if hasFile { process.files[path ?? name] = process.bytes(at: address, count: textSize + trie.count + starts.count)?.array }
        process.add(path ?? name, at: address, origin)
        return address
    }

    private var trie: [UInt8] {
        var entries: [String: [UInt8]] = [:]
        for (index, symbol) in symbols.enumerated() {
            let address = UInt64(Self.textOffset + index * 32)
            let flags: UInt8 = (weak.contains(symbol) ? 4 : 0) | (resolved.contains(symbol) ? 0x10 : 0)
            entries[symbol] = [flags] + uleb(address) + (resolved.contains(symbol) ? uleb(address) : [])
        }
        for (symbol, other) in forwarded { entries[symbol] = [8] + uleb(other.ordinal) + Array(other.name.utf8) + [0] }
        return TrieBuilder.trie(entries)
    }

    private func header(textSize: Int, trieSize: Int, startsSize: Int) -> [UInt8] {
        func words(_ values: UInt32...) -> [UInt8] { values.flatMap(littleEndian) }
        func fixed(_ text: String) -> [UInt8] { Array((Array(text.utf8) + Array(repeating: 0, count: 16)).prefix(16)) }
        func command(_ kind: UInt32, _ body: [UInt8]) -> [UInt8] {
            let padded = body + Array(repeating: 0, count: (8 - body.count % 8) % 8)
            return words(kind, UInt32(padded.count + 8)) + padded
        }
        func segment(_ name: String, _ address: UInt64, _ size: Int, _ offset: Int, _ protection: UInt32) -> [UInt8] {
            let numbers = [address, UInt64(size), UInt64(offset), UInt64(size)].flatMap(littleEndian)
            return command(0x19, fixed(name) + numbers + words(protection, protection, 0, 0))
        }
        func library(_ kind: UInt32, _ name: String) -> [UInt8] { command(kind, words(24, 0, 0, 0) + Array(name.utf8) + [0]) }
        let fileOffset = isInSharedCache ? 0x1000_0000 : 0
        var commands = [
            segment("__TEXT", Self.base, textSize, fileOffset, 5),
            segment("__LINKEDIT", Self.base + UInt64(textSize), (trieSize + startsSize + 0x3FFF) & ~0x3FFF, fileOffset + textSize, 1),
            library(0xD, name), command(0x8000_0033, words(UInt32(fileOffset + textSize), UInt32(trieSize))),
        ]
        if hasFile {
            commands += [command(0x1B, Array(1...16)), command(0x26, words(UInt32(fileOffset + textSize + trieSize), UInt32(startsSize)))]
        }
        commands += reexports.map { library(0x8000_001F, $0) }
        let area = commands.flatMap { $0 }
        let flags: UInt32 = isInSharedCache ? 0x8000_0085 : 0x85
        return words(0xFEED_FACF, cpuType, 0, 6, UInt32(commands.count), UInt32(area.count), flags, 0) + area
    }
}
