/// Reads the jumps with which hooks overwrite the start of an x86-64 function.
struct X86_64TrampolineDecoder {
    let code: ByteView
    let start: UInt64

    func decode(_ load: (UInt64) -> UInt64?) -> Trampoline? {
        var offset = 0
        // `endbr64`, and `nop`s that make room for a patch.
        if bytes(0, [0xF3, 0x0F, 0x1E, 0xFA]) { offset = 4 }
        while code[offset] == 0x90, offset < 16 { offset += 1 }
        return trap(at: offset) ?? branch(at: offset) ?? indirect(at: offset, load) ?? pushed(at: offset)
    }

    private func bytes(_ offset: Int, _ wanted: [UInt8]) -> Bool {
        wanted.enumerated().allSatisfy { code[offset + $0.offset] == $0.element }
    }

    private func distance(_ offset: Int) -> UInt64? {
        (try? code.load(Int32.self, at: UInt64(offset))).map { UInt64(bitPattern: Int64($0)) }
    }

    private func address(past offset: Int) -> UInt64 { start &+ UInt64(offset) }

    private func trap(at offset: Int) -> Trampoline? {
        if code[offset] == 0xCC { return Trampoline(.breakpoint, length: offset + 1) }
        if bytes(offset, [0xCD, 0x03]) { return Trampoline(.breakpoint, length: offset + 2) }
        return bytes(offset, [0x0F, 0x0B]) ? Trampoline(.trap, length: offset + 2) : nil
    }

    private func branch(at offset: Int) -> Trampoline? {
        if code[offset] == 0xE9, let distance = distance(offset + 1) {
            return Trampoline(.branch, to: address(past: offset + 5) &+ distance, length: offset + 5)
        }
        guard code[offset] == 0xEB, let near = code[offset + 1] else { return nil }
        let distance = UInt64(bitPattern: Int64(Int8(bitPattern: near)))
        return Trampoline(.branch, to: address(past: offset + 2) &+ distance, length: offset + 2)
    }

    /// `jmp [rip+d]`, or a register that gets an address and is jumped to.
    private func indirect(at offset: Int, _ load: (UInt64) -> UInt64?) -> Trampoline? {
        if bytes(offset, [0xFF, 0x25]), let distance = distance(offset + 2) {
            let slot = address(past: offset + 6) &+ distance
            return Trampoline(.load, to: load(slot), slot: slot, length: offset + (distance == 0 ? 14 : 6))
        }
        guard let prefix = code[offset], prefix & 0xF8 == 0x48, let operation = code[offset + 1] else { return nil }
        let isHigh = prefix & 1 != 0
        if prefix & 0xFE == 0x48, operation & 0xF8 == 0xB8, let value = try? code.load(UInt64.self, at: UInt64(offset + 2)) {
            let register = Int(operation & 7) + (isHigh ? 8 : 0)
            return jump(through: register, at: offset + 10).map { Trampoline(.immediate, to: value, length: $0) }
        }
        // `lea r, [rip+d]` and `mov r, [rip+d]`: a ModRM of mode 0 with rm 5.
        guard operation == 0x8D || operation == 0x8B, let mode = code[offset + 2], mode & 0xC7 == 0x05, let distance = distance(offset + 3)
        else { return nil }
        let register = Int(mode >> 3 & 7) + (prefix & 4 != 0 ? 8 : 0)
        let target = address(past: offset + 7) &+ distance
        guard let length = jump(through: register, at: offset + 7) else { return nil }
        return operation == 0x8D
            ? Trampoline(.page, to: target, length: length) : Trampoline(.load, to: load(target), slot: target, length: length)
    }

    /// The end of `jmp r`, or of `push r; ret`, at `offset`.
    private func jump(through register: Int, at offset: Int) -> Int? {
        let low = UInt8(register & 7)
        let prefix: [UInt8] = register > 7 ? [0x41] : []
        if bytes(offset, prefix + [0xFF, 0xE0 | low]) { return offset + prefix.count + 2 }
        return bytes(offset, prefix + [0x50 | low, 0xC3]) ? offset + prefix.count + 2 : nil
    }

    /// `push imm32; ret`, also with the upper half written to the stack.
    private func pushed(at offset: Int) -> Trampoline? {
        guard code[offset] == 0x68, let low = distance(offset + 1) else { return nil }
        if code[offset + 5] == 0xC3 { return Trampoline(.immediate, to: low, length: offset + 6) }
        guard bytes(offset + 5, [0xC7, 0x44, 0x24, 0x04]), let high = distance(offset + 9), code[offset + 13] == 0xC3 else { return nil }
        return Trampoline(.immediate, to: low & 0xFFFF_FFFF | high << 32, length: offset + 14)
    }
}
