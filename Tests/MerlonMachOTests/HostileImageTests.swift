import MerlonMachO
import Testing

/// Whatever the bytes are, reading ends soon, without a trap.
struct HostileImageTests {
    private let whole = MachOBuilder.complete().bytes

    @Test func everyCut() {
        // Between the load commands and the first content there is padding.
        let lengths = Array(0..<MachOBuilder.complete().headerSize + 8) + Array(0x1000...whole.count)
        for length in lengths { exercise(Array(whole[..<length])) }
        #expect(exercise(whole) > 40)
    }

    /// Each field of four and of eight bytes in the header and the load commands, at the values where arithmetic breaks.
    @Test(arguments: [4, 8]) func everyFieldOfTheHeader(_ width: Int) {
        let end = MachOBuilder.complete().headerSize
        for offset in stride(from: 4, through: end - width, by: 4) {
            for value in extremes(width) {
                var bytes = whole
                bytes.replaceSubrange(offset..<offset + width, with: value)
                exercise(bytes)
            }
        }
    }

    /// The same for the tables that the commands lead to: symbols, fixups, trie, signature, class data, code.
    @Test func everyFieldOfTheTables() {
        let tables = [0x1000..<0x1050, 0x10C0..<0x1100, 0x2000..<0x20D0, 0x3000..<0x30B0, 0x3100..<0x3170, 0x3200..<0x32A0]
        for offset in tables.joined() where offset % 2 == 0 {
            for value in extremes(4) {
                var bytes = whole
                bytes.replaceSubrange(offset..<offset + 4, with: value)
                exercise(bytes)
            }
        }
    }

    private func extremes(_ width: Int) -> [[UInt8]] {
        let narrow: [UInt32] = [0, 1, .max, .max - 1, 0x7FFF_FFFF, 0x8000_0000]
        let wide: [UInt64] = [0, 1, .max, .max - 1, UInt64(Int64.max)]
        return width == 4 ? narrow.map { littleEndian($0) } : wide.map { littleEndian($0) }
    }

    @Test func unboundedCountsAreRefused() throws {
        var builder = MachOBuilder()
        builder.addSegment("__DATA", address: 0, size: .max, fileOffset: 0, fileSize: .max, sectionCount: .max)
        builder.add(0x2, builder.words(0, .max, 0, .max))
        builder.add(0xB, builder.words(0, .max, 0, .max, 0, .max) + builder.words(0, 0, 0, 0, 0, 0) + builder.words(0, .max, 0, 0, 0, 0))
        builder.add(0x32, builder.words(2, 0, 0, .max))
        builder.add(0x2D, builder.words(.max))
        let image = try builder.image()
        #expect(image.commands.problems.count == 1)
        #expect(image.commands.segments.count == 1 && image.sections.isEmpty)
        #expect(throws: MachOError(.truncated, "")) { try image.symbols() }
        #expect(throws: MachOError(.truncated, "")) { try image.indirectSymbols() }
        var lying = builder.bytes
        lying.replaceSubrange(16..<20, with: [0xFF, 0xFF, 0xFF, 0x7F])
        #expect(throws: MachOError(.malformed, "")) { try MachOImage(ByteView(copying: lying)) }
    }

    @Test func overlappingSegmentsAreReadFromTheFirst() throws {
        var builder = MachOBuilder()
        builder.addSegment("__A", address: 0x1000, size: 0x1000, fileOffset: 0x1000, fileSize: 0x10)
        builder.addSegment("__B", address: 0x1008, size: 0x1000, fileOffset: 0x2000, fileSize: 0x10)
        builder.put([1], at: 0x1008)
        builder.put(Array(repeating: 2, count: 16), at: 0x2000)
        let image = try builder.image()
        #expect(image.bytes(at: 0x1008)?[0] == 1)
        #expect(image.bytes(at: 0x1010) == nil)  // in the first segment, past its bytes in the file
        #expect(image.bytes(at: 0x2000)?.count == nil && image.bytes(at: 0x0FFF) == nil)
    }

    /// Many sections that all claim the whole file would make every reader's work a multiple of it.
    @Test func sectionsThatClaimTheSameBytesAreEmptied() throws {
        var builder = MachOBuilder()
        let section = MachOBuilder.SectionFields(name: "__cstring", segment: "__TEXT", address: 0, size: 0x8000, offset: 0, flags: 2)
        for _ in 0..<300 {
            let sections = Array(repeating: section, count: 8)
            builder.addSegment("__TEXT", address: 0, size: 0x8000, fileOffset: 0, fileSize: 0x8000, sections: sections)
        }
        let image = try builder.image()
        #expect(image.segments.count == 256 && image.sections.count == 1024)
        #expect(image.sections.reduce(0) { $0 + $1.size } <= 2 * UInt64(image.bytes.count))
        #expect(image.commands.problems.map(\.code).contains(.malformed))
    }

    /// A problem in one part leaves the others.
    @Test func partsFailAlone() throws {
        var builder = MachOBuilder.complete()
        builder.put([0xFF, 0xFF, 0xFF, 0xFF], at: 0x3080)
        builder.put([0, 0, 0, 0], at: 0x3200)
        let image = try builder.image()
        #expect(throws: MachOError.self) { try image.exports() }
        #expect(throws: MachOError(.malformed, "")) { try image.codeSignature() }
        #expect(image.imports().bindings.count == 2)
        #expect(try image.functionStarts().count == 2)
    }
}
