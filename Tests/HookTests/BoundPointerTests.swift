import MerlonMachO
import Testing

@testable import MerlonRuntime

/// Pointers of real libraries, mapped as dyld maps them: unhooked none is reported, hooked exactly those are.
@Suite struct BoundPointerTests {
    private static let limit = 3 << 20
    private static let packages = ["ios", "macos"].flatMap { platform in RealLibraries.packages(platform).map { "\(platform)/\($0)" } }

    @Test(.enabled(if: RealLibraries.arePresent, RealLibraries.missing), arguments: packages) func hooksAreFoundAndNothingElse(
        _ package: String
    ) throws {
        let parts = package.split(separator: "/").map(String.init)
        var looked = 0
        for (number, slice) in try RealLibraries.slices(of: parts[0], parts[1], limit: Self.limit).enumerated() where number < 24 {
            for withFile in [true, false] where withFile || slice.image.commands.dynamicSymbolTable != nil {
                let laidOut = try LaidOutLibrary(slice.path, slice.image, slice.bytes, withFile: withFile)
                let place: Comment = "\(slice.path) \(slice.image.header.architecture), file: \(withFile)"
                let entries = laidOut.tableEntries
                let clean = HookScan(laidOut.process).boundPointers()
                #expect(clean.count == 0, place)
                #expect(clean.hooks == [], place)
                #expect(clean.unread == [], place)
                #expect(clean.undetermined == 0, place)
                #expect(clean.examined >= entries.count, place)
                let planted = plant(laidOut, entries)
                let found = HookScan(laidOut.process).boundPointers()
                #expect(Set(found.hooks.map(\.name)) == Set(planted.map(\.name)), place)
                #expect(found.count == planted.count, place)
                #expect(targets(found.hooks.map(\.target)) == targets(planted.map(\.target)), place)
                looked += entries.count
            }
        }
        if parts[0] == "ios" { #expect(looked > 0) }
    }

    private func targets(_ names: [String?]) -> [String] { names.map { $0 ?? "" }.sorted() }

    /// Overwrites up to nine entries: with memory of no image, with a function of a foreign library, with another function of the same library.
    private func plant(_ laidOut: LaidOutLibrary, _ entries: [Binding]) -> [(name: String, target: String?)] {
        let step = max(entries.count / 9, 1)
        return stride(from: 0, to: min(entries.count, step * 9), by: step).enumerated().map { turn, index in
            let binding = entries[index]
            let name = laidOut.mapped.bindings.symbols[binding.symbol].name
            let place = binding.address &+ laidOut.mapped.slide
            switch turn % 3 {
            case 0:
                laidOut.process.write(pointer: laidOut.anonymous + 16, at: place)
                return (name, nil)
            case 1:
                laidOut.process.write(pointer: laidOut.foreign, at: place)
                return (name, "…/tweak.dylib")
            default:
                // Its library's next function, or the middle of its own.
                let target = laidOut.symbols[name]! + 4
                laidOut.process.write(pointer: target, at: place)
                let owner = ImageIndex(laidOut.process)
                return (name, owner.owner(of: target).map { ScrubbedPath.scrub(owner.images[$0].path) })
            }
        }
    }
}
