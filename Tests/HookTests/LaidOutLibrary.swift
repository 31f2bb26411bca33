import MerlonMachO
import Testing

@testable import MerlonRuntime

/// A real library in a simulated process, with fake libraries that export what it imports.
struct LaidOutLibrary {
    let process: SimulatedProcess
    let mapped: SimulatedLinker.Mapped
    /// Where the fakes have each symbol.
    let symbols: [String: UInt64]
    /// A library from elsewhere, with functions that hooks lead to.
    let foreign: UInt64
    /// Memory of no image.
    let anonymous: UInt64

    /// - Parameter withFile: Whether the file can be read in the process, as on iOS, or memory is all there is.
    init(
        _ path: String, _ image: MachOImage, _ bytes: [UInt8], withFile: Bool, in process: SimulatedProcess = SimulatedProcess()
    ) throws {
        self.process = process
        let imports = image.imports()
        var names: [String: Set<String>] = [:]
        for symbol in imports.symbols {
            let library = image.libraryName(symbol.library) ?? "/usr/lib/libflat.dylib"
            names[library, default: []].insert(symbol.name)
        }
        var symbols: [String: UInt64] = [:]
        for (index, (library, needed)) in names.sorted(by: { $0.key < $1.key }).enumerated() {
            var fake = FakeLibrary(library, needed)
            fake.cpuType = image.header.architecture.type
            fake.isInSharedCache = index % 2 == 0 && library.hasPrefix("/")
            // Half of them lie where their install name says, as frameworks of an app do not.
            let address = fake.load(into: process, path: library.hasPrefix("/") ? library : "/private/x/\(index).dylib")
            for symbol in needed where symbols[symbol] == nil { symbols[symbol] = address + fake.offset(of: symbol)! }
        }
        let linker = SimulatedLinker(process: process, symbols: symbols)
        mapped = try linker.map(image, path: path, bytes: withFile ? bytes : nil)
        self.symbols = symbols
        var hooks = FakeLibrary("/var/jb/usr/lib/tweak.dylib", ["_hook"])
        hooks.cpuType = image.header.architecture.type
        foreign = hooks.load(into: process, .foreign) + hooks.offset(of: "_hook")!
        anonymous = process.mapAnonymous(Array(repeating: 0, count: 256))
    }

    /// The entries of the tables of imported functions and data: what has to be looked at, by the sections alone.
    var tableEntries: [Binding] {
        let tables = mapped.file.sections.filter { $0.kind == .nonLazySymbolPointers || $0.kind == .lazySymbolPointers }
        return mapped.bindings.bindings.filter { binding in tables.contains { $0.contains(binding.address) } }
    }
}
