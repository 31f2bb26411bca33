import CMerlonProbes
import Foundation
import MerlonMachO
@testable import MerlonRuntime
import Testing

/// Single functions, asked for by the app: reported on, called past their hooks, and taken back, in memory where they really run.
@Suite(.serialized) struct FunctionTests {
    private typealias Function = @convention(c) (Int32) -> Int32

    /// A program that imports two functions of its bundle's library, of this machine's own code.
    private final class World {
        let process: SimulatedProcess
        let folder = Bundle.main.bundlePath + "/laid-out-\(UUID().uuidString)"
        let base: UInt64
        let functions: [UInt64]
        let slot: UInt64
        let hook: UInt64

        init() throws {
            let size = 32 << 20
            let start = mmap(nil, size, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | Int32(MAP_ANONYMOUS), -1, 0)
            let first = UnsafeMutableRawPointer(bitPattern: (UInt(bitPattern: try #require(start)) + 0x3FFF) & ~0x3FFF)
            process = SimulatedProcess(arena: UnsafeMutableRawBufferPointer(start: first, count: size - 0x4000))
            var library = FakeLibrary(folder + "/Kit", ["_twice", "_next"])
            library.cpuType = 0x0100_0007
            library.hasFile = true
            let base = library.load(into: process, .program)
            self.base = base
            functions = ["_twice", "_next"].map { base + library.offset(of: $0)! }
            // push rbp; mov rbp, rsp; mov eax, [rip+one]; lea eax, [rdi+rdi]; pop rbp; ret; and its constant.
            let twice: [UInt8] = [0x55, 0x48, 0x89, 0xE5, 0x48, 0x8D, 0x05, 0x10, 0, 0, 0, 0x8B, 0x00, 0x0F, 0xAF, 0xC7, 0x5D, 0xC3]
            process.write(twice + [UInt8](repeating: 0x90, count: 9) + [2, 0, 0, 0, 0x90], at: functions[0])
            process.files[folder + "/Kit"] = try #require(process.bytes(at: base, count: process.files[folder + "/Kit"]!.count)).array
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(process.files[folder + "/Kit"]!).write(to: URL(fileURLWithPath: folder + "/Kit"))
            let program = try #require(ProgramBuilder.program(imports: [("_twice", folder + "/Kit"), ("_next", folder + "/Kit")]))
            let address = process.map(program.count)
            process.write(program, at: address)
            process.add(Bundle.main.bundlePath + "/Program", at: address, .program)
            slot = address + ProgramBuilder.slotOffset
            process.write(pointer: functions[0], at: slot)
            process.write(pointer: functions[1], at: slot + 8)
            // mov eax, -1; ret
            hook = process.mapAnonymous([0xB8, 0xFF, 0xFF, 0xFF, 0xFF, 0xC3])
            publish()
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        func publish() {
            emulated_reset()
            for image in process.images {
                emulated_add_image(image.loadAddress, image.path, UInt32(EMULATED_LISTED_BY_LOADER | EMULATED_LISTED_IN_RECORD))
            }
            for range in process.ranges {
                let isConstant = range.contains(slot)
                emulated_add_region(
                    range.lowerBound, (range.upperBound - range.lowerBound + 0x3FFF) & ~0x3FFF, isConstant ? 1 : 5, true, false)
            }
        }

        /// jmp [rip+0] to the hook, over the function's start.
        func writeHook() { process.write([0xFF, 0x25, 0, 0, 0, 0] + littleEndian(hook), at: functions[0]) }
    }

    private static func call(_ address: UnsafeRawPointer, _ value: Int32) -> Int32 { unsafeBitCast(address, to: Function.self)(value) }
    private static func pointer(_ address: UInt64) -> UnsafeRawPointer { UnsafeRawPointer(bitPattern: UInt(address))! }
    private static func code(_ body: () throws -> Void) -> RuntimeError.Code? {
        do { try body() } catch { return (error as? RuntimeError)?.code }
        return nil
    }

    #if arch(x86_64)
        /// The function really runs, past a hook at its start that really jumps.
        @Test func anOriginalIsCalledPastItsHook() throws {
            let world = try World()
            let function = Self.pointer(world.functions[0])
            #expect(Self.call(function, 21) == 42)
            #expect(Shield.report(onFunction: "twice").isHooked == false)
            #expect(try Shield.original(ofFunction: "twice") == function, "what is not hooked is its own original")
            world.writeHook()
            #expect(Self.call(function, 21) == -1)
            #expect(Shield.report(onFunction: "twice").hooks.map(\.kind) == [.inline])
            for original in [try Shield.original(ofFunction: "twice"), try Shield.original(ofFunctionAt: function)] {
                #expect(original != function)
                for value: Int32 in [0, 21, -7, 1 << 20] { #expect(Self.call(original, value) == value * 2) }
            }
            #expect(Self.call(function, 21) == -1, "the hook stays")
        }

        /// Its start is written back when that is asked for, and its pointers are.
        @Test func aHookIsTakenBack() throws {
            let world = try World()
            let function = Self.pointer(world.functions[0])
            world.writeHook()
            world.process.write(pointer: world.hook, at: world.slot)
            let copy = try Shield.restore(function: "twice")
            #expect(copy.written == 1 && !copy.isStartWritten && copy.original != function && Self.call(copy.original, 4) == 8)
            #expect(world.process.pointer(at: world.slot) == world.functions[0])
            // Constants were writable for the write alone.
            #expect(emulated_protection_changes() == 2 && emulated_protection(world.slot) == 1)
            world.process.write(pointer: world.hook, at: world.slot)
            let outcome = try Shield.restore(function: "twice", in: "Program", dangerouslyWritingCode: true)
            #expect(outcome.original == function && outcome.written == 1 && outcome.isStartWritten)
            #expect(Self.call(function, 21) == 42 && Shield.report(onFunction: "twice").isHooked == false)
        }
    #endif

    #if arch(x86_64)
        /// Breakpoints all over a function, also in its middle, where without the file nothing could be said.
        @Test func breakpointsAreFoundAllOver() throws {
            let world = try World()
            let function = Self.pointer(world.functions[0] + 6)
            #expect(Shield.breakpoints(in: function).value?.traps == [])
            #expect(Shield.breakpoints(in: function).value?.isComplete == true)
            let made = try #require(world.process.bytes(at: world.functions[0], count: 18)).array
            for offset in [0, 1, 4, 13, 17] {
                world.process.write([0xCC], at: world.functions[0] + UInt64(offset))
                let traps = Shield.breakpoints(in: function).value?.traps ?? []
                #expect(traps.map(\.offset) == [world.functions[0] - world.base + UInt64(offset)] && traps[0].differsFromFile == true)
                world.process.write(made, at: world.functions[0])
            }
            world.process.write([0x0F, 0x0B], at: world.functions[0] + 4)
            #expect(Shield.breakpoints(in: function).value?.traps.count == 1)
            guard case .denied = Shield.breakpoints(in: Self.pointer(world.hook)) else {
                Issue.record("memory of no image has no functions")
                return
            }
        }
    #endif

    /// One method, asked for by the app, with the libraries that it allows.
    @Test func methodsAreReportedOn() throws {
        let world = try World()
        emulated_add_class("Account", world.folder + "/Kit")
        emulated_add_method("Account", "balance", false, world.functions[0])
        emulated_add_method("Account", "balance", true, world.hook)
        #expect(Shield.report(onMethod: "balance", of: "Account").isHooked == false)
        #expect(Shield.report(onMethod: "balance", of: "Account", isClassMethod: true).hooks.map(\.name) == ["+[Account balance]"])
        #expect(Shield.report(onMethod: "balance", of: "Account", isClassMethod: true, allowing: ["Kit"]).isHooked == true)
        let tweak = FakeLibrary("/var/jb/tweak.dylib", ["_hook"])
        let target = tweak.load(into: world.process, .foreign) + tweak.offset(of: "_hook")!
        world.publish()
        emulated_add_class("Account", world.folder + "/Kit")
        emulated_add_method("Account", "setBalance:", false, target)
        #expect(Shield.report(onMethod: "setBalance:", of: "Account").hooks.map(\.target) == ["…/tweak.dylib"])
        #expect(Shield.report(onMethod: "setBalance:", of: "Account", allowing: ["tweak.dylib"]).isHooked == false)
        #expect(Shield.report(onMethod: "nothing", of: "Account").isHooked == nil)
        #expect(Shield.report(onMethod: "balance", of: "Nobody").isHooked == nil)
    }

    @Test func refusalsAreTold() throws {
        let world = try World()
        world.process.write(pointer: world.hook, at: world.slot)
        emulated_refuse_protection(2)
        #expect(Self.code { _ = try Shield.restore(function: "twice") } == .denied)
        #expect(world.process.pointer(at: world.slot) == world.hook)
        world.writeHook()
        #expect(Self.code { _ = try Shield.restore(function: "twice", dangerouslyWritingCode: true) } == .denied)
        #expect(Self.code { _ = try Shield.original(ofFunction: "nobody") } == .unsupported)
        #expect(Self.code { _ = try Shield.original(ofFunctionAt: Self.pointer(world.hook)) } == .unsupported)
        #expect(Shield.report(onFunction: "twice", in: "Kit").isHooked == nil, "which has no pointer to it")
        #expect(Shield.report(onFunction: "next", in: "Kit").isHooked == nil)
    }

    /// What was made to call an original is not taken for an attacker's code.
    @Test func ownCodeIsNotReported() {
        OwnCode.add(0x7000_0000_0000, size: 0x8000)
        #expect(OwnCode.contains(0x7000_0000_0000, size: 0x8000) && OwnCode.contains(0x7000_0000_4000, size: 0x1000))
        #expect(!OwnCode.contains(0x7000_0000_4000, size: 0x8000) && !OwnCode.contains(0x6FFF_FFFF_F000, size: 0x2000))
        #expect(!OwnCode.contains(0x7000_0000_0000, size: 0) && !OwnCode.contains(.max, size: 2))
    }
}
