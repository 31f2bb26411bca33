/// The fields of an A64 instruction word that the scanner asks for (Arm ARM, C4.1).
struct ARM64Instruction {
    let word: UInt32

    @inline(__always) init(_ word: UInt32) { self.word = word }

    @inline(__always) var rd: Int { Int(word & 31) }
    @inline(__always) var rn: Int { Int(word >> 5 & 31) }
    @inline(__always) var rt2: Int { Int(word >> 10 & 31) }
    @inline(__always) var rm: Int { Int(word >> 16 & 31) }
    /// The X form of an instruction that has W and X.
    @inline(__always) var is64Bit: Bool { word >> 31 != 0 }

    /// `b` or `bl`.
    @inline(__always) var isImmediateBranch: Bool { word & 0x7C00_0000 == 0x1400_0000 }
    @inline(__always) var isLinked: Bool { word >> 31 != 0 }
    @inline(__always) var isADR: Bool { word & 0x9F00_0000 == 0x1000_0000 }
    @inline(__always) var isADRP: Bool { word & 0x9F00_0000 == 0x9000_0000 }
    /// `ldr x, label`.
    @inline(__always) var isLoadLiteral64: Bool { word & 0xFF00_0000 == 0x5800_0000 }
    /// `ldr` of any register from a label.
    @inline(__always) var isLoadLiteral: Bool { word & 0x3B00_0000 == 0x1800_0000 }
    /// `ldr`, `ldrb`, `ldrh` … of any register with an unsigned offset.
    @inline(__always) var isLoadWithOffset: Bool { word & 0x3B40_0000 == 0x3940_0000 }
    /// `ldr x, [xn, #imm]` with an unsigned offset.
    @inline(__always) var isLoad64: Bool { word & 0xFFC0_0000 == 0xF940_0000 }
    /// `add x, xn, #imm`, without flags.
    @inline(__always) var isAddImmediate64: Bool { word & 0xFF80_0000 == 0x9100_0000 }
    @inline(__always) var isSubtractImmediate64: Bool { word & 0xFF80_0000 == 0xD100_0000 }
    /// `b.cond`, `bc.cond`, `cbz`, `cbnz`.
    @inline(__always) var isConditionalBranch19: Bool { word & 0xFF00_0000 == 0x5400_0000 || word & 0x7E00_0000 == 0x3400_0000 }
    /// `tbz`, `tbnz`.
    @inline(__always) var isTestBranch: Bool { word & 0x7E00_0000 == 0x3600_0000 }
    /// `br`, `blr`, `ret` and their authenticating forms, `eret`.
    @inline(__always) var isRegisterBranch: Bool { word & 0xFE00_0000 == 0xD600_0000 }
    /// `mov xd, xm`, which is `orr xd, xzr, xm`; also the W form.
    @inline(__always) var isRegisterMove: Bool { word & 0x7FE0_FFE0 == 0x2A00_03E0 }

    /// The distance in bytes of a `b` or `bl`.
    @inline(__always) var distance26: Int64 { Int64(Int32(bitPattern: word << 6) >> 4) }
    @inline(__always) var distance19: Int64 { Int64(Int32(bitPattern: word << 8) >> 11) & ~3 }
    @inline(__always) var distance14: Int64 { Int64(Int32(bitPattern: word << 13) >> 16) & ~3 }
    /// The 21-bit immediate of `adr` and `adrp`.
    @inline(__always) var distance21: Int64 {
        Int64((Int32(bitPattern: word << 8) >> 13) << 2) | Int64(word >> 29 & 3)
    }
    /// The immediate of `add` and `sub`, shifted.
    @inline(__always) var addend: UInt64 { UInt64(word >> 10 & 0xFFF) << (word & 1 << 22 != 0 ? 12 : 0) }
    /// The offset of ``isLoad64``.
    @inline(__always) var loadOffset64: UInt64 { UInt64(word >> 10 & 0xFFF) << 3 }

    /// The offset of ``isLoadWithOffset``, in units of what is loaded.
    @inline(__always) var loadOffset: UInt64 {
        let is128Bit = word & 0x0480_0000 == 0x0480_0000 && word >> 30 == 0
        return UInt64(word >> 10 & 0xFFF) << UInt64(is128Bit ? 4 : word >> 30)
    }

    /// The value of a logical instruction's bit mask immediate (Arm ARM, `DecodeBitMasks`); `nil` for reserved encodings.
    var bitMask: UInt64? {
        let n = word >> 22 & 1
        let immr = word >> 16 & 0x3F
        let imms = word >> 10 & 0x3F
        let pattern = n << 6 | (~imms & 0x3F)
        guard pattern > 1, is64Bit || n == 0 else { return nil }
        let size = UInt32(1) << UInt32(31 - pattern.leadingZeroBitCount)
        let levels = size - 1
        let ones = (imms & levels) + 1
        guard ones < size || size == 64 && ones < 64 else { return nil }
        let rotation = immr & levels
        let element = UInt64.max >> UInt64(64 - ones)
        let mask = size == 64 ? UInt64.max : (1 << UInt64(size)) - 1
        let rotated = rotation == 0 ? element : (element >> UInt64(rotation) | element << UInt64(size - rotation)) & mask
        var result = rotated
        var width = size
        while width < 64 {
            result |= result << UInt64(width)
            width *= 2
        }
        return is64Bit ? result : result & 0xFFFF_FFFF
    }
}
