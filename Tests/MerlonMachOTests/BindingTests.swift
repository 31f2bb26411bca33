import MerlonMachO
import Testing

struct BindingTests {
    private static let data: UInt64 = 0x4000

    /// An image whose `__DATA` holds the given pointers.
    private func builder(_ pointers: [UInt64] = [], is64Bit: Bool = true) -> MachOBuilder {
        var builder = MachOBuilder(is64Bit: is64Bit)
        builder.addSegment("__TEXT", address: 0x1000, size: 0x1000, fileOffset: 0, fileSize: 0x1000)
        builder.addSegment("__DATA", address: Self.data, size: 0x1000, fileOffset: 0x1000, fileSize: 0x1000)
        builder.put(pointers.flatMap { builder.word($0) }, at: 0x1000)
        builder.put([0], at: 0x1FFF)
        return builder
    }

    private func imports(opcodes: [UInt8], lazy: [UInt8] = [], weak: [UInt8] = []) throws -> ImportTable {
        var builder = builder()
        let sizes = [opcodes, weak, lazy].map { UInt32($0.count) }
        builder.add(0x8000_0022, builder.words(0, 0, 0x2000, sizes[0], 0x2100, sizes[1]) + builder.words(0x2200, sizes[2], 0, 0))
        for (offset, bytes) in zip([0x2000, 0x2100, 0x2200], [opcodes, weak, lazy]) { builder.put(bytes, at: offset) }
        return try builder.image().imports()
    }

    private func symbol(_ name: String, flags: UInt8 = 0) -> [UInt8] { [0x40 | flags] + Array(name.utf8) + [0] }

