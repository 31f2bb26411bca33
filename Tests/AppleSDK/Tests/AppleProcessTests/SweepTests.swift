import CMerlonProbes
import EmulatedDevice
import Foundation
import MerlonMachO
@testable import MerlonRuntime
import Testing

/// Whole sweeps over a library that somebody made for iOS or macOS, laid out as dyld maps it: clean nothing of it is found, and hooks are.
@Suite(.serialized, .enabled(if: RealLibraries.arePresent, RealLibraries.missing)) struct SweepTests {
    /// What a sweep says whatever is planted: the emulated root is no snapshot, there is no receipt, and some of the libraries lie in no folder of the
    /// system's, as does the tweak that hooks lead to.
    private static let ground: Set<String> = ["apple-unsealed-root", "apple-sideloaded", "apple-foreign-image"]
    /// And of the memory that hooks lead to.
    private static let always = ground.union(["apple-unowned-code"])

    private static func app(_ platform: String = "macos", _ package: String = "pyobjc_core", minimum: Int = 500) throws -> LaidOutApp {
        let slices = try RealLibraries.slices(of: platform, package, limit: 3 << 20)
        return try LaidOutApp(
            try #require(slices.first { try $0.image.functionStarts().count >= minimum && $0.image.header.architecture.isARM64 }))
    }

    @Test func aCleanProcessIsClean() async throws {
        let app = try Self.app()
        try app.publish(hasUnownedCode: false)
        let (facts, indicators, undecided) = await app.sweep()
        #expect(indicators == Self.ground, "\(undecided)")
        for (fact, name) in [
            (facts.boundPointers, "pointers"), (facts.functionStarts, "functions"), (facts.methods, "methods"),
            (facts.swiftTables, "Swift"),
        ] {
            let findings = try #require(fact.value, "\(name)")
            #expect(findings.count == 0 && findings.unread == [] && findings.undetermined == 0, "\(name): \(findings)")
            #expect(findings.examined > 0, "\(name)")
        }
        #expect(
            facts.boundPointers.value!.examined > 100 && facts.functionStarts.value!.examined > 500 && facts.methods.value!.examined > 100)
        #expect(facts.signedPages.value?.count == 0 && facts.signedPages.value!.examined > 50)
        #expect(facts.images.value?.filter { $0.listers.count < 3 }.map(\.name) == [])
        #expect(facts.images.value?.contains { $0.name == LoadedImage.executable && $0.place == .bundle } == true)
        #expect(facts.isTraced == .value(false) && facts.isTracedBySystemCall == .value(false) && facts.parent == .value(1))
        #expect(facts.debugState == .value(DebugState(threads: 1)) && facts.exceptionPorts == .value([]))
        // The images were listed once for what is loaded, and once for all ways of looking for hooks.
        #expect(emulated_listings() == 2 && emulated_ports_in_use() == 0)
    }

    @Test func rewrittenPointersAreFound() async throws {
        for target in ["unowned", "foreign", "another"] {
            let app = try Self.app()
            let (place, symbol) = try app.importedPointer(7)
            let value = target == "unowned" ? app.unowned : target == "foreign" ? app.library.foreign : app.library.symbols[symbol]! + 32
            app.process.write(pointer: value, at: place)
            try app.publish()
            let (facts, indicators, _) = await app.sweep()
            let expected = target == "another" ? "apple-displaced-symbol" : "apple-rebound-symbol"
            #expect(indicators == Self.always.union([expected]), "\(target)")
            #expect(facts.boundPointers.value?.hooks.map(\.name) == [symbol])
        }
    }

    @Test func inlineHooksAndBreakpointsAreFound() async throws {
        let app = try Self.app()
        let starts = try app.image.functionStarts()
        let room = zip(starts, starts.dropFirst()).filter { $1 - $0 >= 64 }.map { $0.0 &+ app.slide }
        func words(_ values: UInt32...) -> [UInt8] { values.flatMap(littleEndian) }
        app.process.write(words(0x5800_0050, 0xD61F_0200) + littleEndian(app.unowned), at: room[5])
        app.process.write(words(0xD420_0000), at: room[9])
        app.process.write(words(0xD503_201F, 0xD503_201F), at: room[13])
        // A function of the system that is imported.
        let (_, symbol) = try app.importedPointer(3)
        app.process.write(words(0x5800_0051, 0xD61F_0220) + littleEndian(app.library.foreign), at: app.library.symbols[symbol]!)
        try app.publish()
        let (facts, indicators, _) = await app.sweep()
        #expect(
            indicators
                == Self.always.union(["apple-inline-hook", "apple-software-breakpoint", "apple-patched-function", "apple-changed-page"]))
        let hooks = facts.functionStarts.value?.hooks ?? []
        #expect(hooks.map(\.kind) == [.inline, .breakpoint, .patched, .inline])
        #expect(hooks.last?.name == symbol && hooks.last?.target == "…/tweak.dylib" && hooks[0].target == nil)
        #expect(facts.signedPages.value!.count > 0 && facts.signedPages.value!.differences.allSatisfy { $0.kind == .page })
    }

    @Test func replacedMethodsAreFound() async throws {
        let app = try Self.app()
        try app.publish()
        // An instance method, a class method, the accessors of a property, and a method of a class of the system.
        let name = try #require(app.classes.first { !$0.methods.isEmpty }).name
        emulated_add_method(name, "balance", false, app.unowned)
        emulated_add_method(name, "setBalance:", false, app.library.foreign)
        emulated_add_method(name, "sharedAccount", true, app.unowned)
        emulated_add_class("LAContext", "/System/Library/Frameworks/LocalAuthentication.framework/LocalAuthentication")
        let system = try #require(app.library.symbols.values.min())
        emulated_add_method("LAContext", "invalidate", false, system)
        emulated_add_method("LAContext", "evaluatePolicy:localizedReason:reply:", false, app.unowned)
        let (facts, indicators, _) = await app.sweep()
        #expect(indicators == Self.always.union(["apple-replaced-method"]))
        #expect(
            facts.methods.value?.hooks.map(\.name) == [
                "-[\(name) balance]", "-[\(name) setBalance:]", "+[\(name) sharedAccount]",
                "-[LAContext evaluatePolicy:localizedReason:reply:]",
            ])
        #expect(facts.methods.value?.hooks.map(\.target) == [nil, "…/tweak.dylib", nil, nil])
    }

    @Test func imagesThatHideAndMemoryOfNobodyAreFound() async throws {
        let app = try Self.app("ios", "xxhash", minimum: 10)
        try app.publish(hiding: [app.process.images.first { $0.origin == .foreign }!.path])
        // Executable and writable.
        let writable = app.process.mapAnonymous([0])
        emulated_add_region(writable, 0x4000, 7, false, false)
        // Code that begins like an image, and says that it has more load commands than there is memory, up to the end of which it has them.
        let lying = mmap(nil, 0x8000, PROT_READ | PROT_WRITE, MAP_PRIVATE | Int32(MAP_ANONYMOUS), -1, 0)!
        let words: [UInt32] = [0xFEED_FACF, 0x0100_000C, 0, 6, 4096, 1 << 17, 0, 0] + (0..<2044).flatMap { _ in [0x77, 8] as [UInt32] }
        lying.copyMemory(from: words, byteCount: 0x4000)
        #expect(mprotect(lying + 0x4000, 0x4000, PROT_NONE) == 0)
        defer { munmap(lying, 0x8000) }
        emulated_add_region(UInt64(UInt(bitPattern: lying)), 0x4000, 5, false, false)
        let (facts, indicators, _) = await app.sweep()
        #expect(indicators.isSuperset(of: ["apple-hidden-image", "apple-unowned-code", "apple-writable-code", "apple-foreign-image"]))
        #expect(facts.images.value?.first { $0.name == "…/tweak.dylib" }?.listers == [.record, .memory])
        #expect(facts.executableRegions.value?.map(\.isWritable).sorted { !$0 && $1 } == [false, false, true])
    }

    @Test func debuggersAreFound() async throws {
        let app = try Self.app("ios", "xxhash", minimum: 10)
        try app.publish()
        // P_TRACED, which libc leaves out; a debugger as parent; flags of a process that was debugged; ports; registers of the second thread.
        emulated_set_process(0x4000, 0x4800, 0x3200_0300, 77)
        // DR7: slot 0 watches, slots 1 and 2 stop what is executed.
        emulated_add_thread(true, 0x0003_0015)
        emulated_add_thread(false, 0)
        for (mask, port) in [(0x40, 0x1203), (0x2, 0), (0x40, UInt32.max)] as [(UInt32, UInt32)] { emulated_add_exception_port(mask, port) }
        let (facts, indicators, _) = await app.sweep()
        #expect(
            indicators.isSuperset(of: [
                "apple-hidden-tracer", "apple-parent", "apple-debugged-flag", "apple-invalid-code", "apple-exception-port",
                "apple-watchpoint", "apple-hardware-breakpoint",
            ]))
        #expect(facts.debugState == .value(DebugState(threads: 2, unreadable: 1, breakpoints: 2, watchpoints: 1)))
        #expect(facts.exceptionPorts.value?.count == 1 && emulated_ports_in_use() == 0)
        emulated_set_process(0x4840, 0x4840, 0x2200_0301, 1)
        let traced = await app.sweep()
        #expect(traced.indicators.isSuperset(of: ["apple-tracer", "apple-selecting"]))
    }

    /// By its symbol and by a system call: on this processor the call of one's own is not there, which is no success.
    @Test func debuggersAreDenied() throws {
        let app = try Self.app("ios", "xxhash", minimum: 10)
        try app.publish()
        #expect(Shield.harden([.denyDebugger, .noCore, .undumpable]) == [.denyDebugger: .done, .noCore: .done, .undumpable: .unsupported])
        var request: Int32 = 0
        #expect(emulated_ptrace_calls(&request) == 1 && request == 31)
    }
}
