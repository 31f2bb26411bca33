/// Finds uses in x86-64 code by the operands that are relative to the instruction pointer.
///
/// Instructions are not decoded from the start: at each byte the few encodings that matter are tried, and a hit counts only when its 32-bit
/// distance leads exactly to something that is looked for. Arguments are not read.
struct X86_64Scanner {
    let index: CodeTargetIndex

    func scan(_ bytes: ByteView, at base: UInt64, into uses: inout [CodeUse]) {
        guard bytes.count >= 5, !index.targets.isEmpty else { return }
        unsafe bytes.withUnsafeBytes { code in
            for offset in 0..<code.count - 4 {
                // `call` and `jmp` have the distance right behind; the others have an operand byte between.
                let length: Int
                switch unsafe code[offset] {
                case 0xE8, 0xE9: length = 1
                case 0xFF, 0x8B, 0x8D: length = unsafe operandIsRelative(code[offset], code[offset + 1]) ? 2 : 0
                default: length = 0
                }
                guard length > 0, offset + length + 4 <= code.count else { continue }
                let distance = Int32(littleEndian: unsafe code.loadUnaligned(fromByteOffset: offset + length, as: Int32.self))
                let address = base &+ UInt64(offset + length + 4) &+ UInt64(bitPattern: Int64(distance))
                guard index.pages.contains(address), let found = index.table[address] else { continue }
                guard let use = use(unsafe code[offset], index.targets[Int(found)], base &+ UInt64(offset)) else { continue }
                uses.append(use)
                if uses.count >= CodeReferences.maximumUses { return }
            }
        }
    }

    /// Whether the operand byte means a distance from the instruction pointer; for 0xFF also whether it is a call or a jump.
    @inline(__always)
    private func operandIsRelative(_ opcode: UInt8, _ operand: UInt8) -> Bool {
        guard operand & 0xC7 == 0x05 else { return false }
        return opcode != 0xFF || operand == 0x15 || operand == 0x25
    }

    private func use(_ opcode: UInt8, _ target: CodeTargetIndex.Target, _ address: UInt64) -> CodeUse? {
        let kind: CodeUse.Kind
        switch (target.role, opcode) {
        case (.function, 0xE8), (.function, 0xE9), (.symbolSlot, 0xFF): kind = .call
        case (.selectorStub, 0xE8), (.selectorStub, 0xE9), (.selectorSlot, 0x8B): kind = .selector
        case (.symbolSlot, 0x8B), (.symbolAddress, 0x8B), (.symbolAddress, 0x8D), (.function, 0x8D): kind = .data
        case (.string, 0x8D): kind = .string
        case (.address, 0x8B), (.address, 0x8D): kind = .address
        default: return nil
        }
        return CodeUse(kind: kind, name: target.name, address: address, target: target.reported)
    }
}
