/// What was written over machine code, by its bytes: x86-64 and arm64 have no pattern in common.
enum CodePatch: CaseIterable {
    case breakpoint, jump, other

    /// Both begin with a word of four bytes in which there is a difference.
    init(expected: [UInt8], actual: [UInt8]) {
        let first = zip(expected, actual).prefix { $0 == $1 }.count
        if Self.isBreakpoint(expected, actual, first) {
            self = .breakpoint
        } else {
            // An instruction of x86-64 begins anywhere, and its first byte may be what was there before.
            let isX86 = (0...min(first, 3)).contains { Self.isX86Jump(Array(actual.dropFirst($0))) }
            self = isX86 || Self.isARMJump(actual) ? .jump : .other
        }
    }

    /// INT3, or BRK, with what follows untouched.
    private static func isBreakpoint(_ expected: [UInt8], _ actual: [UInt8], _ first: Int) -> Bool {
        let next = first + 1
        if first < actual.count, actual[first] == 0xCC, actual.dropFirst(next).elementsEqual(expected.dropFirst(next)) { return true }
        return actual.count >= 4 && word(actual, 0) & 0xFFE0_001F == 0xD420_0000
            && actual.dropFirst(4).elementsEqual(expected.dropFirst(4))
    }

    /// `jmp rel32`; `jmp [rip+disp]`; `mov rax|r10|r11, imm64; jmp`; `push imm32; ret`.
    private static func isX86Jump(_ bytes: [UInt8]) -> Bool {
        switch bytes.first {
        case 0xE9: bytes.count >= 5
        case 0xFF: bytes.count >= 6 && bytes[1] == 0x25
        case 0x48: bytes.count >= 12 && bytes[1] == 0xB8 && bytes[10] == 0xFF && bytes[11] == 0xE0
        case 0x49: bytes.count >= 13 && (0xBA...0xBB).contains(bytes[1]) && bytes[10] == 0x41 && bytes[11] == 0xFF
        case 0x68: bytes.count >= 6 && bytes[5] == 0xC3
        default: false
        }
    }

    /// `b`; `ldr x16|x17, literal; br`; `adrp x16|x17; …; br`.
    private static func isARMJump(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 8 else { return false }
        let first = word(bytes, 0)
        if first & 0xFC00_0000 == 0x1400_0000 { return true }
        let register = first & 31
        guard register == 16 || register == 17 else { return false }
        let branch = 0xD61F_0000 | register << 5
        if first & 0xFF00_0000 == 0x5800_0000 { return word(bytes, 4) == branch }
        return first & 0x9F00_0000 == 0x9000_0000 && bytes.count >= 12 && (word(bytes, 4) == branch || word(bytes, 8) == branch)
    }

    private static func word(_ bytes: [UInt8], _ index: Int) -> UInt32 {
        UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]) << 16 | UInt32(bytes[index + 3]) << 24
    }
}
