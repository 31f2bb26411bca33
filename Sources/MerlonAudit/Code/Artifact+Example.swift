import MerlonCore

extension Artifact {
    /// An artifact made by hand, for the examples of rules: an app of one arm64 binary unless said otherwise.
    ///
    /// - Parameters:
    ///   - plist: `Info.plist`; `CFBundleIdentifier` is added where it is missing. `nil`: the artifact has none.
    ///   - imports: with the leading underscore of C: `_CC_MD5`. A class `X` of another library is `_OBJC_CLASS_$_X`, or stands in `classes`.
    ///   - classes: Objective-C classes that the code refers to.
    ///   - references: places in the code. Imports, selectors and strings that they name need not be listed again.
    ///   - entitlements: those of the code signature.
    ///   - encrypted: the slice is FairPlay-encrypted: its strings, selectors and references are then not readable and left out.
    ///   - hasCode: false for a bundle without a binary.
    ///   - slice: sets what else the slice should have.
    // Not inlined: the optimizer would take minutes over some five hundred copies in rules' examples.
    @inline(never)
    static func example(
        _ kind: Kind = .app, plist: [String: PropertyList]? = [:], imports: [String] = [], selectors: [String] = [],
        strings: [String] = [], classes: [String] = [], references: [CodeReference] = [], entitlements: [String: PropertyList]? = nil,
        encrypted: Bool = false, hasCode: Bool = true, profile: ProvisioningProfile? = nil, privacyManifest: PropertyList? = nil,
        files: [BundleFile] = [], children: [Artifact] = [], slice configure: (inout SliceFacts) -> Void = { _ in }
    ) -> Artifact {
        let folder = exampleFolder(kind)
        var facts = SliceFacts(architecture: "arm64")
        facts.minimumOS = "15.0"
        facts.isPIE = true
        facts.isEncrypted = encrypted
        facts.fileType = kind == .framework ? .dynamicLibrary : .executable
        var names = imports
        var sent = selectors
        var texts = strings
        for reference in references {
            switch reference.kind {
            case .call, .data: names.append(reference.name)
            case .selector: sent.append(reference.name)
            case .string: texts.append(reference.name)
            case .bytes: break
            }
        }
        facts.imports = names.map { ImportedSymbol($0) }
        facts.referencedClasses = classes
        if !encrypted {
            facts.selectors = sent
            facts.references = references
            for (index, text) in texts.enumerated() { facts.strings.append(text.utf8, at: 0x1_0000_8000 + UInt64(index) * 64) }
        }
        if let entitlements { facts.signature = SignatureFacts(entitlements: .dictionary(entitlements)) }
        configure(&facts)
        var info = plist
        if info != nil, info?["CFBundleIdentifier"] == nil { info?["CFBundleIdentifier"] = "org.example.app" }
        return Artifact(
            kind: kind, path: folder, name: "Example", infoPlist: info.map(PropertyList.dictionary),
            infoPlistPath: info == nil ? nil : folder + "/Info.plist",
            binaries: hasCode && kind != .source && kind != .profile && kind != .container
                ? [BinaryFacts(path: folder + "/Example", slices: [facts])] : [],
            profile: profile, privacyManifest: privacyManifest, files: files, children: children)
    }

    private static func exampleFolder(_ kind: Kind) -> String {
        switch kind {
        case .app: "Payload/Example.app"
        case .appExtension: "Payload/Example.app/PlugIns/Example.appex"
        case .framework: "Payload/Example.app/Frameworks/Example.framework"
        case .binary, .profile, .source, .container: "Example"
        }
    }
}

extension CodeReference {
    /// A place in the function `name` of an example; `arguments` are the constant argument registers.
    @inline(never)
    static func example(_ kind: Kind, _ name: String, in function: String, at offset: UInt64 = 0, arguments: [Int: UInt64] = [:]) -> Self {
        // Places of one function share its start, whatever the order in which they are written.
        let start = function.utf8.reduce(UInt64(0x1_0000_4000)) { $0 &+ UInt64($1) &* 16 }
        return CodeReference(
            kind, name, address: start + offset, functionAddress: start, function: function, constantArguments: arguments)
    }
}
