/// Follows the first instructions of an arm64 function as long as they do nothing but make an address, and sees whether they jump there.
struct ARM64TrampolineDecoder {
    let code: ByteView
    let start: UInt64

    private enum Value {
        case relative(UInt64)
        case immediate(UInt64)
        case loaded(from: UInt64)
    }

    /// The longest known form has four moves and a branch.
    private static let maximumSteps = 8

    func decode(_ load: (UInt64) -> UInt64?) -> Trampoline? {
        var values: [Int: Value] = [:]
        var offset: UInt64 = 0
        // Landing pads, pointer signing and `nop` come before the first instruction proper: hints, all of them.
        while let word = word(at: offset), word & 0xFFFF_F01F == 0xD503_201F, offset < 16 { offset += 4 }
        for _ in 0..<Self.maximumSteps {
            guard let word = word(at: offset) else { return nil }
            let pc = start &+ offset
            let end = Int(offset) + 4
            if let trap = trap(word) { return values.isEmpty ? Trampoline(trap, length: end) : nil }
            if let register = branchRegister(word) { return values[register].map { trampoline($0, length: end, load) } }
            let instruction = ARM64Instruction(word)
            if instruction.isImmediateBranch {
                guard !instruction.isLinked, values.isEmpty else { return nil }
                return Trampoline(.branch, to: pc &+ UInt64(bitPattern: instruction.distance26), length: end)
            }
            guard let value = value(of: instruction, at: pc, values) else { return nil }
            values[instruction.rd] = value
            offset += 4
        }
        return nil
    }

    private func word(at offset: UInt64) -> UInt32? { try? code.load(UInt32.self, at: offset) }

    private func trap(_ word: UInt32) -> Trampoline.Pattern? {
        if word == 0xD420_0000 || word == 0xE7FF_DEFE { return .breakpoint }
        // brk, hlt, udf.
        return word & 0xFFE0_001F == 0xD420_0000 || word & 0xFFE0_001F == 0xD440_0000 || word >> 16 == 0 ? .trap : nil
    }

    /// The register of `br`, `blr`, `ret` and of the forms that authenticate. A plain `ret` comes back: no jump.
    private func branchRegister(_ word: UInt32) -> Int? {
        let register = Int(word >> 5 & 31)
        switch word & 0xFFFF_FC1F {
        case 0xD61F_0000, 0xD63F_0000: return register
        case 0xD65F_0000: return register == 30 ? nil : register
        default: break
        }
        // braaz, brabz, blraaz, blrabz; braa, brab, blraa, blrab.
        let isZeroKey = word & 0xFFDF_F81F == 0xD61F_081F
        return isZeroKey || word & 0xFFDF_F800 == 0xD71F_0800 ? register : nil
    }

    private func value(of instruction: ARM64Instruction, at pc: UInt64, _ values: [Int: Value]) -> Value? {
        if instruction.isADRP { return .relative((pc & ~0xFFF) &+ UInt64(bitPattern: instruction.distance21 << 12)) }
        if instruction.isADR { return .relative(pc &+ UInt64(bitPattern: instruction.distance21)) }
        if instruction.isLoadLiteral64 { return .loaded(from: pc &+ UInt64(bitPattern: instruction.distance19)) }
        if instruction.isAddImmediate64, case .relative(let page)? = values[instruction.rn] { return .relative(page &+ instruction.addend) }
        if instruction.isLoad64, case .relative(let page)? = values[instruction.rn] {
            return .loaded(from: page &+ instruction.loadOffset64)
        }
        if instruction.isRegisterMove, instruction.is64Bit { return values[instruction.rm] }
        return moved(instruction.word, values[instruction.rd])
    }

    /// `movz`, `movn` and `movk` of 64 bits.
    private func moved(_ word: UInt32, _ old: Value?) -> Value? {
        let shift = UInt64(word >> 21 & 3) * 16
        let bits = UInt64(word >> 5 & 0xFFFF) << shift
        switch word & 0xFF80_0000 {
        case 0xD280_0000: return .immediate(bits)
        case 0x9280_0000: return .immediate(~bits)
        case 0xF280_0000:
            guard case .immediate(let value)? = old else { return nil }
            return .immediate(value & ~(0xFFFF << shift) | bits)
        default: return nil
        }
    }

    private func trampoline(_ value: Value, length: Int, _ load: (UInt64) -> UInt64?) -> Trampoline {
        switch value {
        case .relative(let address): return Trampoline(.page, to: address, length: length)
        case .immediate(let address): return Trampoline(.immediate, to: address, length: length)
        case .loaded(let slot):
            let isBehind = slot == start &+ UInt64(length)
            return Trampoline(.load, to: load(slot), slot: slot, length: isBehind ? length + 8 : length)
        }
    }
}
