import MerlonCore
import MerlonMachO
import Testing

@testable import MerlonRuntime

/// Objective-C methods of real libraries, read from the laid-out process, and Swift's tables of a library that is put together here.
@Suite struct MethodScanTests {
    @Test(.enabled(if: RealLibraries.arePresent, RealLibraries.missing)) func replacedMethodsAreFoundAndNothingElse() throws {
        var looked = 0
        for slice in try RealLibraries.slices(of: "macos", "pyobjc_core", limit: 3 << 20) {
            let laidOut = try LaidOutLibrary(slice.path, slice.image, slice.bytes, withFile: true)
            let index = ImageIndex(laidOut.process)
            let number = try #require(index.images.indices.first { index.images[$0].path == slice.path })
            let mapped = try index.image(number).get()
            let classes = mapped.image.objectiveC(PointerResolver(mapped.image, imports: mapped.image.imports())).classes
            var methods = classes.flatMap { type in
                type.instanceMethods.map { (type.name, $0, false) } + type.classMethods.map { (type.name, $0, true) }
            }.compactMap { name, method, isClass in
                method.implementation.map {
                    MethodScan.Method(
                        className: name, selector: method.selector, isClassMethod: isClass, implementation: $0 &+ mapped.slide)
                }
            }
            guard methods.count > 3 else { continue }
            var clean = HookFindings()
            MethodScan(index: index).examine(methods, of: slice.path, into: &clean)
            #expect(clean.count == 0 && clean.examined == methods.count, "\(slice.path)")
            // By a library of the system, by a tweak, and by memory of no image.
            let system = try #require(laidOut.symbols.values.min())
            methods[0].implementation = system
            methods[1].implementation = laidOut.foreign
            methods[2].implementation = laidOut.anonymous
            var found = HookFindings()
            MethodScan(index: index).examine(methods, of: slice.path, into: &found)
            #expect(found.hooks.map(\.name) == [methods[1].name, methods[2].name])
            #expect(found.hooks.map(\.target) == ["…/tweak.dylib", nil])
            looked += 1
        }
        #expect(looked > 0)
    }

    /// Blocks as methods run out of copies of a page of the runtime's.
    @Test func blocksAreToldFromOtherCode() {
        let process = SimulatedProcess()
        let library = FakeLibrary("/usr/lib/libobjc-trampolines.dylib", ["_a", "_b"])
        library.load(into: process)
        let page = process.map(0x8000)
        let start = (page + 0x3FFF) & ~0x3FFF
        process.write(library.function, at: start)
        process.write([1, 2, 3, 4, 5, 6, 7, 8], at: start + 64)
        let index = ImageIndex(process)
        var findings = HookFindings()
        let methods = [start, start + 64].map {
            MethodScan.Method(className: "A", selector: "b:", isClassMethod: false, implementation: $0)
        }
        MethodScan(index: index).examine(methods, of: "/app/A", into: &findings)
        #expect(findings.hooks.map(\.pattern) == ["block", nil])
    }

    /// A program with a Swift class of three methods and a conformance of two requirements.
    private struct SwiftProgram {
        static let base: UInt64 = 0x1_0000_0000
        static let type: UInt64 = 0x8100
        static let table: UInt64 = 0x8300

        /// - Parameter flags: of the class's descriptor: a table, not generic.
        static func file(flags: UInt32 = 0x8000_0010, methods: UInt32 = 3) -> [UInt8] {
            func words(_ values: UInt32...) -> [UInt8] { values.flatMap(littleEndian) }
            func fixed(_ text: String) -> [UInt8] { Array((Array(text.utf8) + Array(repeating: 0, count: 16)).prefix(16)) }
            func segment(_ name: String, _ offset: UInt64, _ protection: UInt32, _ sections: [[UInt8]]) -> [UInt8] {
                let numbers = [base + offset, 0x4000, offset, 0x4000].flatMap(littleEndian)
                let body = fixed(name) + numbers + words(protection, protection, UInt32(sections.count), 0) + sections.flatMap { $0 }
                return words(0x19, UInt32(body.count + 8)) + body
            }
            func section(_ name: String, _ segment: String, _ offset: UInt64, _ size: UInt64) -> [UInt8] {
                fixed(name) + fixed(segment) + littleEndian(base + offset) + littleEndian(size) + words(UInt32(offset), 0, 0, 0, 0, 0, 0, 0)
            }
            let commands = [
                segment("__TEXT", 0, 5, [section("__swift5_proto", "__TEXT", 0x2000, 4), section("__text", "__TEXT", 0x1000, 0x400)]),
                segment("__DATA", 0x8000, 3, [section("__objc_classlist", "__DATA", 0x8000, 8)]),
                segment("__LINKEDIT", 0xC000, 1, []), words(0x1B, 24) + Array(1...16),
            ]
            let area = commands.flatMap { $0 }
            var file = words(0xFEED_FACF, 0x0100_000C, 0, 2, UInt32(commands.count), UInt32(area.count), 0x85, 0) + area
            file += Array(repeating: 0, count: 0x10000 - file.count)
            func put(_ bytes: [UInt8], _ offset: UInt64) { file.replaceSubrange(Int(offset)..<Int(offset) + bytes.count, with: bytes) }
            func relative(_ target: UInt64, from place: UInt64) -> [UInt8] { littleEndian(UInt32(truncatingIfNeeded: target &- place)) }
            let (descriptor, conformance, requirement): (UInt64, UInt64, UInt64) = (0x2100, 0x2200, 0x2300)
            put(littleEndian(base + type), 0x8000)
            put(littleEndian(base + 0x8402), type + 32)
            put(littleEndian(base + descriptor), type + 64)
            put(words(flags) + [0, 0, 0, 0] + relative(0x2400, from: descriptor + 8), descriptor)
            put(Array("Vault\0".utf8), 0x2400)
            put(words(10, methods), descriptor + 44)
            for index in 0..<UInt64(3) {
                put(words(0x10) + relative(0x1000 + index * 16, from: descriptor + 52 + index * 8 + 4), descriptor + 52 + index * 8)
                put(littleEndian(base + 0x1000 + index * 16), type + (10 + index) * 8)
            }
            put(relative(conformance, from: 0x2000), 0x2000)
            put(relative(requirement, from: conformance), conformance)
            put(relative(descriptor, from: conformance + 4) + relative(table, from: conformance + 8), conformance + 4)
            put(words(3), requirement)
            put(words(2), requirement + 16)
            put(littleEndian(base + conformance) + littleEndian(base + 0x1100) + littleEndian(base + 0x1110), table)
            return file
        }

