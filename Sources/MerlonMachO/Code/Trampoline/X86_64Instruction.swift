/// The length of an x86-64 instruction, and what in it depends on its own place (Intel SDM volume 2, appendix A).
///
/// Those that compilers begin functions with are known; any other is refused: a length that is guessed makes code of data.
struct X86_64Instruction {
    /// What depends on where the instruction lies; distances from its end.
    enum Place: Hashable {
        case none
        case jump(UInt64)
        case call(UInt64)
        /// `jcc`, with its condition.
        case condition(UInt8, UInt64)
        /// A memory operand relative to the instruction pointer.
        case operand(UInt64)
    }

    private(set) var length = 0
    private(set) var place = Place.none
    private let code: ByteView

    init(_ code: ByteView) throws(MachOError) {
        self.code = code
        try read()
    }

    private static func unknown() -> MachOError { MachOError(.unsupported, "an instruction at the function's start is not known") }

    private mutating func next() throws(MachOError) -> UInt8 {
        guard let byte = code[length] else { throw MachOError(.truncated, "the function ends in its first instructions") }
        length += 1
        return byte
    }

    private mutating func read() throws(MachOError) {
        var byte = try next()
        var isShort = false
        var count = 0
        while [0x66, 0xF2, 0xF3].contains(byte) {
            isShort = isShort || byte == 0x66
            count += 1
            guard count < 4 else { throw Self.unknown() }
            byte = try next()
        }
        var isWide = false
        if byte & 0xF0 == 0x40 {
            isWide = byte & 8 != 0
            byte = try next()
        }
        let immediate = isShort ? 2 : 4
        switch byte {
        case 0x0F: try readTwoBytes()
        // push, pop; nop, xchg; cwde, cdq; ret, leave, int3.
        case 0x50...0x5F, 0x90...0x99, 0xC3, 0xC9, 0xCC: break
        // Arithmetic of two operands; test, xchg, mov, movsxd; shifts; inc, dec, call and jmp by a register or memory.
        case _ where byte < 0x40 && byte & 7 < 4: try readOperand(followedBy: 0)
        case 0x63, 0x84...0x8B, 0x8D, 0xD0...0xD3, 0xFE, 0xFF: try readOperand(followedBy: 0)
        case _ where byte < 0x40 && byte & 7 == 4: length += 1
        case _ where byte < 0x40 && byte & 7 == 5: length += immediate
        case 0x68: length += immediate
        case 0x6A, 0xA8: length += 1
        case 0xA9: length += immediate
        case 0x69, 0x81, 0xC7: try readOperand(followedBy: immediate)
        case 0x6B, 0x80, 0x83, 0xC0, 0xC1, 0xC6: try readOperand(followedBy: 1)
        case 0xB0...0xB7: length += 1
        case 0xB8...0xBF: length += isWide ? 8 : immediate
        case 0xF6, 0xF7:
            // test alone of this group has an immediate.
            let isTest = (code[length] ?? 0) >> 3 & 7 < 2
            try readOperand(followedBy: isTest ? (byte == 0xF6 ? 1 : immediate) : 0)
        case 0x70...0x7F: place = .condition(byte & 15, try nearDistance())
        case 0xEB: place = .jump(try nearDistance())
        case 0xE9 where !isShort: place = .jump(try farDistance())
        case 0xE8 where !isShort: place = .call(try farDistance())
        default: throw Self.unknown()
        }
        guard length <= min(code.count, 15) else { throw MachOError(.truncated, "the function ends in its first instructions") }
    }

    private mutating func readTwoBytes() throws(MachOError) {
        let byte = try next()
        switch byte {
        case 0x05, 0x0B, 0xA2: break  // syscall, ud2, cpuid
        case 0x80...0x8F: place = .condition(byte & 15, try farDistance())
        // Moves and arithmetic of vectors, nops and endbr64, cmov, setcc, movzx, movsx, imul, bt, bsf, xadd, cmpxchg.
        case 0x10...0x17, 0x1E, 0x1F, 0x28...0x2F, 0x40...0x4F, 0x51...0x6F, 0x7E, 0x7F, 0x90...0x9F, 0xA3, 0xAB, 0xAF, 0xB0, 0xB1, 0xB3,
            0xB6, 0xB7, 0xBB...0xBF, 0xC0, 0xC1, 0xD0...0xFE:
            try readOperand(followedBy: 0)
        case 0x70...0x73, 0xA4, 0xAC, 0xBA, 0xC2, 0xC4...0xC6: try readOperand(followedBy: 1)
        default: throw Self.unknown()
        }
    }

    /// ModRM, the byte of scale and index, the distance; and what follows.
    private mutating func readOperand(followedBy immediate: Int) throws(MachOError) {
        let mode = try next()
        let (kind, base) = (mode >> 6, mode & 7)
        if kind != 3 {
            if base == 4 {
                let scale = try next()
                if kind == 0, scale & 7 == 5 { length += 4 }
            }
            if kind == 0, base == 5 {
                place = .operand(try farDistance())
            } else {
                length += kind == 1 ? 1 : kind == 2 ? 4 : 0
            }
        }
        length += immediate
    }

    private mutating func nearDistance() throws(MachOError) -> UInt64 { UInt64(bitPattern: Int64(Int8(bitPattern: try next()))) }

    private mutating func farDistance() throws(MachOError) -> UInt64 {
        let distance = try code.load(Int32.self, at: UInt64(length))
        length += 4
        return UInt64(bitPattern: Int64(distance))
    }
}
