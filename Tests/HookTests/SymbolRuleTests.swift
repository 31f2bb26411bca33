import MerlonMachO
import Testing

@testable import MerlonRuntime

/// The dynamic linker's rules: what a pointer may be bound to.
@Suite struct SymbolRuleTests {
    /// A process with a program and libraries that re-export, forward, choose and share.
    private struct World {
        let process = SimulatedProcess()
        var places: [String: UInt64] = [:]

        init() {
            var front = FakeLibrary("/usr/lib/front.dylib", ["_own", "_weak", "_chosen"])
            front.reexports = ["/usr/lib/back.dylib", "/usr/lib/front.dylib"]
            front.forwarded = ["_renamed": (1, "_inBack"), "_circle": (2, "_circle"), "_lost": (9, "_x")]
            front.weak = ["_weak"]
            front.resolved = ["_chosen"]
            let back = FakeLibrary("/usr/lib/back.dylib", ["_inBack", "_other", "_weak"])
            let tweak = FakeLibrary("/var/jb/tweak.dylib", ["_own", "_weak"])
            let simulated = FakeLibrary("/usr/lib/simulated.dylib", ["_s"])
            func load(_ fake: FakeLibrary, _ name: String, _ origin: ImageOrigin, path: String? = nil) {
                let address = fake.load(into: process, path: path, origin)
                for symbol in fake.symbols { places[name + symbol] = address + fake.offset(of: symbol)! }
            }
            load(front, "front", .system)
            load(back, "back", .system)
            load(tweak, "tweak", .foreign)
            load(simulated, "simulated", .system, path: "/runtime/rt/usr/lib/simulated.dylib")
        }

        /// Whether a pointer to the import that holds the address of `place` is as dyld would have bound it.
        func judge(_ symbol: String, from library: String, holds place: String, addend: UInt64 = 0) throws -> RebindingScan.Judgement {
            let program = try #require(ProgramBuilder.program(imports: [(symbol, library)]))
            let address = process.map(program.count)
            process.write(program, at: address)
            process.add("/app/program", at: address, .program)
            let value = place.isEmpty ? 0 : (places[place] ?? UInt64(place)!) + addend
            process.write(pointer: value, at: address + ProgramBuilder.slotOffset)
            let index = ImageIndex(process)
            var findings = HookFindings()
            let (mapped, pointers) = try #require(RebindingScan(index).pointers(of: index.images.count - 1, notingIn: &findings))
            #expect(pointers.count == 1 && findings.unread == [])
            return RebindingScan(index).judge(pointers[0], of: mapped, index.images.count - 1)
        }
    }

    @Test(
        arguments: [
            ("_own", "/usr/lib/front.dylib", "front_own", "as bound"),
            ("_inBack", "/usr/lib/front.dylib", "back_inBack", "as bound"),
            ("_renamed", "/usr/lib/front.dylib", "back_inBack", "as bound"),
            ("_chosen", "/usr/lib/front.dylib", "front_chosen", "as bound"),
            ("_chosen", "/usr/lib/front.dylib", "front_own", "as bound"),
            ("_weak", "/usr/lib/front.dylib", "front_weak", "as bound"),
            ("_weak", "/usr/lib/front.dylib", "back_weak", "as bound"),
            ("_s", "/usr/lib/simulated.dylib", "simulated_s", "as bound"),
            ("_missing", "/usr/lib/front.dylib", "", "as bound"),
            ("_x", "/usr/lib/not-loaded.dylib", "", "as bound"),
            ("_own", "/usr/lib/front.dylib", "tweak_own", "tweak.dylib"),
            ("_own", "/usr/lib/front.dylib", "back_inBack", "back.dylib"),
            ("_own", "/usr/lib/front.dylib", "front_weak", "front.dylib inside"),
            ("_renamed", "/usr/lib/front.dylib", "back_other", "back.dylib inside"),
            ("_chosen", "/usr/lib/front.dylib", "back_inBack", "back.dylib"),
            ("_weak", "/usr/lib/front.dylib", "back_inBack", "back.dylib"),
            ("_weak", "/usr/lib/front.dylib", "tweak_weak", "tweak.dylib"),
            ("_own", "/usr/lib/front.dylib", "12345", "nowhere"),
            ("_missing", "/usr/lib/front.dylib", "tweak_own", "tweak.dylib"),
            ("_circle", "/usr/lib/front.dylib", "tweak_own", "tweak.dylib"),
            ("_lost", "/usr/lib/front.dylib", "12345", "nowhere"),
            ("_own", "/usr/lib/front.dylib", "", "undetermined"),
        ])
    func pointersAreJudged(symbol: String, library: String, place: String, expected: String) throws {
        let world = World()
        let judgement = try world.judge(symbol, from: library, holds: place)
        let images = world.process.images
        let text: String =
            switch judgement {
            case .asBound: "as bound"
            case .undetermined: "undetermined"
            case .hooked(nil, _): "nowhere"
            case .hooked(let target?, let staysInside):
                ScrubbedPath.baseName(images[target].path) + (staysInside ? " inside" : "")
            }
        #expect(text == expected)
    }