        /// The program in a process: addresses slid, as rebases do.
        static func load(_ file: [UInt8], withFile: Bool) -> (SimulatedProcess, UInt64) {
            let process = SimulatedProcess()
            let address = process.map(0x10000)
            process.write(file, at: address)
            let slots: [UInt64] = [0x8000, type + 32, type + 64] + (0..<3).map { type + (10 + $0) * 8 } + (0..<3).map { table + $0 * 8 }
            for slot in slots { process.write(pointer: process.pointer(at: address + slot)! &- base &+ address, at: address + slot) }
            process.add("/app/program", at: address, .program)
            if withFile { process.files["/app/program"] = file }
            return (process, address)
        }
    }

    @Test(arguments: [true, false]) func swiftEntriesAreCompared(withFile: Bool) throws {
        let (process, address) = SwiftProgram.load(SwiftProgram.file(), withFile: withFile)
        let clean = HookScan(process).swiftTables()
        #expect(clean.count == 0 && clean.examined == 6 && clean.undetermined == 0 && clean.unread == [], "\(clean)")
        let tweak = FakeLibrary("/var/jb/tweak.dylib", ["_hook"])
        let hook = tweak.load(into: process, .foreign) + tweak.offset(of: "_hook")!
        process.write(pointer: hook, at: address + SwiftProgram.type + 11 * 8)
        process.write(pointer: process.mapAnonymous([0]), at: address + SwiftProgram.table + 16)
        let found = HookScan(process).swiftTables()
        #expect(found.hooks.map(\.name) == ["Vault, entry 1", "Vault, entry 1"])
        #expect(found.hooks.map(\.kind) == [.swiftClassEntry, .swiftWitness])
        #expect(found.hooks.map(\.target) == ["…/tweak.dylib", nil])
        // Another method of the same class is not the right one either.
        process.write(pointer: address + 0x1000, at: address + SwiftProgram.type + 12 * 8)
        #expect(HookScan(process).swiftTables().count == 3)
    }

    /// Any word of the descriptors may be anything: it is read, or left out, within bounds.
    @Test func hostileDescriptorsEnd() throws {
        let file = SwiftProgram.file()
        for offset in Array(0x2000..<0x2004) + Array(0x2100..<0x2160) + Array(0x2200..<0x2210) + Array(0x2300..<0x2318) {
            for value: UInt8 in [0x00, 0x7F, 0x80, 0xFF] {
                var changed = file
                changed[offset] = value
                let (process, _) = SwiftProgram.load(changed, withFile: false)
                #expect(HookScan(process).swiftTables().examined <= 40_000)
            }
        }
        let (generic, _) = SwiftProgram.load(SwiftProgram.file(flags: 0x8000_0090), withFile: false)
        #expect(HookScan(generic).swiftTables().examined == 3)
        let (endless, _) = SwiftProgram.load(SwiftProgram.file(methods: .max), withFile: false)
        #expect(HookScan(endless).swiftTables().examined == 3)
    }

    /// Images that lie about themselves are named as not read, and never clear.
    @Test func hostileImagesAreNotClear() throws {
        let file = SwiftProgram.file()
        for (offset, bytes) in [
            (0, [0, 0, 0, 0]), (16, [0xFF, 0xFF, 0xFF, 0xFF]), (20, [0xFF, 0xFF, 0xFF, 0x7F]), (32 + 32, littleEndian(UInt64.max)),
            (32 + 24, littleEndian(UInt64.max)), (36, [0, 0, 0, 0]),
        ] as [(Int, [UInt8])] {
            var changed = file
            changed.replaceSubrange(offset..<offset + bytes.count, with: bytes)
            let process = SimulatedProcess()
            let address = process.map(changed.count)
            process.write(changed, at: address)
            process.add("/app/program", at: address, .program)
            let scan = HookScan(process)
            for findings in [scan.boundPointers(), scan.functions(), scan.swiftTables()] {
                var snapshot = FactsSnapshot(recorded: .init(seconds: 0), platform: .iOS, systemVersion: "17", apple: AppleFacts())
                snapshot.apple?.boundPointers = .value(findings)
                guard case .undecided = HookDetectors.boundPointers.judge(snapshot) else {
                    Issue.record("\(offset): \(findings)")
                    continue
                }
            }
        }
        let nowhere = SimulatedProcess()
        nowhere.add("/app/program", at: 0x7000_0000, .program)
        #expect(HookScan(nowhere).boundPointers().unread.count == 1)
    }
}
