/// Walks the load commands of a slice once.
struct LoadCommandParser {
    let bytes: ByteView
    let header: MachHeader
    private var result = LoadCommands()

    /// More than any linker writes by a factor of a thousand; keeps what a hostile file can cost bounded.
    static let maximumCommands = 1 << 16
    static let maximumProblems = 64
    /// Symbols refer to at most 255 sections. Addresses are looked up segment by segment, so their number counts.
    static let maximumSegments = 256
    static let maximumSections = 1024

    init(_ bytes: ByteView, _ header: MachHeader) {
        self.bytes = bytes
        self.header = header
    }

    /// Reads all of them. One that is malformed inside is noted in `problems`; a wrong size ends the walk, as no next command can be found.
    /// - Throws: when the commands do not fit into the slice, or are more than their stated size can hold.
    static func parse(_ bytes: ByteView, _ header: MachHeader) throws(MachOError) -> LoadCommands {
        var parser = LoadCommandParser(bytes, header)
        try parser.walk()
        parser.emptySectionsThatOverlap()
        return parser.result
    }

    private mutating func walk() throws(MachOError) {
        let area = try bytes.slice(UInt64(header.size), UInt64(header.commandSize), "load command area")
        guard UInt64(header.commandCount) * 8 <= UInt64(area.count) else {
            throw MachOError(.malformed, "more load commands than their area can hold", offset: bytes.position(16))
        }
        guard header.commandCount <= Self.maximumCommands else {
            throw MachOError(.limitExceeded, "more than \(Self.maximumCommands) load commands", offset: bytes.position(16))
        }
        var offset: UInt64 = 0
        for _ in 0..<header.commandCount {
            let size: UInt32
            do throws(MachOError) {
                let kind = LoadCommand.Kind(rawValue: try area.load(at: offset, header.byteOrder, "load command"))
                size = try area.load(at: offset + 4, header.byteOrder, "load command")
                guard size >= 8 else {
                    throw MachOError(.malformed, "load command is smaller than its own header", offset: area.position(offset))
                }
                let content = try area.slice(offset, UInt64(size), "load command")
                result.all.append(LoadCommand(kind: kind, offset: offset + UInt64(header.size), size: size))
                do throws(MachOError) { try read(kind, ByteReader(content, header.byteOrder, at: 8)) } catch { note(error) }
            } catch {
                note(error)
                return
            }
            offset += UInt64(size)
        }
    }

    /// Every reader goes over sections by their stated size. Together they are at most as long as the file; where many claim the same
    /// bytes, those past twice its length are emptied, so that no reader's work is a multiple of it.
    private mutating func emptySectionsThatOverlap() {
        var budget = 2 * UInt64(bytes.count)
        for index in result.sections.indices where !result.sections[index].isZeroFill {
            let section = result.sections[index]
            if section.size <= budget {
                budget -= section.size
            } else {
                result.sections[index] = section.emptied
                note(MachOError(.malformed, "sections together are longer than the file", offset: bytes.position(0)))
            }
        }
    }

    private mutating func note(_ problem: MachOError) {
        if result.problems.count < Self.maximumProblems { result.problems.append(problem) }
    }

