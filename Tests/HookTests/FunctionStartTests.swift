import MerlonMachO
import Testing

@testable import MerlonRuntime

/// The starts of functions of real libraries: unhooked none is reported, also without the file to compare with; patched exactly those are.
@Suite struct FunctionStartTests {
    private static let limit = 2 << 20
    private static let packages = ["ios", "macos"].flatMap { platform in RealLibraries.packages(platform).map { "\(platform)/\($0)" } }

    @Test(.enabled(if: RealLibraries.arePresent, RealLibraries.missing), arguments: packages) func patchesAreFoundAndNothingElse(
        _ package: String
    ) throws {
        let parts = package.split(separator: "/").map(String.init)
        var patched = 0
        for (number, slice) in try RealLibraries.slices(of: parts[0], parts[1], limit: Self.limit).enumerated() where number < 16 {
            for withFile in [true, false] where slice.image.commands.functionStarts != nil {
                let laidOut = try LaidOutLibrary(slice.path, slice.image, slice.bytes, withFile: withFile)
                let place: Comment = "\(slice.path) \(slice.image.header.architecture), file: \(withFile)"
                let starts = try slice.image.functionStarts()
                guard !starts.isEmpty else { continue }
                let clean = HookScan(laidOut.process).functions()
                #expect(clean.hooks == [], place)
                #expect(clean.unread == [], place)
                #expect(clean.undetermined == 0, place)
                #expect(clean.examined >= starts.count, place)
                let planted = patch(laidOut, starts)
                let found = HookScan(laidOut.process).functions()
                #expect(found.count == planted.count, place)
                #expect(found.hooks.filter { $0.kind == .inline }.count == planted.filter { $0 == .inline }.count, place)
                #expect(found.hooks.filter { $0.kind == .breakpoint }.count == planted.filter { $0 == .breakpoint }.count, place)
                patched += planted.count
            }
        }
        if parts[0] == "ios" { #expect(patched > 0) }
    }

    /// Patches functions that are long enough, spread over the image, each in another form; and one imported function.
    private func patch(_ laidOut: LaidOutLibrary, _ starts: [UInt64]) -> [HookedFunction.Kind] {
        let isARM = laidOut.mapped.file.header.architecture.isARM64
        let room = zip(starts, starts.dropFirst()).filter { $1 - $0 >= 24 }.map(\.0)
        let step = max(room.count / 12, 1)
        var planted: [HookedFunction.Kind] = []
        for (turn, index) in stride(from: 0, to: room.count, by: step).prefix(12).enumerated() {
            let address = room[index] &+ laidOut.mapped.slide
            let target = turn % 2 == 0 ? laidOut.anonymous : laidOut.foreign
            let (code, kind) = isARM ? armHook(turn, address, target) : intelHook(turn, address, target)
            laidOut.process.write(code, at: address)
            planted.append(kind)
        }
        let isFunction = { (name: String) in laidOut.mapped.bindings.symbols.contains { $0.name == name && $0.library != .flatLookup } }
        if let imported = laidOut.symbols.keys.sorted().first(where: isFunction), let address = laidOut.symbols[imported],
            laidOut.tableEntries.contains(where: { laidOut.mapped.bindings.symbols[$0.symbol].name == imported })
        {
            let (code, kind) = isARM ? armHook(0, address, laidOut.foreign) : intelHook(0, address, laidOut.foreign)
            laidOut.process.write(code, at: address)
            planted.append(kind)
        }
        return planted
    }

    private func armHook(_ turn: Int, _ address: UInt64, _ target: UInt64) -> ([UInt8], HookedFunction.Kind) {
        func words(_ values: UInt32...) -> [UInt8] { values.flatMap(littleEndian) }
        let pages = Int64(bitPattern: (target & ~0xFFF) &- (address & ~0xFFF)) >> 12
        let high = UInt32(truncatingIfNeeded: pages >> 2) & 0x7FFFF
        let page = high << 5 | UInt32(truncatingIfNeeded: pages & 3) << 29
        let inPage = UInt32(target & 0xFFF) << 10
        switch turn % 5 {
        case 0: return (words(0x5800_0050, 0xD61F_0200) + littleEndian(target), .inline)
        case 1: return (words(0x9000_0011 | page, 0x9100_0231 | inPage, 0xD61F_0220), .inline)
        case 2:
            let distance = UInt32(truncatingIfNeeded: Int64(bitPattern: target &- address) >> 2) & 0x3FF_FFFF
            return (words(0x1400_0000 | distance), .inline)
        case 3:
            func move(_ kind: UInt32, _ part: UInt32) -> UInt32 {
                let bits = UInt32(truncatingIfNeeded: target >> (UInt64(part) * 16)) & 0xFFFF
                return kind | part << 21 | bits << 5
            }
            return (words(move(0xD280_0010, 0), move(0xF280_0010, 1), move(0xF280_0010, 2), 0xD61F_0200), .inline)
        default: return (words(0xD420_0000), .breakpoint)
        }
    }

    private func intelHook(_ turn: Int, _ address: UInt64, _ target: UInt64) -> ([UInt8], HookedFunction.Kind) {
        switch turn % 5 {
        case 0: ([0xFF, 0x25, 0, 0, 0, 0] + littleEndian(target), .inline)
        case 1: ([0x48, 0xB8] + littleEndian(target) + [0xFF, 0xE0], .inline)
        case 2: ([0xE9] + littleEndian(UInt32(truncatingIfNeeded: target &- address &- 5)), .inline)
        case 3: ([0x49, 0xBB] + littleEndian(target) + [0x41, 0xFF, 0xE3], .inline)
        default: ([0xCC], .breakpoint)
        }
    }
}
