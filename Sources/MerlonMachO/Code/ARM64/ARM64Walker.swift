/// Walks a function, instruction by instruction, with what is known of each register.
struct ARM64Walker: ~Copyable {
    private let index: CodeTargetIndex
    private var registers = ARM64Registers()
    private var targets = BranchTargets()
    private var function: UInt64?
    /// The use that constants which follow belong to, and the instruction until which they do.
    private var open: (use: Int, until: Int, register: Int)?

    /// Numbers after a use belong to it within this many instructions.
    private static let window = 16
    private static let maximumConstants = 8

    init(index: CodeTargetIndex) { self.index = index }

    mutating func walk(_ code: ARM64Code, _ range: Range<Int>, function: UInt64?, into uses: inout [CodeUse]) {
        self.function = function
        open = nil
        registers.forgetAll()
        unsafe targets.collect(code, range)
        var pc = unsafe code.base &+ UInt64(range.lowerBound) &* 4
        for number in range {
            if targets.contains(number - range.lowerBound) { registers.forgetAtJoin() }
            step(unsafe code[number], pc, number, &uses)
            pc &+= 4
        }
    }

    @inline(__always)
    private mutating func step(_ instruction: ARM64Instruction, _ pc: UInt64, _ number: Int, _ uses: inout [CodeUse]) {
        // Bits 28-25 divide the instruction set (Arm ARM, C4.1).
        switch instruction.word >> 25 & 0xF {
        case 0b1000, 0b1001: immediate(instruction, pc, number, &uses)
        case 0b1010, 0b1011: branch(instruction, pc, number, &uses)
        case 0b0100, 0b0110, 0b1100, 0b1110: memory(instruction, pc, number, &uses)
        case 0b0101, 0b1101: register(instruction)
        case 0b0111, 0b1111:
            if instruction.writesGeneralRegisterFromVector { registers.forget(instruction.rd) }
        default: registers.forgetAtJoin()  // undefined, or of an extension that apps do not use
        }
    }

    /// Data processing with an immediate.
    private mutating func immediate(_ instruction: ARM64Instruction, _ pc: UInt64, _ number: Int, _ uses: inout [CodeUse]) {
        let rd = instruction.rd
        switch instruction.word >> 23 & 7 {
        case 0, 1:
            if instruction.isADRP {
                registers.setAddress(rd, (pc & ~0xFFF) &+ UInt64(bitPattern: instruction.distance21 << 12))
            } else {
                let address = pc &+ UInt64(bitPattern: instruction.distance21)
                registers.setAddress(rd, address)
                take(address, pc, number, &uses)
            }
        case 2:
            let isAddress = registers.isAddress(instruction.rn)
            guard isAddress || registers.isConstant(instruction.rn), instruction.is64Bit, instruction.word & 1 << 29 == 0 else {
                return registers.forget(rd)
            }
            let value = registers.value(instruction.rn)
            let sum = instruction.isAddImmediate64 ? value &+ instruction.addend : value &- instruction.addend
            guard isAddress else { return registers.setConstant(rd, sum) }
            registers.setAddress(rd, sum)
            if instruction.isAddImmediate64 { take(sum, pc, number, &uses) }
        case 4: logical(instruction, pc, number, &uses)
        case 5: wideMove(instruction, number, &uses)
        default: registers.forget(rd)
        }
    }

    private mutating func logical(_ instruction: ARM64Instruction, _ pc: UInt64, _ number: Int, _ uses: inout [CodeUse]) {
        let operation = instruction.word >> 29 & 3
        guard operation == 1, let mask = instruction.bitMask else {
            guard instruction.rd != 31 else { return }
            // `mov w8, #0; and w2, w8, #1`: how a truth value is passed by code that is not optimised.
            if operation == 0, let mask = instruction.bitMask, instruction.rn != 31, registers.isConstant(instruction.rn) {
                registers.setConstant(instruction.rd, registers.value(instruction.rn) & mask)
            } else {
                registers.forget(instruction.rd)
            }
            return
        }
        if instruction.rn == 31 {
            registers.setConstant(instruction.rd, mask)
            note(mask, instruction.rd, number, &uses)
        } else if registers.isConstant(instruction.rn) {
            registers.setConstant(instruction.rd, registers.value(instruction.rn) | mask)
        } else {
            // A large Swift string is the address of its characters less 32, with the highest bit set. Where the subtraction was folded
            // into the address, only now is it clear that a string was meant.
            if mask == 1 << 63, registers.isAddress(instruction.rn) {
                let characters = registers.value(instruction.rn) &+ 32
                if uses.last?.target != characters { take(characters, pc, number, &uses) }
            }
            registers.forget(instruction.rd)
        }
    }

