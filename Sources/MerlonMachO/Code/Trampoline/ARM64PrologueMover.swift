/// Moves the first instructions of an arm64 function (Arm ARM, C4.1: "PC-relative addressing", "Loads and stores", "Branches").
struct ARM64PrologueMover {
    let original: ByteView
    let address: UInt64
    private var words: [UInt32] = []
    /// Which word loads which value that stands behind the code.
    private var literals: [(word: Int, value: UInt64)] = []
    private var scratch: UInt32 = 17
    private var end: UInt64 = 0

    private static let nop: UInt32 = 0xD503_201F

    init(original: ByteView, address: UInt64) {
        self.original = original
        self.address = address
    }

    mutating func move(_ count: Int) throws(MachOError) -> (code: [UInt8], length: Int) {
        let length = (count + 3) & ~3
        end = address &+ UInt64(length)
        var moved: [UInt32] = []
        for offset in stride(from: 0, to: length, by: 4) { moved.append(try original.load(UInt32.self, at: UInt64(offset))) }
        scratch = try Self.scratch(besides: moved)
        try refuseJumpsBack(from: length)
        for (index, word) in moved.enumerated() { try move(word, at: address &+ UInt64(index * 4)) }
        jump(to: end)
        return (finished, length)
    }

    /// One of the two registers that calls may change on their way, which the instructions do not have in any field that can name a register.
    private static func scratch(besides words: [UInt32]) throws(MachOError) -> UInt32 {
        for register in [17, 16] as [UInt32] where !words.contains(where: { mentions($0, register) }) { return register }
        throw MachOError(.unsupported, "no register is free at the function's start")
    }

    private static func mentions(_ word: UInt32, _ register: UInt32) -> Bool {
        // Immediate fields look like registers now and then: it is then taken for one.
        [word & 31, word >> 5 & 31, word >> 10 & 31, word >> 16 & 31].contains(register)
    }

    /// A jump from further on in the function into its first instructions would come to the hook's.
    private func refuseJumpsBack(from length: Int) throws(MachOError) {
        var offset = UInt64(length)
        while offset + 4 <= UInt64(original.count) {
            let word = try original.load(UInt32.self, at: offset)
            if let target = Self.target(word, at: address &+ offset), isInside(target) {
                throw MachOError(.unsupported, "the function jumps back to its start")
            }
            offset += 4
        }
    }

    private func isInside(_ target: UInt64) -> Bool { target >= address && target < end }

    /// Where a direct jump that is no call goes.
    private static func target(_ word: UInt32, at pc: UInt64) -> UInt64? {
        let instruction = ARM64Instruction(word)
        if instruction.isImmediateBranch { return instruction.isLinked ? nil : pc &+ UInt64(bitPattern: instruction.distance26) }
        if instruction.isConditionalBranch19 { return pc &+ UInt64(bitPattern: instruction.distance19) }
        return instruction.isTestBranch ? pc &+ UInt64(bitPattern: instruction.distance14) : nil
    }

    private mutating func move(_ word: UInt32, at pc: UInt64) throws(MachOError) {
        let instruction = ARM64Instruction(word)
        let register = UInt32(instruction.rd)
        if instruction.isADRP {
            load(register, (pc & ~0xFFF) &+ UInt64(bitPattern: instruction.distance21 << 12))
        } else if instruction.isADR {
            load(register, try outside(pc &+ UInt64(bitPattern: instruction.distance21)))
        } else if instruction.isLoadLiteral {
            try moveLoad(word, register, from: try outside(pc &+ UInt64(bitPattern: instruction.distance19)))
        } else if instruction.isImmediateBranch {
            let target = try outside(pc &+ UInt64(bitPattern: instruction.distance26))
            instruction.isLinked ? call(target) : jump(to: target)
        } else if let target = Self.target(word, at: pc) {
            // The condition leads over a jump past it: b.cond +8; b +n; jump to the target.
            let target = try outside(target)
            words.append(word & (instruction.isTestBranch ? ~0x0007_FFE0 : ~0x00FF_FFE0) | 2 << 5)
            words.append(0x1400_0003)
            jump(to: target)
        } else {
            words.append(word)
        }
    }

    /// Addresses among the instructions that were written over have the hook's bytes in them.
    private func outside(_ target: UInt64) throws(MachOError) -> UInt64 {
        if isInside(target) { throw MachOError(.unsupported, "an instruction reads or jumps to what was written over") }
        return target
    }

    private mutating func moveLoad(_ word: UInt32, _ register: UInt32, from target: UInt64) throws(MachOError) {
        if word & 0x0400_0000 != 0 { throw MachOError(.unsupported, "a vector register is loaded from beside the code") }
        // `prfm` is a hint, and a load into the zero register leaves nothing.
        guard word >> 30 != 3, register != 31 else {
            words.append(Self.nop)
            return
        }
        load(register, target)
        let forms: [UInt32] = [0xB940_0000, 0xF940_0000, 0xB980_0000]
        words.append(forms[Int(word >> 30)] | register << 5 | register)
    }

    private mutating func load(_ register: UInt32, _ value: UInt64) {
        guard register != 31 else {
            words.append(Self.nop)
            return
        }
        literals.append((words.count, value))
        words.append(0x5800_0000 | register)
    }

    /// By `ret`, which is no jump that has to land on a landing pad (FEAT_BTI), as the middle of a function has none.
    private mutating func jump(to target: UInt64) {
        load(scratch, target)
        words.append(0xD65F_0000 | scratch << 5)
    }

    private mutating func call(_ target: UInt64) {
        load(scratch, target)
        words.append(0xD63F_0000 | scratch << 5)
    }

    /// The code, and the values that it loads behind it.
    private var finished: [UInt8] {
        var words = words
        if words.count % 2 == 1 { words.append(Self.nop) }
        for literal in literals {
            words[literal.word] |= UInt32(words.count - literal.word) << 5
            words += [UInt32(truncatingIfNeeded: literal.value), UInt32(truncatingIfNeeded: literal.value >> 32)]
        }
        return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    }
}
