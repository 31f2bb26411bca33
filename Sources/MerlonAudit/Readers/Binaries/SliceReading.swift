import MerlonCore
import MerlonMachO

/// Facts of one slice, read part by part.
struct SliceReading {
    private(set) var facts: SliceFacts
    private(set) var notes = NoteList(limit: 20)
    private let image: MachOImage
    private let place: String

    /// - Parameters:
    ///   - image: The slice.
    ///   - place: Its architecture or member name, for notes.
    ///   - interests: What to locate in code.
    init(_ image: MachOImage, place: String, interests: CodeInterests) {
        self.image = image
        self.place = place
        facts = SliceFacts(architecture: image.header.architecture.name, platform: nil)
        readHeader()
    }

    /// Runs one part of the reading; what it throws is noted.
    private mutating func part(_ name: String, _ body: (inout SliceFacts) throws(MachOError) -> Void) {
        do throws(MachOError) { try body(&facts) } catch { notes.add("\(place), \(name)", "\(error)") }
    }

    private mutating func readHeader() {
        let commands = image.commands
        for problem in commands.problems { notes.add("\(place), load commands", "\(problem)") }
        facts.fileType = Self.fileType(image.header.fileType)
        facts.isPIE = image.header.flags.contains(.positionIndependentExecutable)
        // A zippered library is for macOS and Mac Catalyst; the first is what it was made for.
        if let build = commands.buildVersions.first {
            facts.platform = build.platform.name
            facts.minimumOS = build.minimumOS.description
            facts.sdk = build.sdk.rawValue == 0 ? nil : build.sdk.description
        }
        facts.isEncrypted = image.isEncrypted
        facts.isStatic = commands.dylibs.isEmpty && commands.dynamicLinker == nil
        facts.hasDWARF = image.segment("__DWARF") != nil || image.sections.contains { $0.segmentName == "__DWARF" }
        facts.runPaths = commands.runPaths
        facts.installName = commands.identity?.name
        facts.dylibs = commands.dylibs.map { dylib in
            LinkedLibrary(name: dylib.name, kind: Self.kind(dylib.kind), currentVersion: Self.threePart(dylib.currentVersion))
        }
    }

    private static func threePart(_ version: PackedVersion) -> String { "\(version.major).\(version.minor).\(version.patch)" }

    private static func fileType(_ type: MachHeader.FileType) -> SliceFacts.FileType {
        switch type {
        case .object: .object
        case .executable: .executable
        case .dynamicLibrary, .dynamicLibraryStub, .fixedLibrary: .dynamicLibrary
        case .bundle: .bundle
        case .dynamicLinker: .dynamicLinker
        case .debugSymbols: .debugSymbols
        default: .other
        }
    }

    private static func kind(_ kind: DylibReference.Kind) -> LinkedLibrary.Kind {
        switch kind {
        case .regular: .regular
        case .weak: .weak
        case .reexport: .reexport
        case .upward: .upward
        case .lazy: .lazy
        }
    }
}