    private mutating func read(_ kind: LoadCommand.Kind, _ body: ByteReader) throws(MachOError) {
        var body = body
        switch kind {
        case .segment, .segment64: try readSegment(&body, is64Bit: kind == .segment64)
        case .loadDylib: try readDylib(&body, .regular)
        case .loadWeakDylib: try readDylib(&body, .weak)
        case .reexportDylib: try readDylib(&body, .reexport)
        case .loadUpwardDylib: try readDylib(&body, .upward)
        case .lazyLoadDylib: try readDylib(&body, .lazy)
        case .identifyDylib:
            let (name, current, compatibility) = try dylibFields(&body)
            result.identity = DylibIdentity(name: name, currentVersion: current, compatibilityVersion: compatibility)
        case .runPath: result.runPaths.append(try string(&body))
        case .loadDynamicLinker, .identifyDynamicLinker: result.dynamicLinker = try string(&body)
        case .dynamicLinkerEnvironment: result.dynamicLinkerEnvironment.append(try string(&body))
        case .buildVersion: try readBuildVersion(&body)
        case .versionMinMacOS: try readVersionMin(&body, .macOS)
        case .versionMinIOS: try readVersionMin(&body, isSimulator ? .iOSSimulator : .iOS)
        case .versionMinTVOS: try readVersionMin(&body, isSimulator ? .tvOSSimulator : .tvOS)
        case .versionMinWatchOS: try readVersionMin(&body, isSimulator ? .watchOSSimulator : .watchOS)
        case .sourceVersion: result.sourceVersion = try body.read()
        case .uuid: result.uuid = try body.view.slice(8, 16, "UUID").array
        case .encryptionInfo, .encryptionInfo64:
            result.encryption.append(EncryptionInfo(range: try range(&body), system: try body.read()))
        case .symbolTable:
            let offset: UInt32 = try body.read()
            result.symbolTable = SymbolTableCommand(offset: UInt64(offset), count: try body.read(), strings: try range(&body))
        case .dynamicSymbolTable: try readDynamicSymbolTable(&body)
        case .dyldInfo, .dyldInfoOnly:
            result.dyldInfo = DyldInfoCommand(
                rebase: try range(&body), bind: try range(&body), weakBind: try range(&body), lazyBind: try range(&body),
                exports: try range(&body))
        case .chainedFixups: result.chainedFixups = try range(&body)
        case .exportsTrie: result.exportsTrie = try range(&body)
        case .functionStarts: result.functionStarts = try range(&body)
        case .dataInCode: result.dataInCode = try range(&body)
        case .codeSignature: result.codeSignature = try range(&body)
        case .main: result.entryOffset = try body.read()
        case .thread, .unixThread: result.hasThreadState = true
        case .linkerOption: try readLinkerOption(&body)
        default: break
        }
    }

    /// The older version commands do not tell a device from a simulator; only the processor does.
    private var isSimulator: Bool { header.architecture.type & ~Architecture.abi64 == Architecture.x86 }

    private func range(_ body: inout ByteReader) throws(MachOError) -> FileRange {
        let offset: UInt32 = try body.read()
        let size: UInt32 = try body.read()
        return FileRange(offset: UInt64(offset), size: UInt64(size))
    }

    /// An `lc_str`: an offset from the start of the command to a string that ends with the command at the latest.
    private func string(_ body: inout ByteReader) throws(MachOError) -> String {
        let offset: UInt32 = try body.read()
        guard offset >= 12, UInt64(offset) < UInt64(body.view.count) else {
            throw body.failure(.malformed, "string of a load command lies outside it")
        }
        let rest = body.view.suffix(from: UInt64(offset))
        return (rest.cString(at: 0) ?? rest).string
    }

    private mutating func readSegment(_ body: inout ByteReader, is64Bit: Bool) throws(MachOError) {
        guard result.segments.count < Self.maximumSegments else {
            throw body.failure(.limitExceeded, "more than \(Self.maximumSegments) segments")
        }
        let name = try body.fixedName(16)
        let address = try body.word(is64Bit: is64Bit)
        let size = try body.word(is64Bit: is64Bit)
        let file = FileRange(offset: try body.word(is64Bit: is64Bit), size: try body.word(is64Bit: is64Bit))
        let maximumProtection: UInt32 = try body.read()
        let initialProtection: UInt32 = try body.read()
        let count: UInt32 = try body.read()
        let flags: UInt32 = try body.read()
        let sectionSize = is64Bit ? 80 : 68
        let first = result.sections.count
        // A segment whose section count lies is kept, with the sections that are there.
        let present = min(Int(count), body.remaining / sectionSize, Self.maximumSections - first)
        for _ in 0..<present { result.sections.append(try section(&body, is64Bit: is64Bit)) }
        result.segments.append(
            Segment(
                name: name, address: address, size: size, file: file, maximumProtection: maximumProtection,
                initialProtection: initialProtection, flags: flags, sections: first..<result.sections.count))
        if present < Int(count) { throw body.failure(.malformed, "segment \(name) states more sections than its command holds") }
    }

