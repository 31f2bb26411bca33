import MerlonMachO
import Testing

@testable import MerlonRuntime

/// Functions that are called past their hooks, and hooks that are taken back.
@Suite struct FunctionRepairTests {
    /// A program that imports two functions of a library of its own, whose file is there.
    private struct World {
        let process = SimulatedProcess()
        let functions: [UInt64]
        let slot: UInt64
        let tweak: UInt64

        init(hasFile: Bool = true) throws {
            var library = FakeLibrary("/app/Kit", ["_a", "_b"])
            library.hasFile = hasFile
            let base = library.load(into: process, .program)
            functions = ["_a", "_b"].map { base + library.offset(of: $0)! }
            let program = try #require(ProgramBuilder.program(imports: [("_a", "/app/Kit"), ("_b", "/app/Kit")]))
            let start = process.map(program.count)
            process.write(program, at: start)
            process.add("/app/program", at: start, .program)
            slot = start + ProgramBuilder.slotOffset
            process.write(pointer: functions[0], at: slot)
            process.write(pointer: functions[1], at: slot + 8)
            let foreign = FakeLibrary("/var/jb/tweak.dylib", ["_hook"])
            tweak = foreign.load(into: process, .foreign) + foreign.offset(of: "_hook")!
        }

        var repair: FunctionRepair { FunctionRepair(index: ImageIndex(process)) }
        func hook(_ address: UInt64) {
            process.write([0x5800_0050, 0xD61F_0200].flatMap { littleEndian($0 as UInt32) } + littleEndian(tweak), at: address)
        }
        func code(_ address: UInt64, _ count: Int) -> [UInt8] { process.bytes(at: address, count: count)!.array }
    }

    private static func code(_ body: () throws -> Void) -> RuntimeError.Code? {
        do { try body() } catch { return (error as? RuntimeError)?.code }
        return nil
    }

    @Test func whatIsNotHookedIsItsOwnOriginal() throws {
        for hasFile in [true, false] {
            let world = try World(hasFile: hasFile)
            #expect(try world.repair.callable(at: world.functions[0]) == world.functions[0])
            world.process.write(pointer: world.tweak, at: world.slot)
            let outcome = try world.repair.restore("_a", writesCode: false)
            #expect(outcome == .init(original: world.functions[0], pointers: 1, isStartWritten: false))
            #expect(world.process.pointer(at: world.slot) == world.functions[0])
        }
    }

    @Test func aCopyOfTheStartGoesOnBehindTheHook() throws {
        let world = try World()
        let made = world.code(world.functions[0], 32)
        world.hook(world.functions[0])
        let copy = try world.repair.callable(at: world.functions[0])
        #expect(copy != world.functions[0])
        // The four instructions that the hook took, then a jump to the fifth.
        #expect(world.code(copy, 16) == Array(made[..<16]))
        #expect(world.code(copy + 16, 8) == [0x5800_0051, 0xD65F_0220].flatMap { littleEndian($0 as UInt32) })
        #expect(world.process.pointer(at: copy + 24) == world.functions[0] + 16)
        // Its hook stays where it is, and the other function has none.
        #expect(HookScan(world.process).report(at: world.functions[0]).isHooked == true)
        #expect(try world.repair.callable(at: world.functions[1]) == world.functions[1])
    }

    @Test func aStartIsWrittenBackWhenAskedFor() throws {
        let world = try World()
        let made = world.code(world.functions[0], 32)
        world.hook(world.functions[0])
        world.process.write(pointer: world.tweak, at: world.slot)
        world.process.statusOfCode = 0x10002
        #expect(Self.code { _ = try world.repair.restore("_a", writesCode: true) } == .denied)
        #expect(world.process.pointer(at: world.slot) == world.tweak, "nothing is written when the start could not be")
        world.process.statusOfCode = 0
        let outcome = try world.repair.restore("_a", writesCode: true)
        #expect(outcome == .init(original: world.functions[0], pointers: 1, isStartWritten: true))
        #expect(world.code(world.functions[0], 32) == made && world.process.codeWritten == [world.functions[0]])
        #expect(HookScan(world.process).report(on: "_a").isHooked == false)
    }

    @Test func onePointerOfOneImage() throws {
        let world = try World()
        world.process.write(pointer: world.tweak, at: world.slot)
        #expect(HookScan(world.process).report(on: "_a", image: "program").isHooked == true)
        #expect(HookScan(world.process).report(on: "_a", image: "Kit").pointers == 0)
        #expect(HookScan(world.process).report(on: "_a", image: "Kit").isHooked == nil)
        #expect(Self.code { _ = try world.repair.restore("_a", image: "Kit", writesCode: false) } == .unsupported)
        #expect(world.process.pointer(at: world.slot) == world.tweak)
        #expect(try world.repair.restore("_a", image: "program", writesCode: false).pointers == 1)
    }

    @Test func whatCannotBeGivenIsSaid() throws {
        let world = try World(hasFile: false)
        world.hook(world.functions[0])
        #expect(Self.code { _ = try world.repair.callable(at: world.functions[0]) } == .unsupported)
        #expect(Self.code { _ = try world.repair.callable(at: 0x1234) } == .unsupported)
        #expect(Self.code { _ = try world.repair.restore("_nobody", writesCode: true) } == .unsupported)
        for (status, code): (Int32, RuntimeError.Code) in [(1, .unsupported), (13, .unsupported), (45, .unsupported), (12, .denied)] {
            let world = try World()
            world.hook(world.functions[0])
            world.process.statusOfCode = status
            #expect(Self.code { _ = try world.repair.callable(at: world.functions[0]) } == code, "\(status)")
        }
        // Changed up to the end of what is looked at: that is no jump at the start.
        let patched = try World()
        patched.process.write(Array(repeating: 0x1F, count: 64), at: patched.functions[1])
        #expect(Self.code { _ = try patched.repair.callable(at: patched.functions[1]) } == .unsupported)
    }

    /// One function is reported on however many others are hooked.
    @Test func manyHooksHideNone() throws {
        let names = (0..<100).map { "_f\($0)" }
        let process = SimulatedProcess()
        let library = FakeLibrary("/usr/lib/a.dylib", names)
        library.load(into: process)
        let program = try #require(ProgramBuilder.program(imports: names.map { ($0, "/usr/lib/a.dylib") }))
        let start = process.map(program.count)
        process.write(program, at: start)
        process.add("/app/program", at: start, .program)
        let anywhere = process.mapAnonymous([0])
        for index in names.indices { process.write(pointer: anywhere, at: start + ProgramBuilder.slotOffset + UInt64(index) * 8) }
        let scan = HookScan(process)
        #expect(scan.boundPointers().count == 100 && scan.boundPointers().hooks.count == HookFindings.maximumHooks)
        for name in ["_f0", "_f99"] { #expect(scan.report(on: name).isHooked == true) }
    }
}
