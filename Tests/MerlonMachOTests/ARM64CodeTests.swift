import MerlonMachO
import Testing

/// What the sweep knows of argument registers at a call, instruction by instruction.
struct ARM64CodeTests {
    /// Where `bl _imported` goes in the words below.
    private static let call: UInt32 = 0

    /// The arguments at each call of the import in the given code.
    private func arguments(_ code: [UInt32]) throws -> [String] {
        var builder = MachOBuilder.complete()
        let words = code.enumerated().map { index, word in word == Self.call ? 0x9400_0000 | UInt32(16 - index) : word }
        builder.put((words + Array(repeating: 0xD503_201F, count: 16 - words.count)).flatMap { builder.integer($0) }, at: 0x1000)
        builder.put([0x80, 0x20, 0, 0], at: 0x30A0)  // one function
        let image = try builder.image()
        let resolver = PointerResolver(image, imports: image.imports())
        var query = CodeQuery()
        query.symbols = ["_imported"]
        let uses = image.codeReferences(to: query, resolver, image.objectiveC(resolver)).uses.filter { $0.kind == .call }
        return uses.map { use in
            use.arguments.map { argument in
                switch argument.value {
                case .constant(let value): "\(argument.register)=\(value)"
                case .address(let address): "\(argument.register)=&\(address - 0x1_0000_0000)"
                case .pointee(let slot): "\(argument.register)=*\(slot - 0x1_0000_0000)"
                }
            }.joined(separator: " ")
        }
    }

    @Test func constantsAreFollowed() throws {
        let cases: [(String, [UInt32], [String])] = [
            ("movz", [0x5280_0020, Self.call], ["0=1"]), ("movn x", [0x9280_0000, Self.call], ["0=\(UInt64.max)"]),
            ("movn w", [0x1280_0000, Self.call], ["0=4294967295"]), ("movz, movk", [0xD280_0020, 0xF2A0_0040, Self.call], ["0=131073"]),
            ("orr w, wzr, #3", [0x3200_07E0, Self.call], ["0=3"]),
            ("orr x, xzr, #0x5555…", [0xB200_F3E0, Self.call], ["0=6148914691236517205"]),
            ("mov x0, xzr", [0xAA1F_03E0, Self.call], ["0=0"]),
            ("mov w0, w9 of 64 bits", [0x9280_0009, 0x2A09_03E0, Self.call], ["0=4294967295"]),
            ("add", [0xD280_0029, 0x9100_0920, Self.call], ["0=3"]), ("sub", [0xD280_0069, 0xD100_0520, Self.call], ["0=2"]),
            ("adr", [0x1000_0040, Self.call], ["0=&4104"]), ("ldr x0, label", [0x5800_0040, Self.call], ["0=*4104"]),
            ("a store keeps its register", [0x5280_0020, 0xF900_03E0, Self.call], ["0=1"]),
            ("a pair of stores too", [0x5280_0020, 0xA900_07E0, Self.call], ["0=1"]),
            ("ccmp has no destination", [0x5280_0020, 0xFA40_0920, Self.call], ["0=1"]),
            ("vector registers are others", [0x5280_0020, 0x3DC0_03E0, 0x1E6E_1000, Self.call], ["0=1"]),
            ("kept over a call", [0x5280_00F3, Self.call, 0xAA13_03E0, Self.call], ["", "0=7"]),
            ("a branch not taken", [0x5280_0020, 0xB400_0109, Self.call], ["0=1"]),
            ("a tail call", [0x5280_0020, 0x1400_000F], ["0=1"]),
        ]
        for (name, code, expected) in cases { #expect(try arguments(code) == expected, "\(name)") }
    }

    @Test func whatIsNotPlainIsNotSaid() throws {
        let cases: [(String, [UInt32], [String])] = [
            ("paths join at the call", [0x5280_0020, 0xB400_0049, 0x5280_0040, Self.call], [""]),
            ("a loop", [0x5280_0020, Self.call, 0x17FF_FFFF], [""]),
            ("after a call", [0x5280_0020, Self.call, Self.call], ["0=1", ""]), ("loaded", [0x5280_0020, 0xB940_03E0, Self.call], [""]),
            ("loaded in a pair", [0x5280_0021, 0xA940_07E0, Self.call], [""]),
            ("post-index writes the base", [0xD280_0020, 0xF840_8409, Self.call], [""]),
            ("computed", [0x5280_0020, 0x0B09_0000, Self.call], [""]),
            ("from a vector register", [0x5280_0020, 0x1E26_0000, Self.call], [""]),
            ("umov", [0x5280_0020, 0x0E04_3C00, Self.call], [""]), ("csel", [0x5280_0020, 0x1A89_0120, Self.call], [""]),
            ("movk of something unknown", [0xF2A0_0040, Self.call], [""]), ("the stack pointer", [0x9100_43E0, Self.call], [""]),
            ("swapped", [0x5280_0020, 0xB829_8120, Self.call], [""]), ("exclusive", [0x5280_0020, 0xC85F_7D20, Self.call], [""]),
            ("read from the system", [0x5280_0020, 0xD53B_D040, Self.call], [""]),
            ("after a return", [0x5280_0020, 0xD65F_03C0, Self.call], [""]),
        ]
        for (name, code, expected) in cases { #expect(try arguments(code) == expected, "\(name)") }
    }
}
