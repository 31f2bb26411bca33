import MerlonMachO

extension SliceFacts.FileType {
    /// As the header states it.
    init(_ type: MachHeader.FileType) {
        switch type {
        case .object: self = .object
        case .executable: self = .executable
        case .dynamicLibrary, .dynamicLibraryStub, .fixedLibrary: self = .dynamicLibrary
        case .bundle: self = .bundle
        case .dynamicLinker: self = .dynamicLinker
        case .debugSymbols: self = .debugSymbols
        default: self = .other
        }
    }
}

extension LinkedLibrary {
    /// As the load command states it.
    init(_ dylib: DylibReference) {
        let version = dylib.currentVersion
        self.init(name: dylib.name, kind: Kind(dylib.kind), currentVersion: "\(version.major).\(version.minor).\(version.patch)")
    }
}

extension LinkedLibrary.Kind {
    fileprivate init(_ kind: DylibReference.Kind) {
        switch kind {
        case .regular: self = .regular
        case .weak: self = .weak
        case .reexport: self = .reexport
        case .upward: self = .upward
        case .lazy: self = .lazy
        }
    }
}

extension SliceFacts {
    /// Takes over classes, selectors, and the classes that code names.
    mutating func setObjectiveC(_ metadata: ObjectiveCMetadata) {
        classes = metadata.classes.map { found in
            ObjectiveCClassFacts(
                name: found.name, superclass: found.superclass, protocols: found.protocols,
                instanceMethods: found.instanceMethods.map(\.selector), classMethods: found.classMethods.map(\.selector))
        }
        // A category's methods count as those of its class; a class that is defined elsewhere is entered with what is added to it.
        var positions = Dictionary(classes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        for category in metadata.categories {
            guard let name = category.className else { continue }
            let position = positions[name] ?? classes.count
            if position == classes.count {
                positions[name] = position
                classes.append(ObjectiveCClassFacts(name: name))
            }
            classes[position].protocols += category.protocols
            classes[position].instanceMethods += category.instanceMethods.map(\.selector)
            classes[position].classMethods += category.classMethods.map(\.selector)
        }
        let own = Set(metadata.classes.map(\.name))
        let imported = imports.lazy.map(\.name).filter { $0.hasPrefix("_OBJC_CLASS_$_") }.map { String($0.dropFirst(14)) }
        referencedClasses = Set(metadata.classReferences.map(\.name)).union(imported).subtracting(own).sorted()
        var sent = Set(metadata.selectorReferences.map(\.name))
        for found in classes {
            sent.formUnion(found.instanceMethods)
            sent.formUnion(found.classMethods)
        }
        selectors = sent.sorted()
    }

    /// What the code was compiled from. Swift and Objective-C leave metadata; code without either is C, and so is what a compiler's stack
    /// protection was put into.
    static func languages(of image: MachOImage, _ objectiveC: ObjectiveCMetadata, _ facts: SliceFacts) -> Set<Language> {
        var languages: Set<Language> = []
        if image.sections.contains(where: { $0.name.hasPrefix("__swift5_") && $0.size > 0 }) { languages.insert(.swift) }
        let hasClasses = objectiveC.classes.contains { !$0.isSwift } || !objectiveC.categories.isEmpty
        if hasClasses || languages.isEmpty && !objectiveC.selectorReferences.isEmpty { languages.insert(.objectiveC) }
        let isProtected = facts.imports.contains { $0.name == "___stack_chk_fail" }
        if isProtected || languages.isEmpty && image.sections.contains(where: { $0.isCode && $0.size > 0 }) { languages.insert(.c) }
        return languages
    }
}

extension StringPool {
    /// The string constants of an image; names that belong to Objective-C's metadata are not among them.
    init(of image: MachOImage, _ literals: [ConstantString]) {
        self.init()
        for section in image.stringSections where !section.name.hasPrefix("__objc_") {
            guard let strings = try? image.strings(in: section) else { continue }
            for (address, bytes) in strings { unsafe bytes.withUnsafeBytes { _ = unsafe append($0, at: address) } }
        }
        // Those in UTF-16 stand in a section of their own, without an end that could be found.
        for section in image.sections where section.name == "__ustring" {
            for literal in literals where section.contains(literal.characters) { append(literal.text.utf8, at: literal.characters) }
        }
    }
}