    @Test func rewrittenPointersAreWrittenBack() throws {
        let world = World()
        let program = try #require(
            ProgramBuilder.program(imports: [("_own", "/usr/lib/front.dylib"), ("_renamed", "/usr/lib/front.dylib")]))
        let address = world.process.map(program.count)
        let slot = address + ProgramBuilder.slotOffset
        world.process.write(program, at: address)
        world.process.add("/app/program", at: address, .program)
        world.process.write(pointer: world.places["tweak_own"]!, at: slot)
        world.process.write(pointer: world.places["back_inBack"]!, at: slot + 8)
        let hooked = HookScan(world.process).report(on: "_own")
        #expect(hooked.isHooked == true && hooked.pointers == 1 && hooked.hooks.map(\.target) == ["…/tweak.dylib"])
        #expect(HookScan(world.process).report(on: "_renamed").isHooked == false)
        #expect(HookScan(world.process).report(on: "_nobody").isHooked == nil)

        let repair = SymbolRepair(index: ImageIndex(world.process))
        let plan = repair.plan("_own")
        #expect(plan.original == world.places["front_own"] && plan.changes.count == 1)
        world.process.refused = [slot]
        #expect(repair.apply(plan) == (0, 13))
        world.process.refused = []
        #expect(repair.apply(plan) == (1, 0))
        #expect(world.process.pointer(at: slot) == world.places["front_own"])
        // What changed since it was judged is not written over.
        #expect(repair.apply(plan) == (0, 11))
        #expect(HookScan(world.process).report(on: "_own").isHooked == false)
        #expect(SymbolRepair(index: ImageIndex(world.process)).plan("_own").changes == [])
        // A jump at its start is seen as well, and is not for pointers to mend.
        world.process.write([0x5800_0050, 0xD61F_0200].flatMap { littleEndian($0 as UInt32) }, at: world.places["front_own"]!)
        #expect(HookScan(world.process).report(on: "_own").hooks.map(\.kind) == [.inline])
        #expect(HookScan(world.process).report(at: world.places["front_own"]!).isHooked == true)
        #expect(HookScan(world.process).report(at: world.places["back_other"]!).isHooked == false)
        #expect(HookScan(world.process).report(at: 0x1234).isHooked == true)
    }

    @Test func signaturesOfPointersDoNotCount() throws {
        let signed: UInt64 = 0x00A7 << 48
        #expect(try World().judge("_own", from: "/usr/lib/front.dylib", holds: "front_own", addend: signed) == .asBound)
        #expect(try World().judge("_own", from: "/usr/lib/front.dylib", holds: "tweak_own", addend: signed) != .asBound)
    }

    @Test func lookUpsAgreeWithReadingAll() throws {
        let names = ["_a", "_ab", "_abc", "_b", "_", "a", "_abd", "_zzzzzzzz"]
        let entries = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, [UInt8(0)] + uleb(UInt64($0 * 1000))) })
        let lookup = try ExportLookup(trie: ByteView(copying: TrieBuilder.trie(entries)), baseAddress: 0x1000)
        for (number, name) in names.enumerated() {
            #expect(try lookup.export(named: name)?.target == .address(0x1000 + UInt64(number * 1000)))
        }
        for name in ["", "_abcd", "_c", "ab", "_zzzz", "_zzzzzzzzz", "\0"] { #expect(try lookup.export(named: name) == nil) }
    }

    /// Tries that lead in circles, outside, or nowhere, with every byte set to extremes.
    @Test func hostileTriesEnd() throws {
        let trie = TrieBuilder.trie(["_abc": [0, 1], "_abd": [0, 2], "_b": [8, 1, 0]])
        var refused = 0
        for index in trie.indices {
            for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                var bytes = trie
                bytes[index] = value
                let lookup = try ExportLookup(trie: ByteView(copying: bytes), baseAddress: 0)
                for name in ["_abc", "_abd", "_b", "_", "_abcabcabcabc"] {
                    do { _ = try lookup.export(named: name) } catch { refused += 1 }
                }
            }
            let cut = try ExportLookup(trie: ByteView(copying: trie[..<index]), baseAddress: 0)
            do { _ = try cut.export(named: "_abc") } catch { refused += 1 }
        }
        #expect(refused > 100)
        // A root whose only edge, without a label or with one, leads back to it.
        for label: [UInt8] in [[], Array("a".utf8)] {
            let circle = try ExportLookup(trie: ByteView(copying: [0, 1] + label + [0, 0]), baseAddress: 0)
            let name = String(repeating: "a", count: 60_000)
            if label.isEmpty {
                #expect(throws: MachOError(.malformed, "")) { try circle.export(named: name) }
            } else {
                #expect(try circle.export(named: name) == nil)
            }
        }
    }
}
