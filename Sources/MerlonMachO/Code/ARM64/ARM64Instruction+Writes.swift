extension ARM64Instruction {
    /// Calls `body` with each general register that this load or store writes. Where the encoding is not told apart, more rather than less.
    @inline(__always)
    func forEachRegisterWrittenByMemoryAccess(_ body: (Int) -> Void) {
        let isVector = word & 1 << 26 != 0
        switch word >> 27 & 7 {
        case 0b101:  // pairs
            if word & 1 << 22 != 0, !isVector {
                body(rd)
                body(rt2)
            }
            if word & 1 << 23 != 0 { body(rn) }  // pre- and post-index
        case 0b111:  // single registers
            let isIndexed = word & 1 << 24 == 0 && word & 1 << 21 == 0 && word & 1 << 10 != 0
            // Atomics and authenticated loads write their register, too.
            let isLoad = word & 0x00C0_0000 != 0 || (word & 1 << 24 == 0 && word & 1 << 21 != 0 && word >> 10 & 3 != 2)
            if isLoad, !isVector { body(rd) }
            if isIndexed || word & 0xFF20_0C00 == 0xF820_0C00 { body(rn) }
        case 0b011 where word & 1 << 24 == 0:  // literals
            if !isVector { body(rd) }
        case 0b001 where isVector:  // structures of vectors
            if word & 1 << 23 != 0 { body(rn) }
        default:  // exclusives, compare and swap, tags, memory copies
            body(rd)
            body(rn)
            body(rt2)
            body(rm)
        }
    }

    /// Whether an instruction of the vector group has a general register as its destination: conversions, `fmov`, `umov`, `smov`.
    @inline(__always)
    var writesGeneralRegisterFromVector: Bool {
        word & 0x5F20_FC00 == 0x1E20_0000 || word & 0x5F20_0000 == 0x1E00_0000 || word & 0xBFE0_EC00 == 0x0E00_2C00
    }
}
