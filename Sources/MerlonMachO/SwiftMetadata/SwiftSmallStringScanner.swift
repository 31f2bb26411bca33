/// Finds small Swift strings that arm64 code puts into two registers.
///
/// The word with the count ends in `movz` or `movk` of 0xE… into the highest bits. From there the code around is read, a few instructions
/// either way: the other word is a number that another register got there, and the two have to make a text.
struct SwiftSmallStringScanner {
    private let code: ByteView
    private let base: UInt64
    private let count: Int

    /// Compilers keep the two apart by less.
    private static let reach = 8

    /// The section's bytes and address.
    init(_ code: ByteView, base: UInt64) {
        self.code = code
        self.base = base
        count = code.count / 4
    }

    func scan(into result: inout [SwiftSmallString]) {
        for number in 0..<count {
            // `movz` or `movk`, X form, shifted by 48, of 0xE000-0xEFFF.
            guard instruction(number).word & 0xDFFE_0000 == 0xD2FC_0000, let text = text(completedAt: number) else { continue }
            result.append(SwiftSmallString(address: base &+ UInt64(number) &* 4, text: text, isInCode: true))
        }
    }

    /// The instruction with that number, which is below ``count``.
    @inline(__always)
    private func instruction(_ number: Int) -> ARM64Instruction {
        ARM64Instruction((try? code.load(UInt32.self, at: UInt64(number) &* 4)) ?? 0)
    }

    private func text(completedAt number: Int) -> String? {
        let register = instruction(number).rd
        var values: [Int: UInt64] = [:]
        var high: UInt64?
        for index in max(number - Self.reach, 0)...min(number + Self.reach, count - 1) {
            let instruction = instruction(index)
            if instruction.isImmediateBranch || instruction.isRegisterBranch {
                // What stands before a call belongs to that call, and what comes after this one to the next.
                if index > number { return nil }
                values = [:]
                continue
            }
            guard let value = Self.constant(instruction, values) else { continue }
            values[instruction.rd] = value
            if index == number { high = value }
            guard let high else { continue }
            // The other word may be complete before or after this one.
            for (other, low) in values where other != register {
                if let text = SwiftSmallString.text(low, high) { return text }
            }
        }
        return nil
    }

    /// What a move of a constant leaves in its register; `nil` for other instructions.
    private static func constant(_ instruction: ARM64Instruction, _ values: [Int: UInt64]) -> UInt64? {
        guard instruction.is64Bit else { return nil }
        let word = instruction.word
        // `orr x, xzr, #mask`
        if word & 0xFF80_03E0 == 0xB200_03E0 { return instruction.bitMask }
        guard word & 0x1F80_0000 == 0x1280_0000 else { return nil }
        let shift = UInt64(word >> 21 & 3) * 16
        let bits = UInt64(word >> 5 & 0xFFFF) << shift
        switch word >> 29 & 3 {
        case 0: return ~bits
        case 2: return bits
        case 3: return values[instruction.rd].map { $0 & ~(0xFFFF << shift) | bits }
        default: return nil
        }
    }
}