    private func section(_ body: inout ByteReader, is64Bit: Bool) throws(MachOError) -> Section {
        let name = try body.fixedName(16)
        let segmentName = try body.fixedName(16)
        let address = try body.word(is64Bit: is64Bit)
        let size = try body.word(is64Bit: is64Bit)
        let offset: UInt32 = try body.read()
        let alignment: UInt32 = try body.read()
        let relocationOffset: UInt32 = try body.read()
        let relocationCount: UInt32 = try body.read()
        let flags: UInt32 = try body.read()
        let reserved1: UInt32 = try body.read()
        let reserved2: UInt32 = try body.read()
        if is64Bit { try body.skip(4) }
        return Section(
            name: name, segmentName: segmentName, address: address, size: size, offset: UInt64(offset), alignment: alignment,
            relocations: FileRange(offset: UInt64(relocationOffset), size: UInt64(relocationCount) * 8), flags: flags, reserved1: reserved1,
            reserved2: reserved2)
    }

    private func dylibFields(_ body: inout ByteReader) throws(MachOError) -> (String, PackedVersion, PackedVersion) {
        let name = try string(&body)
        try body.skip(4)  // timestamp
        return (name, PackedVersion(rawValue: try body.read()), PackedVersion(rawValue: try body.read()))
    }

    private mutating func readDylib(_ body: inout ByteReader, _ kind: DylibReference.Kind) throws(MachOError) {
        do {
            let (name, current, compatibility) = try dylibFields(&body)
            result.dylibs.append(DylibReference(name: name, kind: kind, currentVersion: current, compatibilityVersion: compatibility))
        } catch {
            // Ordinals count the commands, so an unreadable one keeps its place.
            let zero = PackedVersion(rawValue: 0)
            result.dylibs.append(DylibReference(name: "", kind: kind, currentVersion: zero, compatibilityVersion: zero))
            throw error
        }
    }

    private mutating func readBuildVersion(_ body: inout ByteReader) throws(MachOError) {
        let platform = Platform(rawValue: try body.read())
        let minimum = PackedVersion(rawValue: try body.read())
        let sdk = PackedVersion(rawValue: try body.read())
        let count: UInt32 = try body.read()
        var tools: [BuildVersion.Tool] = []
        for _ in 0..<min(Int(count), body.remaining / 8) {
            tools.append(BuildVersion.Tool(identifier: try body.read(), version: PackedVersion(rawValue: try body.read())))
        }
        result.buildVersions.append(BuildVersion(platform: platform, minimumOS: minimum, sdk: sdk, tools: tools))
    }

    private mutating func readVersionMin(_ body: inout ByteReader, _ platform: Platform) throws(MachOError) {
        let minimum = PackedVersion(rawValue: try body.read())
        result.buildVersions.append(
            BuildVersion(platform: platform, minimumOS: minimum, sdk: PackedVersion(rawValue: try body.read()), tools: []))
    }

    private mutating func readDynamicSymbolTable(_ body: inout ByteReader) throws(MachOError) {
        let localFirst: UInt32 = try body.read()
        let localCount: UInt32 = try body.read()
        let externalFirst: UInt32 = try body.read()
        let externalCount: UInt32 = try body.read()
        let undefinedFirst: UInt32 = try body.read()
        let undefinedCount: UInt32 = try body.read()
        try body.skip(24)  // table of contents, module table, referenced symbols: of formats before 10.4
        let indirectOffset: UInt32 = try body.read()
        result.dynamicSymbolTable = DynamicSymbolTableCommand(
            localFirst: localFirst, localCount: localCount, externalFirst: externalFirst, externalCount: externalCount,
            undefinedFirst: undefinedFirst, undefinedCount: undefinedCount, indirectOffset: UInt64(indirectOffset),
            indirectCount: try body.read())
    }

    private mutating func readLinkerOption(_ body: inout ByteReader) throws(MachOError) {
        let count: UInt32 = try body.read()
        var options: [String] = []
        for _ in 0..<min(Int(count), body.remaining) { options.append(try body.cString(limit: body.remaining).string) }
        result.linkerOptions.append(options)
    }
}
