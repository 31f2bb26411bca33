/// Moves the first instructions of an x86-64 function.
struct X86_64PrologueMover {
    let original: ByteView
    let address: UInt64
    private var code: [UInt8] = []
    private var end: UInt64 = 0

    init(original: ByteView, address: UInt64) {
        self.original = original
        self.address = address
    }

    mutating func move(_ count: Int) throws(MachOError) -> (code: [UInt8], length: Int) {
        var instructions: [(offset: Int, X86_64Instruction)] = []
        var length = 0
        while length < count {
            let instruction = try X86_64Instruction(original.suffix(from: UInt64(length)))
            instructions.append((length, instruction))
            length += instruction.length
        }
        end = address &+ UInt64(length)
        try refuseJumpsBack(from: length)
        for (offset, instruction) in instructions { try move(instruction, at: offset) }
        jump(to: end)
        return (code, length)
    }

    /// Wherever a byte looks like a jump that leads into the first instructions: it need not be one, and is refused all the same.
    private func refuseJumpsBack(from length: Int) throws(MachOError) {
        for offset in stride(from: length, to: original.count, by: 1) {
            var targets: [UInt64] = []
            if let near = original[offset + 1], original[offset] == 0xEB || (original[offset] ?? 0) & 0xF0 == 0x70 {
                targets.append(address &+ UInt64(offset + 2) &+ UInt64(bitPattern: Int64(Int8(bitPattern: near))))
            }
            let isFar = original[offset] == 0xE9
            if isFar || original[offset] == 0x0F && (original[offset + 1] ?? 0) & 0xF0 == 0x80,
                let distance = try? original.load(Int32.self, at: UInt64(offset + (isFar ? 1 : 2)))
            {
                targets.append(address &+ UInt64(offset + (isFar ? 5 : 6)) &+ UInt64(bitPattern: Int64(distance)))
            }
            if targets.contains(where: { $0 >= address && $0 < end }) {
                throw MachOError(.unsupported, "the function may jump back to its start")
            }
        }
    }

    private mutating func move(_ instruction: X86_64Instruction, at offset: Int) throws(MachOError) {
        let bytes = original.suffix(from: UInt64(offset)).prefix(instruction.length).array
        let next = address &+ UInt64(offset + instruction.length)
        switch instruction.place {
        case .none: code += bytes
        case .jump(let distance): jump(to: try outside(next &+ distance))
        case .call(let distance):
            // call [rip+2]; jmp over the address.
            let target = try outside(next &+ distance)
            code += [0xFF, 0x15, 2, 0, 0, 0, 0xEB, 8]
            append(target)
        case .condition(let condition, let distance):
            // The condition turned round leads over the jump.
            let target = try outside(next &+ distance)
            code += [0x70 | condition ^ 1, 14]
            jump(to: target)
        case .operand(let distance):
            try moveOperand(bytes, instruction, to: try outside(next &+ distance))
        }
    }

    /// `lea r, [rip+d]` and `mov r, [rip+d]` with 64 bits, by the address itself.
    private mutating func moveOperand(_ bytes: [UInt8], _ instruction: X86_64Instruction, to target: UInt64) throws(MachOError) {
        guard bytes.count == 7, bytes[0] & 0xFB == 0x48, bytes[1] == 0x8D || bytes[1] == 0x8B else {
            throw MachOError(.unsupported, "an instruction reads or writes beside the code")
        }
        let register = bytes[2] >> 3 & 7
        let isHigh: UInt8 = bytes[0] & 4 != 0 ? 1 : 0
        code += [0x48 | isHigh, 0xB8 | register]
        append(target)
        guard bytes[1] == 0x8B else { return }
        // mov r, [r+0]: the byte of distance and, for rsp and r12, the byte of scale make it right for every register.
        code += [0x48 | isHigh | isHigh << 2, 0x8B, 0x40 | register << 3 | register] + (register == 4 ? [0x24] : []) + [0]
    }

    private func outside(_ target: UInt64) throws(MachOError) -> UInt64 {
        if target >= address && target < end { throw MachOError(.unsupported, "an instruction reads or jumps to what was written over") }
        return target
    }

    /// jmp [rip+0], which changes no register.
    private mutating func jump(to target: UInt64) {
        code += [0xFF, 0x25, 0, 0, 0, 0]
        append(target)
    }

    private mutating func append(_ value: UInt64) { code += (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
}
