import CMerlonProbes
import EmulatedDevice
import EmulatorSupport
import Foundation
import MerlonMachO
@testable import MerlonRuntime
import Testing

/// An app in this process's own memory: a program, a library of its bundle that somebody made for iOS or macOS, libraries of the system that export
/// what it imports, and a library from elsewhere. The emulated dyld, kernel and Objective-C runtime know of them when it was published.
///
/// One at a time: the emulated kernel is one. Whoever makes one runs serially.
final class LaidOutApp {
    static let bundle = Bundle.main.bundlePath
    /// Where its library's file lies.
    let folder = bundle + "/laid-out-\(UUID().uuidString)"
    let library: LaidOutLibrary
    let image: MachOImage
    let program: UInt64
    /// Memory that hooks lead to: executable, of no image.
    let unowned: UInt64
    private(set) var classes: [(name: String, methods: [ObjectiveCMethod], classMethods: [ObjectiveCMethod])] = []
    private static let size = 256 << 20

    var process: SimulatedProcess { library.process }
    var slide: UInt64 { library.mapped.slide }
    var path: String { library.mapped.path }

    init(_ slice: (path: String, image: MachOImage, bytes: [UInt8])) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/" + ScrubbedPath.baseName(slice.path)
        try Data(slice.bytes).write(to: URL(fileURLWithPath: path))
        let process = SimulatedProcess(arena: try Self.arena())
        image = slice.image
        library = try LaidOutLibrary(path, slice.image, slice.bytes, withFile: true, in: process)
        let content = try #require(ProgramBuilder.program(imports: []))
        program = process.map(content.count)
        process.write(content, at: program)
        process.add(Self.bundle + "/Program", at: program, .program)
        unowned = process.mapAnonymous([UInt8](repeating: 0xC3, count: 0x4000))
        let resolver = PointerResolver(image, imports: image.imports())
        classes = image.objectiveC(resolver).classes.map { ($0.name, $0.instanceMethods, $0.classMethods) }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Memory for the whole process, executable as well: a function that is laid out can be called.
    private static func arena() throws -> UnsafeMutableRawBufferPointer {
        let start = mmap(nil, size, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | Int32(MAP_ANONYMOUS) | Int32(MAP_NORESERVE), -1, 0)
        guard let start, start != MAP_FAILED else { throw CocoaError(.fileReadUnknown) }
        let first = (UInt(bitPattern: start) + 0x3FFF) & ~0x3FFF
        return UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(bitPattern: first), count: size - 0x4000)
    }

    /// Tells the emulated system of it: a clean iPhone that the app runs on.
    func publish(hiding hidden: Set<String> = [], hasUnownedCode: Bool = true) throws {
        EmulatedDevice.current = EmulatedDevice()
        OpenSSLCryptography.install()
        emulated_reset()
        emulated_set_process(0x4000, 0x4000, 0x2200_0301, 1)
        emulated_add_thread(true, 0)
        emulated_set_text("hw.machine", "iPhone16,2")
        emulated_set_text("kern.osversion", "21E219")
        emulated_add_path(PathQuestions.anchor, 22, 22, 0)
        try publishImages(hiding: hidden)
        if hasUnownedCode { emulated_add_region(unowned, 0x4000, 5, false, false) }
        for (name, methods, classMethods) in classes {
            emulated_add_class(name, path)
            for method in methods { add(method, to: name, isClassMethod: false) }
            for method in classMethods { add(method, to: name, isClassMethod: true) }
        }
    }

    private func add(_ method: ObjectiveCMethod, to name: String, isClassMethod: Bool) {
        guard let implementation = method.implementation else { return }
        emulated_add_method(name, method.selector, isClassMethod, implementation &+ slide)
    }

    private func publishImages(hiding hidden: Set<String>) throws {
        for loaded in process.images {
            let mapped = try MappedImage(loaded, in: process)
            let listers = hidden.contains(loaded.path) ? EMULATED_LISTED_IN_RECORD : EMULATED_LISTED_BY_LOADER | EMULATED_LISTED_IN_RECORD
            emulated_add_image(loaded.loadAddress, loaded.path, UInt32(listers))
            for extent in mapped.extents {
                let size = (extent.range.upperBound - extent.range.lowerBound + 0x3FFF) & ~0x3FFF
                emulated_add_region(extent.range.lowerBound, size, extent.isExecutable ? 5 : 3, true, mapped.isInSharedCache)
            }
        }
    }

    /// A whole sweep, by the shield.
    func sweep() async -> (facts: AppleFacts, indicators: Set<String>, undecided: [String: String]) {
        let snapshot = await Shield(policy: .bank).facts()
        let verdict = ShieldPolicy.bank.verdict(for: snapshot)
        return (snapshot.apple ?? AppleFacts(), Set(verdict.indicators.map(\.id)), verdict.undecided)
    }

    /// Where a pointer of a table of imported functions lies, and its symbol.
    func importedPointer(_ number: Int = 0) throws -> (place: UInt64, symbol: String) {
        let entries = library.tableEntries
        let binding = try #require(entries.indices.contains(number) ? entries[number] : nil)
        return (binding.address &+ slide, library.mapped.bindings.symbols[binding.symbol].name)
    }
}