    private mutating func wideMove(_ instruction: ARM64Instruction, _ number: Int, _ uses: inout [CodeUse]) {
        let rd = instruction.rd
        let shift = UInt64(instruction.word >> 21 & 3) * 16
        let bits = UInt64(instruction.word >> 5 & 0xFFFF) << shift
        let width = instruction.is64Bit ? UInt64.max : 0xFFFF_FFFF
        switch instruction.word >> 29 & 3 {
        case 0:
            registers.setConstant(rd, ~bits & width)
            note(~bits & width, rd, number, &uses)
        case 2:
            registers.setConstant(rd, bits)
            note(bits, rd, number, &uses)
        case 3 where registers.isConstant(rd):
            let value = (registers.value(rd) & ~(0xFFFF << shift) | bits) & width
            registers.setConstant(rd, value)
            renote(value, rd, &uses)
        default: registers.forget(rd)
        }
    }

    private mutating func branch(_ instruction: ARM64Instruction, _ pc: UInt64, _ number: Int, _ uses: inout [CodeUse]) {
        if instruction.isImmediateBranch {
            call(pc &+ UInt64(bitPattern: instruction.distance26), pc, &uses)
            if instruction.isLinked { registers.forgetCallerSaved() } else { registers.forgetAtJoin() }
        } else if instruction.isRegisterBranch {
            let isCall = instruction.word & 0x0060_0000 == 0x0020_0000
            if registers.isPointee(instruction.rn) { call(pointeeIn: instruction.rn, pc, &uses) }
            if isCall { registers.forgetCallerSaved() } else { registers.forgetAtJoin() }
        } else if instruction.word & 0xFFE0_001F == 0xD420_0000 {
            registers.forgetAtJoin()  // brk: what follows is reached from elsewhere
        } else if instruction.word & 0xFFF0_0000 == 0xD530_0000 {
            registers.forget(instruction.rd)  // mrs
        }
    }

    private mutating func memory(_ instruction: ARM64Instruction, _ pc: UInt64, _ number: Int, _ uses: inout [CodeUse]) {
        if instruction.isLoad64 {
            let rn = instruction.rn
            if registers.isAddress(rn) {
                load(registers.value(rn) &+ instruction.loadOffset64, instruction.rd, pc, number, &uses)
            } else if registers.isPointee(rn), instruction.loadOffset64 == 0, index.isPointerToSymbol(registers.value(rn)) {
                // A global constant, such as `kSecAttrAccessible`, is read through the pointer to it: what counts is which one.
                registers.copy(rn, to: instruction.rd)
            } else {
                registers.forget(instruction.rd)
            }
        } else if instruction.isLoadLiteral64 {
            load(pc &+ UInt64(bitPattern: instruction.distance19), instruction.rd, pc, number, &uses)
        } else {
            if let address = dataRead(by: instruction, pc) { take(address, pc, number, &uses) }
            instruction.forEachRegisterWrittenByMemoryAccess { registers.forget($0) }
        }
    }

    /// The address of constant data that a load other than of a pointer reads: short strings are copied by vector registers.
    private func dataRead(by instruction: ARM64Instruction, _ pc: UInt64) -> UInt64? {
        if instruction.isLoadLiteral { return pc &+ UInt64(bitPattern: instruction.distance19) }
        // Without an offset the address was seen when it was made.
        guard instruction.isLoadWithOffset, registers.isAddress(instruction.rn), registers.value(instruction.rn) & 0xFFF == 0 else {
            return nil
        }
        return registers.value(instruction.rn) &+ instruction.loadOffset
    }

    /// Data processing with registers.
    private mutating func register(_ instruction: ARM64Instruction) {
        let rd = instruction.rd
        if instruction.isRegisterMove {
            let rm = instruction.rm
            if rm == 31 {
                registers.setConstant(rd, 0)
            } else if instruction.is64Bit {
                registers.copy(rm, to: rd)
            } else if registers.isConstant(rm) {
                registers.setConstant(rd, registers.value(rm) & 0xFFFF_FFFF)
            } else {
                registers.forget(rd)
            }
        } else if instruction.word & 0x3FE0_0000 != 0x3A40_0000 {  // ccmp and ccmn have flags where others have a destination
            registers.forget(rd)
        }
    }

    // What the instructions mean for the search.

