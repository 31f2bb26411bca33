import Testing

@testable import MerlonRuntime

/// Signatures of pointers (arm64e) and tags, on systems whose addresses are 39 bits wide, as on iOS, and 47.
@Suite struct AddressMaskTests {
    @Test(
        arguments: [
            (0x7F_FFFF_FFFF, 0x7F_FFFF_FFFF), (0x7FFF_FFFF_FFFF, 0x7FFF_FFFF_FFFF), (0xFF7F_FFFF_FFFF_FFFF, 0x7FFF_FFFF_FFFF),
            (0, 0x7FFF_FFFF_FFFF), (0xFF, 0x7FFF_FFFF_FFFF), (0x7F_FFFF_FFFE, 0x7FFF_FFFF_FFFF), (0xFFFF_FFFF, 0xFFFF_FFFF),
            (0x7FFF_0000_FFFF, 0x7FFF_FFFF_FFFF),
        ] as [(UInt64, UInt64)])
    func masksAreRunsOfOnes(bits: UInt64, expected: UInt64) { #expect(AddressMask(bits: bits).bits == expected) }

    /// What a processor puts above an address: the signature from bit 39 or 47 to bit 54, and the tag; bit 55 stays clear for user space.
    @Test(arguments: [39, 47], [0x00A5_5A80_0000_0000, 0x0100_0000_0000_0000, 0xFF7F_FF80_0000_0000, 0] as [UInt64])
    func signaturesAreTakenAway(width: Int, above: UInt64) throws {
        let mask: UInt64 = 1 << UInt64(width) - 1
        let signature = above & ~mask & ~(1 << 55)
        let program = try #require(ProgramBuilder.program(imports: [("_f", "/usr/lib/a.dylib")]))
        func judge(_ mask: UInt64, hooked: Bool) throws -> RebindingScan.Judgement {
            let process = SimulatedProcess()
            process.addressMask = AddressMask(bits: mask)
            let library = FakeLibrary("/usr/lib/a.dylib", ["_f", "_g"])
            let address = library.load(into: process)
            let start = process.map(program.count)
            process.write(program, at: start)
            process.add("/app/program", at: start, .program)
            let target = address + library.offset(of: hooked ? "_g" : "_f")!
            process.write(pointer: target | signature, at: start + ProgramBuilder.slotOffset)
            let index = ImageIndex(process)
            var findings = HookFindings()
            let (mapped, pointers) = try #require(RebindingScan(index).pointers(of: 1, notingIn: &findings))
            return RebindingScan(index).judge(pointers[0], of: mapped, 1)
        }
        #expect(try judge(mask, hooked: false) == .asBound)
        #expect(try judge(mask, hooked: true) == .hooked(target: 0, staysInside: true))
        // With a mask that is too wide a signature on iOS is taken for a part of the address.
        let isSeen = signature & AddressMask.widest.bits != 0
        #expect(try (judge(AddressMask.widest.bits, hooked: false) == .asBound) == !isSeen)
    }
}
