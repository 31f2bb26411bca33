import MerlonMachO
import Testing

/// The forms of hooks that the tools of the field write, and code that only looks like them.
@Suite struct TrampolineTests {
    private static let arm = Architecture(type: 0x0100_000C, subtype: 0)
    private static let intel = Architecture(type: 0x0100_0007, subtype: 3)
    private static let start: UInt64 = 0x1_0000_4000
    /// What the test's memory has at every address: a pointer.
    private static let loaded: UInt64 = 0x7_1234_5678

    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var architecture: Architecture
        var code: [UInt8]
        var expected: Trampoline?

        static func arm(_ name: String, _ words: [UInt32], _ expected: Trampoline?) -> Case {
            Case(
                testDescription: "arm64: \(name)", architecture: TrampolineTests.arm, code: words.flatMap(littleEndian), expected: expected)
        }
        static func intel(_ name: String, _ code: [UInt8], _ expected: Trampoline?) -> Case {
            Case(testDescription: "x86-64: \(name)", architecture: TrampolineTests.intel, code: code, expected: expected)
        }
    }

    static let hooks: [Case] = [
        .arm(
            "Substrate, Substitute: ldr x16, #8; br x16", [0x5800_0050, 0xD61F_0200, 0, 0],
            .init(.load, to: loaded, slot: start + 8, length: 16)),
        .arm("Frida: ldr x17, #8; br x17", [0x5800_0051, 0xD61F_0220, 0, 0], .init(.load, to: loaded, slot: start + 8, length: 16)),
        .arm(
            "a literal that is farther away", [0x5800_0090, 0xD61F_0200, 0, 0, 0, 0], .init(.load, to: loaded, slot: start + 16, length: 8)),
        .arm("ElleKit: ldr x9, #8; br x9", [0x5800_0049, 0xD61F_0120, 0, 0], .init(.load, to: loaded, slot: start + 8, length: 16)),
        .arm("ldr x16, #8; blr x16", [0x5800_0050, 0xD63F_0200, 0, 0], .init(.load, to: loaded, slot: start + 8, length: 16)),
        .arm("ldr x16, #8; braaz x16", [0x5800_0050, 0xD61F_0A1F, 0, 0], .init(.load, to: loaded, slot: start + 8, length: 16)),
        .arm("ldr x16, #8; braa x16, x17", [0x5800_0050, 0xD71F_0A11, 0, 0], .init(.load, to: loaded, slot: start + 8, length: 16)),
        .arm("ldr x16, #8; ret x16", [0x5800_0050, 0xD65F_0200, 0, 0], .init(.load, to: loaded, slot: start + 8, length: 16)),
        .arm(
            "Dobby, MSHook: adrp x17; add x17; br x17", [0xB000_0011, 0x9100_4231, 0xD61F_0220], .init(.page, to: 0x1_0000_5010, length: 12)
        ),
        .arm("Frida, page aligned: adrp x16; br x16", [0xB000_0010, 0xD61F_0200], .init(.page, to: 0x1_0000_5000, length: 8)),
        .arm(
            "adrp x16; ldr x16; br x16", [0xB000_0010, 0xF940_0A10, 0xD61F_0200], .init(.load, to: loaded, slot: 0x1_0000_5010, length: 12)),
        .arm("adr x16; br x16", [0x1000_0090, 0xD61F_0200], .init(.page, to: start + 16, length: 8)),
        .arm(
            "libhooker: movz, movk, movk; br x16", [0xD282_4690, 0xF2AA_CF10, 0xF2C0_0030, 0xD61F_0200],
            .init(.immediate, to: 0x1_5678_1234, length: 16)),
        .arm("behind bti c", [0xD503_245F, 0x5800_0050, 0xD61F_0200, 0, 0], .init(.load, to: loaded, slot: start + 12, length: 20)),
        .arm("behind pacibsp", [0xD503_237F, 0x1400_0004], .init(.branch, to: start + 20, length: 8)),
        .arm("b forward", [0x1400_0010], .init(.branch, to: start + 0x40, length: 4)),
        .arm("b backward", [0x17FF_FFFF], .init(.branch, to: start - 4, length: 4)),
        .arm("brk #0", [0xD420_0000], .init(.breakpoint, length: 4)),
        .arm("0xe7ffdefe", [0xE7FF_DEFE], .init(.breakpoint, length: 4)),
        .arm("brk #1", [0xD420_0020], .init(.trap, length: 4)),
        .arm("udf", [0], .init(.trap, length: 4)),
        .intel("jmp rel32", [0xE9, 0x0B, 0, 0, 0], .init(.branch, to: start + 16, length: 5)),
        .intel("jmp rel32 backward", [0xE9, 0xFB, 0xFF, 0xFF, 0xFF], .init(.branch, to: start, length: 5)),
        .intel("jmp rel8", [0xEB, 0xF0], .init(.branch, to: start - 14, length: 2)),
        .intel("jmp [rip+0]", [0xFF, 0x25, 0, 0, 0, 0] + littleEndian(loaded), .init(.load, to: loaded, slot: start + 6, length: 14)),
        .intel("jmp [rip+8]", [0xFF, 0x25, 8, 0, 0, 0], .init(.load, to: loaded, slot: start + 14, length: 6)),
        .intel("mov rax, imm64; jmp rax", [0x48, 0xB8] + littleEndian(loaded) + [0xFF, 0xE0], .init(.immediate, to: loaded, length: 12)),
        .intel(
            "mov r11, imm64; jmp r11", [0x49, 0xBB] + littleEndian(loaded) + [0x41, 0xFF, 0xE3], .init(.immediate, to: loaded, length: 13)),
        .intel(
            "mov rax, imm64; push rax; ret", [0x48, 0xB8] + littleEndian(loaded) + [0x50, 0xC3], .init(.immediate, to: loaded, length: 12)),
        .intel("push; ret", [0x68, 0x78, 0x56, 0x34, 0x12, 0xC3], .init(.immediate, to: 0x1234_5678, length: 6)),
        .intel(
            "push; mov [rsp+4]; ret", [0x68, 0x78, 0x56, 0x34, 0x12, 0xC7, 0x44, 0x24, 0x04, 0x07, 0, 0, 0, 0xC3],
            .init(.immediate, to: 0x7_1234_5678, length: 14)),
        .intel("lea rax, [rip]; jmp rax", [0x48, 0x8D, 0x05, 0x10, 0, 0, 0, 0xFF, 0xE0], .init(.page, to: start + 0x17, length: 9)),
        .intel(
            "mov r10, [rip]; jmp r10", [0x4C, 0x8B, 0x15, 0x10, 0, 0, 0, 0x41, 0xFF, 0xE2],
            .init(.load, to: loaded, slot: start + 0x17, length: 10)),
        .intel("behind endbr64", [0xF3, 0x0F, 0x1E, 0xFA, 0xE9, 0, 0, 0, 0], .init(.branch, to: start + 9, length: 9)),
        .intel("behind nops", [0x90, 0x90, 0xE9, 0, 0, 0, 0], .init(.branch, to: start + 7, length: 7)),
        .intel("int3", [0xCC, 0x48, 0x89, 0xE5], .init(.breakpoint, length: 1)),
        .intel("int 3", [0xCD, 0x03], .init(.breakpoint, length: 2)),
        .intel("ud2", [0x0F, 0x0B], .init(.trap, length: 2)),
    ]

    static let others: [Case] = [
        .arm("a frame: stp; mov", [0xA9BF_7BFD, 0x9100_03FD, 0xD100_83FF, 0xF900_0FE0], nil),
        .arm("adrp x8; ldr w8, a load of a global", [0xB000_0008, 0xB940_0108, 0x3400_0048], nil),
        .arm("ret", [0xD65F_03C0], nil),
        .arm("retab behind pacibsp", [0xD503_237F, 0xD65F_0FFF], nil),
        .arm("br of an argument", [0xD61F_0000], nil),
        .arm("bl: calls, and comes back", [0x9400_0010, 0xD65F_03C0], nil),
        .arm("ldr x16, then x17 is jumped to", [0x5800_0050, 0xD61F_0220, 0, 0], nil),
        .arm("ldr w16: half a pointer", [0x1800_0050, 0xD61F_0200, 0, 0], nil),
        .arm("movk without movz", [0xF2AA_CF10, 0xD61F_0200], nil),
        .arm("adrp x16, then brk", [0xB000_0010, 0xD420_0000], nil),
        .arm("cut in the middle", [0x5800_0050], nil),
        .arm("nothing", [], nil),
        .arm("hints only", Array(repeating: 0xD503_201F, count: 12), nil),
        .intel("a frame", [0x55, 0x48, 0x89, 0xE5, 0x48, 0x83, 0xEC, 0x10], nil),
        .intel("mov rax, imm64; ret", [0x48, 0xB8] + littleEndian(loaded) + [0xC3], nil),
        .intel("mov rax, imm64; jmp rcx", [0x48, 0xB8] + littleEndian(loaded) + [0xFF, 0xE1], nil),
        .intel("push imm32; more", [0x68, 0x78, 0x56, 0x34, 0x12, 0x90], nil),
        .intel("lea rax, [rip]; ret", [0x48, 0x8D, 0x05, 0x10, 0, 0, 0, 0xC3], nil),
        .intel("jmp rel32, cut", [0xE9, 0x0B, 0, 0], nil),
        .intel("xor eax, eax; ret", [0x31, 0xC0, 0xC3], nil),
        .intel("nothing", [], nil),
    ]

    @Test func formsAreTold() {
        for item in Self.hooks + Self.others {
            let found = Trampoline.decode(ByteView(copying: item.code), at: Self.start, architecture: item.architecture) { _ in Self.loaded
            }
            #expect(found == item.expected, "\(item.testDescription)")
        }
    }

    /// Whatever the bytes are, it comes back, and says nothing of more bytes than it was given, but for the address that follows.
    @Test func anyBytesAreRead() {
        var generator = SystemRandomNumberGenerator()
        for architecture in [Self.arm, Self.intel, Architecture(type: 7, subtype: 3)] {
            for count in 0..<64 {
                let code = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
                for address: UInt64 in [0, Self.start, .max - 3] {
                    let found = Trampoline.decode(ByteView(copying: code), at: address, architecture: architecture) { _ in nil }
                    #expect((found?.length ?? 0) <= count + 8)
                }
            }
        }
    }
}
