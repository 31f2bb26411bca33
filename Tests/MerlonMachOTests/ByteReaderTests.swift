import Testing

@testable import MerlonMachO

struct ByteReaderTests {
    @Test func ulebReadsWhatFitsAndRefusesTheRest() throws {
        let good: [([UInt8], UInt64)] = [
            ([0], 0), ([0x7F], 127), ([0x80, 0x01], 128), ([0xE5, 0x8E, 0x26], 624485), ([0x80, 0x00], 0),
            ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], .max),
        ]
        for (bytes, value) in good {
            var reader = ByteReader(ByteView(copying: bytes))
            #expect(try reader.uleb128() == value)
        }
        let bad: [([UInt8], MachOError.Code)] = [
            ([], .truncated), ([0x80], .truncated), ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02], .malformed),
            (Array(repeating: 0x80, count: 11) + [0], .malformed),
        ]
        for (bytes, code) in bad {
            var reader = ByteReader(ByteView(copying: bytes))
            #expect(throws: MachOError(code, "")) { try reader.uleb128() }
        }
    }

    @Test func slebReadsSigns() throws {
        let good: [([UInt8], Int64)] = [
            ([0x7F], -1), ([0x40], -64), ([0x3F], 63), ([0x9B, 0xF1, 0x59], -624485),
            ([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7F], .min),
        ]
        for (bytes, value) in good {
            var reader = ByteReader(ByteView(copying: bytes))
            #expect(try reader.sleb128() == value)
        }
        var endless = ByteReader(ByteView(copying: Array(repeating: 0xFF, count: 100)))
        #expect(throws: MachOError.self) { try endless.sleb128() }
    }

    @Test func slicesAreCheckedWithoutOverflow() {
        let view = ByteView(copying: [1, 2, 3, 4])
        for (offset, length) in [(5, 0), (0, 5), (4, 1), (.max, 1), (1, .max), (.max, .max)] as [(UInt64, UInt64)] {
            #expect(throws: MachOError(.truncated, "")) { try view.slice(offset, length) }
        }
        for offset in [1, 4, .max, .max - 3] as [UInt64] {
            #expect(throws: MachOError(.truncated, "")) { try view.load(UInt32.self, at: offset) }
        }
        #expect((try? view.slice(4, 0).count) == 0)
        #expect((try? view.load(UInt32.self, at: 0, .big)) == 0x0102_0304)
    }
}