    @Test func opcodes() throws {
        let regular: [UInt8] =
            [0x12] + symbol("_a", flags: 1) + [0x51, 0x71, 0x08, 0x90, 0xA0, 0x08, 0x60, 0x7F, 0xB1, 0x3E] + symbol("_b") + [0xC0, 3, 8, 0]
        let lazy: [UInt8] =
            [0x71] + uleb(0x100) + [0x11] + symbol("_c") + [0x90, 0, 0x71] + uleb(0x108) + [0x3F] + symbol("_d") + [0x90, 0]
        let weak: [UInt8] = symbol("_a") + [0x71, 0x08, 0x90, 0]
        let table = try imports(opcodes: regular, lazy: lazy, weak: weak)
        #expect(table.problems.isEmpty)
        let found = table.bindings.map { "\($0.address - Self.data) \(table.symbols[$0.symbol].name) \($0.addend)" }
        #expect(found == ["8 _a 0", "16 _a 0", "32 _a -1", "48 _b -1", "64 _b -1", "80 _b -1", "256 _c 0", "264 _d 0"])
        #expect(table.symbols[0].library == .library(1) && table.symbols[0].isWeak)
        #expect(
            table.symbol(boundAt: Self.data + 48)?.library == .flatLookup
                && table.symbol(boundAt: Self.data + 0x100)?.library == .library(0))
        #expect(table.symbol(boundAt: Self.data + 264)?.library == .mainExecutable)
        #expect(table.symbol(boundAt: Self.data + 1) == nil)
    }

    @Test func hostileOpcodes() throws {
        let named = symbol("_a") + [0x71, 0]
        let cases: [(String, [UInt8], MachOError.Code)] = [
            ("no symbol", [0x71, 0, 0x90], .malformed), ("no segment", symbol("_a") + [0x90], .malformed),
            ("a segment that is not there", [0x7F, 0], .malformed),
            ("outside of the segment", named + [0x80] + uleb(0xFF9) + [0x90], .malformed),
            ("billions, forward", named + [0xC0] + uleb(.max) + [0], .malformed),
            ("billions, on the spot", named + [0xC0] + uleb(.max) + uleb(.max - 7), .limitExceeded),
            ("unknown", [0xE0], .malformed), ("threaded", [0xD0], .unsupported), ("name without end", [0x40, 0x61], .malformed),
            ("number without end", [0x71, 0x80], .truncated),
        ]
        for (name, opcodes, code) in cases { #expect(try imports(opcodes: opcodes).problems.map(\.code) == [code], "\(name)") }
    }

    /// Fixups with one import in format 1, for `__DATA`.
    private func chained(
        format: UInt16, pointers: [UInt64], starts: [UInt16] = [0], pageSize: UInt16 = 0x1000, importFormat: UInt32 = 1,
        importCount: UInt32 = 1,
        imports: [UInt8]? = nil, compression: UInt32 = 0, pageCount: UInt16? = nil, maximumPointer: UInt32 = 0, is64Bit: Bool = true
    ) throws -> MachOImage {
        var builder = builder(pointers, is64Bit: is64Bit)
        let list = imports ?? builder.words(1 | 1 << 8 | 1 << 9)
        builder.add(0x8000_0034, builder.words(0x2000, 0x200))
        builder.put(builder.words(0, 0x20, 0x100, 0x180, importCount, importFormat, compression, 0), at: 0x2000)
        builder.put(builder.words(2, 0, 12, UInt32(22 + starts.count * 2)), at: 0x2020)
        builder.put(builder.integer(pageSize) + builder.integer(format) + builder.integer(UInt64(0x3000)), at: 0x2030)
        builder.put(builder.words(maximumPointer) + builder.integer(pageCount ?? UInt16(starts.count)), at: 0x203C)
        builder.put(starts.flatMap { builder.integer($0) }, at: 0x2042)
        builder.put(list, at: 0x2100)
        builder.put([0] + Array("_a\0".utf8), at: 0x2180)
        builder.put([0], at: 0x21FF)
        return try builder.image()
    }

    /// Each format with a binding, a plain pointer, and for arm64e a signed pointer.
    @Test func pointerFormats() throws {
        let bind64: UInt64 = 1 << 63 | 2 << 51 | 7 << 24
        let cases: [(UInt16, [UInt64], target: UInt64, signed: UInt64?, addend: Int64)] = [
            (2, [bind64, 0x1234 | 0x80 << 36], 0x1234, nil, 7), (6, [bind64, 0x234 | 0x80 << 36], 0x1234, nil, 7),
            (1, [1 << 62 | 1 << 51 | 0x7FFFF << 32, 1 << 51 | 0x1234, 1 << 63 | 0x234], 0x1234, 0x1234, -1),
            (9, [1 << 62 | 1 << 51 | 5 << 32, 1 << 51 | 0x234, 1 << 63 | 0x234 | 0xABCD << 32], 0x1234, 0x1234, 5),
            (12, [3 << 62 | 1 << 51, 1 << 51 | 0x234, 1 << 63 | 0x235], 0x1234, 0x1235, 0),
        ]
        for (format, pointers, target, signed, addend) in cases {
            let image = try chained(format: format, pointers: pointers)
            let resolver = PointerResolver(image, imports: image.imports())
            #expect(resolver.imports.problems.isEmpty, "\(format)")
            #expect(
                resolver.imports.bindings.map(\.address) == [Self.data] && resolver.imports.bindings.map(\.addend) == [addend], "\(format)")
            #expect(resolver.target(at: Self.data) == .symbol(0) && resolver.address(at: Self.data + 8) == target, "\(format)")
            if let signed { #expect(resolver.address(at: Self.data + 16) == signed, "\(format)") }
            #expect(resolver.target(at: Self.data + 0x800) == .null && resolver.target(at: 0x9000) == nil, "\(format)")
        }
    }

    @Test func pointersOf32Bits() throws {
        // Two chains in one page: the list of their starts follows the list of pages.
        let image = try chained(
            format: 3, pointers: [1 << 31 | 1 << 26, 0x1234, 1 << 31, 0x0200_2000], starts: [0x8001, 0, 0x8008], pageCount: 1,
            maximumPointer: 0x20_0000, is64Bit: false)
        let resolver = PointerResolver(image, imports: image.imports())
        #expect(resolver.imports.problems.isEmpty)
        #expect(resolver.imports.bindings.map(\.address) == [Self.data, Self.data + 8])
        #expect(resolver.address(at: Self.data + 4) == 0x1234)
        #expect(resolver.address(at: Self.data + 12) == 0xFFF0_2000)
    }

    @Test func importFormats() throws {
        let builder = MachOBuilder()
        let bind: [UInt64] = [1 << 63]
        let cases: [(UInt32, [UInt8], LibraryOrdinal, Bool)] = [
            (1, builder.words(0xFE | 1 << 9), .flatLookup, false), (1, builder.words(0xF0 | 1 << 8 | 1 << 9), .library(0xEF), true),
            (2, builder.words(0xFD | 1 << 9, 5), .weakLookup, false), (3, builder.words(0xFFFF, 1, 5, 0), .mainExecutable, false),
            (3, builder.words(0x1_0101, 1, 0, 0), .library(0x100), true), (1, builder.words(0 | 1 << 9), .thisImage, false),
        ]
        for (format, list, library, isWeak) in cases {
            let table = try chained(format: 6, pointers: bind, importFormat: format, imports: list).imports()
            #expect(table.problems.isEmpty && table.symbols.map(\.name) == ["_a"])
            #expect(table.symbols.map(\.library) == [library] && table.symbols.map(\.isWeak) == [isWeak])
        }
    }

    @Test func hostileChains() throws {
        let bind: UInt64 = 1 << 63
        let cases: [(String, MachOImage, MachOError.Code)] = [
            ("compressed", try chained(format: 6, pointers: [bind], compression: 1), .unsupported),
            ("imports of an unknown format", try chained(format: 6, pointers: [bind], importFormat: 9), .unsupported),
            ("billions of imports", try chained(format: 6, pointers: [bind], importCount: .max), .truncated),
            ("pointers of a kernel", try chained(format: 8, pointers: [bind]), .unsupported),
            ("an import that is not there", try chained(format: 6, pointers: [bind | 1]), .malformed),
            ("a chain that leaves its page", try chained(format: 6, pointers: [bind | 0xFFF << 51], pageSize: 0x400), .malformed),
            ("a page past the segment", try chained(format: 6, pointers: [bind], starts: [0, 0]), .malformed),
            ("more pages than listed", try chained(format: 6, pointers: [bind], pageCount: .max), .malformed),
            ("pages of no size", try chained(format: 6, pointers: [bind], pageSize: 0), .malformed),
            ("a name outside", try chained(format: 6, pointers: [bind], imports: MachOBuilder().words(0xFFFF_FE01)), .malformed),
        ]
        for (name, image, code) in cases { #expect(image.imports().problems.first?.code == code, "\(name)") }
        // The same page listed many times in the starts of a 32-bit image, each time walked from its start.
        let chain = Array(repeating: UInt64(1 << 31 | 1 << 26), count: 1023) + [1 << 31]
        let starts = [0x8001] + Array(repeating: UInt16(0), count: 200) + [0x8000]
        let bomb = try chained(format: 3, pointers: chain, starts: starts, pageCount: 1, is64Bit: false).imports()
        #expect(bomb.problems.map(\.code) == [.limitExceeded] && bomb.bindings.count <= 1024)
    }
}
