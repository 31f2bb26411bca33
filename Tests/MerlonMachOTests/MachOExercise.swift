import MerlonMachO

/// Reads everything that can be read of a file, and counts it, so that nothing is optimised away.
@discardableResult
func exercise(_ bytes: [UInt8]) -> Int {
    guard let file = try? MachOFile(ByteView(copying: bytes)) else { return 0 }
    return file.images.reduce(0) { $0 + exercise($1) }
}

/// Reads everything of an image.
@discardableResult
func exercise(_ image: MachOImage) -> Int {
    var count = image.commands.dylibs.count + image.sections.count
    if let symbols = try? image.symbols() { for symbol in symbols { count += symbols.name(of: symbol).utf8.count } }
    count += (try? image.indirectSymbols().count) ?? 0
    let resolver = PointerResolver(image, imports: image.imports())
    count += resolver.imports.bindings.count + image.partialExports().exports.count
    count += (try? image.functionStarts().count) ?? 0
    let objectiveC = image.objectiveC(resolver)
    count += objectiveC.classes.count + image.swiftTypes(resolver).count + image.constantStrings(resolver).count
    for section in image.stringSections { if let strings = try? image.strings(in: section) { for _ in strings { count += 1 } } }
    var query = CodeQuery()
    query.symbols = Set(resolver.imports.symbols.map(\.name) + ["_defined"])
    query.selectors = Set(objectiveC.selectorReferences.map(\.name))
    query.stringPrefixes = [""]
    count += image.codeReferences(to: query, resolver, objectiveC).uses.count
    if let signature = try? image.codeSignature() {
        for directory in signature.codeDirectories {
            count += directory.specialHash(1)?.count ?? 0
            count += directory.codeHash(directory.codeSlotCount &- 1)?.count ?? 0
        }
    }
    return count
}
