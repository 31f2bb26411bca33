/// How an app writes whole files, and where it gets the folders for them.
enum FileWriting {
    /// Calls that write a file.
    static let writes = CodeAPI(
        "file writing",
        swiftWrites + [
            .selector("writeToFile:atomically:"), .selector("writeToURL:atomically:"), .selector("writeToURL:error:"),
            .selector("writeToFile:atomically:encoding:error:"), .selector("writeToURL:atomically:encoding:error:"),
            .selector("createFileAtPath:contents:attributes:"),
        ] + optionsArgument.keys.map { $0 })

    private static let swiftWrites: [CodeUse] = [
        .symbols(startingWith: "_$sSy10FoundationE5write2to"), .symbols(startingWith: "_$sSy10FoundationE5write6toFile"),
    ]

    /// Those that take NSDataWritingOptions, and in which argument register.
    private static let optionsArgument: [CodeUse: Int] = [
        .symbol("_$s10Foundation4DataV5write2to7optionsyAA3URLV_So20NSDataWritingOptionsVtKF"): 1,
        .selector("writeToFile:options:error:"): 3, .selector("writeToURL:options:error:"): 3,
    ]

    /// Calls that name a folder of the app's container, and the argument register with the NSSearchPathDirectory.
    private static let folderArgument: [CodeUse: Int] = [
        .selector("URLsForDirectory:inDomains:"): 2, .selector("URLForDirectory:inDomain:appropriateForURL:create:error:"): 2,
        .symbol("_NSSearchPathForDirectoriesInDomains"): 0,
    ]

    /// Properties that name one.
    private static let folderProperties: [CodeUse: Folder] = [
        .symbol("_$s10Foundation3URLV18documentsDirectoryACvgZ"): .documents,
        .symbol("_$s10Foundation3URLV27applicationSupportDirectoryACvgZ"): .backedUp,
        .symbol("_$s10Foundation3URLV16libraryDirectoryACvgZ"): .backedUp,
        .symbol("_$s10Foundation3URLV15cachesDirectoryACvgZ"): .discardable,
        .symbol("_$s10Foundation3URLV18temporaryDirectoryACvgZ"): .discardable, .symbol("_NSTemporaryDirectory"): .discardable,
        .selector("temporaryDirectory"): .discardable,
    ]

    /// Data protection that is stronger than what a file has by default.
    static let protection: [CodeUse] = [
        .symbol("_NSFileProtectionComplete"), .symbol("_NSFileProtectionCompleteUnlessOpen"),
        .symbol("_NSURLFileProtectionComplete"), .symbol("_NSURLFileProtectionCompleteUnlessOpen"),
    ]

    /// Where files land.
    enum Folder { case documents, backedUp, discardable, unknown }

    static let interests = CodeInterests(
        of: writes.uses + Array(folderArgument.keys) + Array(folderProperties.keys) + protection + SwiftBridging.uses
    ).union(CodeInterests(of: writes.uses, stringsBeside: true))

    /// The folders that the function holding `reference` asks for.
    static func folders(beside reference: CodeReference, in slice: CodeView.Slice) -> Set<Folder> {
        Set(slice.references(beside: reference).compactMap(folder))
    }

    /// The folder that a reference asks for, if it is such a reference.
    static func folder(_ reference: CodeReference) -> Folder? {
        if let known = folderProperties.first(where: { $0.key.matches(reference) }) { return known.value }
        guard let argument = folderArgument.first(where: { $0.key.matches(reference) }) else { return nil }
        switch reference.constantArguments[argument.value] {
        case 9: return .documents
        case 5, 14: return .backedUp
        case 13: return .discardable
        default: return .unknown
        }
    }

    /// Whether the write is made with, or beside, a data protection class that keeps the file closed while the device is locked.
    static func isProtected(_ reference: CodeReference, in slice: CodeView.Slice) -> Bool {
        if slice.uses(protection, beside: reference) { return true }
        guard let argument = optionsArgument.first(where: { $0.key.matches(reference) }),
            let options = reference.constantArguments[argument.value]
        else { return false }
        // NSDataWritingFileProtectionMask 0xF0000000: 2 complete, 3 complete unless open.
        return [2, 3].contains(options >> 28 & 0xF)
    }
}