    /// A pointer in the image is loaded.
    private mutating func load(_ slot: UInt64, _ register: Int, _ pc: UInt64, _ number: Int, _ uses: inout [CodeUse]) {
        var use: Int32 = -1
        if index.pages.contains(slot), let found = index.table[slot] {
            let target = index.targets[Int(found)]
            switch target.role {
            case .symbolSlot: use = add(.data, target, pc, number, &uses)
            case .selectorSlot: use = add(.selector, target, pc, number, &uses)
            case .symbolAddress: _ = add(.data, target, pc, number, &uses)
            case .address: _ = add(.address, target, pc, number, &uses)
            case .function, .selectorStub, .string: break
            }
        }
        registers.setPointee(register, of: slot, use: use)
    }

    /// An address in the image is made.
    private mutating func take(_ address: UInt64, _ pc: UInt64, _ number: Int, _ uses: inout [CodeUse]) {
        guard index.pages.contains(address), let found = index.table[address] else { return }
        let target = index.targets[Int(found)]
        switch target.role {
        case .string: _ = add(.string, target, pc, number, &uses)
        case .address: _ = add(.address, target, pc, number, &uses)
        case .function, .symbolAddress, .symbolSlot: _ = add(.data, target, pc, number, &uses)
        case .selectorSlot, .selectorStub: break
        }
    }

    private mutating func call(_ address: UInt64, _ pc: UInt64, _ uses: inout [CodeUse]) {
        if index.pages.contains(address), let found = index.table[address] {
            let target = index.targets[Int(found)]
            switch target.role {
            case .function: addCall(.call, target.name, pc, &uses)
            case .selectorStub: addCall(.selector, target.name, pc, &uses)
            default: break
            }
        } else if registers.isPointee(1), registers.use(1) >= 0, index.messageSends[address] != nil {
            send(pc, &uses)
        }
    }

    /// A call through a pointer that was loaded from the image.
    private mutating func call(pointeeIn register: Int, _ pc: UInt64, _ uses: inout [CodeUse]) {
        let use = Int(registers.use(register))
        guard use >= 0, use < uses.count, uses[use].kind == .data else {
            if registers.isPointee(1), registers.use(1) >= 0 { send(pc, &uses) }
            return
        }
        uses[use].kind = .call
        uses[use].address = pc
        uses[use].arguments = arguments()
        uses[use].followingConstants = []
    }

    /// A message send whose selector was loaded before: the load's use becomes the send's.
    private mutating func send(_ pc: UInt64, _ uses: inout [CodeUse]) {
        let use = Int(registers.use(1))
        guard use < uses.count, uses[use].kind == .selector else { return }
        if uses[use].arguments.isEmpty {
            uses[use].address = pc
            uses[use].arguments = arguments()
        } else {
            addCall(.selector, uses[use].name, pc, &uses)
        }
    }

    private mutating func add(
        _ kind: CodeUse.Kind, _ target: CodeTargetIndex.Target, _ pc: UInt64, _ number: Int, _ uses: inout [CodeUse]
    ) -> Int32 {
        guard uses.count < CodeReferences.maximumUses else { return -1 }
        uses.append(CodeUse(kind: kind, name: target.name, address: pc, target: target.reported, functionAddress: function))
        open = kind == .selector ? nil : (uses.count - 1, number + Self.window, -1)
        return Int32(uses.count - 1)
    }

    private mutating func addCall(_ kind: CodeUse.Kind, _ name: String, _ pc: UInt64, _ uses: inout [CodeUse]) {
        guard uses.count < CodeReferences.maximumUses else { return }
        uses.append(CodeUse(kind: kind, name: name, address: pc, target: nil, functionAddress: function, arguments: arguments()))
        open = nil
    }

    private func arguments() -> [CodeUse.Argument] {
        (0..<8).compactMap { register in
            let value = registers.value(register)
            if registers.isConstant(register) { return CodeUse.Argument(register: register, value: .constant(value)) }
            if registers.isAddress(register) { return CodeUse.Argument(register: register, value: .address(value)) }
            return registers.isPointee(register) ? CodeUse.Argument(register: register, value: .pointee(value)) : nil
        }
    }

    /// A number is put into a register: it may belong to the use before.
    private mutating func note(_ constant: UInt64, _ register: Int, _ number: Int, _ uses: inout [CodeUse]) {
        guard let (use, until, _) = open else { return }
        guard number <= until, uses[use].followingConstants.count < Self.maximumConstants else { return open = nil }
        uses[use].followingConstants.append(constant)
        open = (use, until, register)
    }

    /// The number in `register`, which was noted last, got more bits.
    private func renote(_ constant: UInt64, _ register: Int, _ uses: inout [CodeUse]) {
        guard let (use, _, last) = open, last == register, !uses[use].followingConstants.isEmpty else { return }
        uses[use].followingConstants[uses[use].followingConstants.count - 1] = constant
    }
}
