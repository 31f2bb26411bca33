import FuzzRunner
import MerlonMachO

/// Reads everything, and looks in the code for everything that the image names.
func readAll(_ image: MachOImage) {
    if let symbols = try? image.symbols() { for symbol in symbols { _ = symbols.nameBytes(of: symbol) } }
    _ = try? image.indirectSymbols()
    _ = image.partialExports()
    _ = try? image.functionStarts()
    _ = try? image.codeSignature()
    let resolver = PointerResolver(image, imports: image.imports())
    let objectiveC = image.objectiveC(resolver)
    _ = image.swiftTypes(resolver)
    _ = image.constantStrings(resolver)
    for section in image.stringSections { if let strings = try? image.strings(in: section) { for _ in strings {} } }
    var query = CodeQuery()
    query.symbols = Set(resolver.imports.symbols.map(\.name))
    query.selectors = Set(objectiveC.selectorReferences.map(\.name))
    query.classes = Set(objectiveC.classReferences.map(\.name))
    query.stringPrefixes = [""]
    _ = image.codeReferences(to: query, resolver, objectiveC)
}

fuzz { bytes in
    guard let file = try? MachOFile(ByteView(copying: bytes)) else { return }
    for image in file.images { readAll(image) }
}
