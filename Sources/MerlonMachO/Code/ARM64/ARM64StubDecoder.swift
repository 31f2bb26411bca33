/// Reads the pointers that a stub loads: its few instructions only ever build addresses in x16, x17 and x1.
enum ARM64StubDecoder {
    static func decode(_ code: ByteView, at address: UInt64) -> Stub {
        var addresses: [Int: UInt64] = [:]
        var slots: [Int: UInt64] = [:]
        var pc = address
        walk: for offset in stride(from: UInt64(0), to: UInt64(code.count / 4 * 4), by: 4) {
            guard let word = try? code.load(UInt32.self, at: offset) else { break }
            let instruction = ARM64Instruction(word)
            if instruction.isADRP {
                addresses[instruction.rd] = (pc & ~0xFFF) &+ UInt64(bitPattern: instruction.distance21 << 12)
            } else if instruction.isADR {
                addresses[instruction.rd] = pc &+ UInt64(bitPattern: instruction.distance21)
            } else if instruction.isAddImmediate64 {
                addresses[instruction.rd] = addresses[instruction.rn].map { $0 &+ instruction.addend }
            } else if instruction.isLoad64 {
                slots[instruction.rd] = addresses[instruction.rn].map { $0 &+ instruction.loadOffset64 }
            } else if instruction.isLoadLiteral64 {
                slots[instruction.rd] = pc &+ UInt64(bitPattern: instruction.distance19)
            } else if instruction.isRegisterBranch || instruction.isImmediateBranch {
                break walk
            }
            pc &+= 4
        }
        return Stub(address: address, slot: slots[16], selectorSlot: slots[1], symbolName: nil)
    }
}
