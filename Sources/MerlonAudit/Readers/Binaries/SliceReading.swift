import MerlonCore
import MerlonMachO

/// Facts of one slice, read part by part. A part that cannot be read is noted, and the others stand.
struct SliceReading {
    private(set) var facts: SliceFacts
    private(set) var notes = NoteList(limit: 20)
    private let image: MachOImage
    private let place: String
    private let interests: CodeInterests

    /// - Parameters:
    ///   - image: The slice.
    ///   - place: Its architecture or member name, for notes.
    ///   - interests: What to locate in code.
    init(_ image: MachOImage, place: String, interests: CodeInterests) {
        self.image = image
        self.place = place
        self.interests = interests
        facts = SliceFacts(architecture: image.header.architecture.name, platform: nil)
        readHeader()
        readSymbols()
        readSignature()
        let resolver = PointerResolver(image, imports: readImports())
        // Names, strings and code of an encrypted slice are noise.
        if facts.isEncrypted { return }
        readData(resolver)
    }

    private mutating func note(_ part: String, _ problem: MachOError) { notes.add("\(place), \(part)", "\(problem)") }

    private mutating func readHeader() {
        let commands = image.commands
        for problem in commands.problems { note("load commands", problem) }
        facts.fileType = SliceFacts.FileType(image.header.fileType)
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
        facts.dylibs = commands.dylibs.map(LinkedLibrary.init)
    }

    private mutating func readSymbols() {
        do throws(MachOError) {
            let names = try SymbolNames(image)
            facts.debugSymbolCount = names.debugging
            facts.localSymbolCount = names.localFunctions
            facts.definedFunctions = names.functions
            facts.isStripped = names.localFunctions == 0
        } catch { note("symbols", error) }
        let (exports, problem) = image.partialExports()
        if let problem { note("exports", problem) }
        facts.exports = exports.map(\.name)
    }

    private mutating func readImports() -> ImportTable {
        let imports = image.imports()
        for problem in imports.problems { note("imports", problem) }
        facts.imports = imports.symbols.map { symbol in
            ImportedSymbol(symbol.name, library: image.libraryName(symbol.library), isWeak: symbol.isWeak)
        }
        return imports
    }

    private mutating func readSignature() {
        do throws(MachOError) {
            guard let signature = try image.codeSignature() else { return }
            for problem in signature.problems { note("code signature", problem) }
            let primary = signature.codeDirectories.first
            facts.signature = SignatureFacts(
                identifier: primary?.identifier, team: primary?.team, codeDirectoryVersions: signature.codeDirectories.map(\.version),
                hashTypes: signature.codeDirectories.map(\.hashType.description), flags: primary?.flags.rawValue ?? 0,
                hasCMS: signature.cms.map { $0.count > 0 } ?? false, hasDEREntitlements: signature.entitlementsDER != nil)
            let entitlements = readEntitlements(signature)
            facts.signature?.entitlements = entitlements
        } catch { note("code signature", error) }
    }

    /// From the property list, which every signature with entitlements had until now; else from their form in DER.
    private mutating func readEntitlements(_ signature: CodeSignature) -> PropertyList? {
        if let list = signature.entitlementsXML?.array, !list.isEmpty {
            do throws(PropertyListError) { return try PropertyListReader.read(list) } catch {
                notes.add("\(place), entitlements", "\(error)")
            }
        }
        if let encoded = signature.entitlementsDER?.array {
            do throws(DERError) { return try DEREntitlements.read(encoded) } catch {
                notes.add("\(place), entitlements in DER", "\(error)")
            }
        }
        return nil
    }

    private mutating func readData(_ resolver: PointerResolver) {
        let objectiveC = image.objectiveC(resolver)
        if objectiveC.isTruncated { notes.add("\(place), Objective-C metadata", "has more entries than it can have; the rest is left out") }
        facts.setObjectiveC(objectiveC)
        facts.swiftTypes = image.swiftTypes(resolver).map(\.name)
        facts.languages = SliceFacts.languages(of: image, objectiveC, facts)
        let literals = image.constantStrings(resolver)
        facts.strings = StringPool(of: image, literals)
        facts.byteArrays = ByteArrayReader.arrays(in: image, resolver)
        PrivateKeyFinder.addKeys(in: image, to: &facts.byteArrays)
        var search = CodeSearch(image, resolver, objectiveC, interests: interests, byteArrays: facts.byteArrays)
        search.locateBeside(strings: facts.strings, literals: literals)
        let small = facts.languages.contains(.swift) ? image.swiftSmallStrings() : []
        let uses = small.filter { $0.isInCode && isOfInterest($0.text) }.map {
            CodeReference(.string, $0.text, address: $0.address, target: $0.address)
        }
        for string in small { facts.strings.append(string.text.utf8, at: string.address) }
        facts.references = (search.references + uses).sorted { $0.address < $1.address }
        for problem in search.problems { note("code", problem) }
    }

    private func isOfInterest(_ text: String) -> Bool {
        interests.strings.contains(text) || interests.stringPrefixes.contains { text.hasPrefix($0) }
    }
}
