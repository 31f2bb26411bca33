/// The instructions of a section, lent for the time of a sweep.
@unsafe struct ARM64Code {
    private let words: UnsafeRawBufferPointer
    /// The section's address.
    let base: UInt64

    init(_ bytes: UnsafeRawBufferPointer, base: UInt64) {
        unsafe words = bytes
        unsafe self.base = base
    }

    /// The instruction with this number. Instructions are little-endian whatever data is.
    @inline(__always)
    subscript(number: Int) -> ARM64Instruction {
        ARM64Instruction(UInt32(littleEndian: unsafe words.loadUnaligned(fromByteOffset: number &* 4, as: UInt32.self)))
    }

    /// Whether any instruction in `range` may refer to a target: a call of one, or an address in a page that has one.
    func mayUse(_ index: borrowing CodeTargetIndex, _ range: Range<Int>) -> Bool {
        var pc = unsafe base &+ UInt64(range.lowerBound) &* 4
        let lowest = index.table.lowest
        let span = index.table.highest &- lowest
        for number in range {
            let instruction = unsafe self[number]
            if instruction.isImmediateBranch {
                let target = pc &+ UInt64(bitPattern: instruction.distance26)
                if target &- lowest <= span, index.pages.contains(target), index.table[target] != nil { return true }
            } else if instruction.word & 0x1F00_0000 == 0x1000_0000 {
                let page =
                    instruction.isADRP
                    ? (pc & ~0xFFF) &+ UInt64(bitPattern: instruction.distance21 << 12)
                    : pc &+ UInt64(bitPattern: instruction.distance21)
                if index.pages.contains(page) { return true }
            } else if instruction.isLoadLiteral64, index.pages.contains(pc &+ UInt64(bitPattern: instruction.distance19)) {
                return true
            }
            pc &+= 4
        }
        return false
    }
}
