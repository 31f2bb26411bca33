import MerlonMachO
import Testing

struct SwiftSmallStringTests {
    /// The two words of a small string.
    private func words(_ text: String, discriminator: UInt64 = 0xE0) -> (low: UInt64, high: UInt64) {
        let bytes = Array(text.utf8) + Array(repeating: 0, count: 16)
        func word(_ range: Range<Int>) -> UInt64 { range.reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) } }
        return (word(0..<8), word(8..<15) | (discriminator | UInt64(text.utf8.count)) << 56)
    }

    private func moves(_ register: UInt32, _ value: UInt64) -> [UInt32] {
        let pieces = (0..<4).filter { value >> UInt64($0 * 16) & 0xFFFF != 0 }
        return pieces.enumerated().map { index, piece in
            let bits = UInt32(value >> UInt64(piece * 16) & 0xFFFF)
            return (index == 0 ? 0xD280_0000 : 0xF280_0000) | UInt32(piece) << 21 | bits << 5 | register
        }
    }

    private func found(code: [UInt32] = [], data: [UInt64] = []) throws -> [String] {
        var builder = MachOBuilder.complete()
        builder.put((code + Array(repeating: 0xD503_201F, count: 16 - code.count)).flatMap { builder.integer($0) }, at: 0x1000)
        builder.put(data.flatMap { builder.integer($0) }, at: 0x2050)
        return try builder.image().swiftSmallStrings().map { "\($0.text) \($0.isInCode)" }
    }

    @Test(arguments: ["/bin/bash", "AES", "12345678", "123456789012345"]) func inCode(_ text: String) throws {
        let (low, high) = words(text)
        let forward = moves(0, low) + moves(1, high)
        #expect(try found(code: forward) == ["\(text) true"])
        #expect(try found(code: moves(9, high) + moves(8, low)) == ["\(text) true"])
        #expect(try found(code: [0xD280_0022] + forward + [0x9400_0008]) == ["\(text) true"])
        // A call between the two words: they belong to different things.
        #expect(try found(code: moves(0, low) + [0x9400_0008] + moves(1, high)).isEmpty)
    }

    @Test func inData() throws {
        let (low, high) = words("/usr/sbin/sshd")
        #expect(try found(data: [low, high]) == ["/usr/sbin/sshd false"])
        #expect(try found(data: [0, low, high]) == ["/usr/sbin/sshd false"])
        let (short, count) = words("ab")
        let large = words("/usr/sbin/sshd", discriminator: 0x80)
        for data in [
            [low, high + 1 << 56], [low, high - 1 << 56], [short, count], [large.low, large.high], [low | 0x80, high], [high, low],
        ] {
            #expect(try found(data: data).isEmpty)
        }
    }
}
