import FuzzRunner
import MerlonMachO

/// Reads everything, and looks in the code for everything that the image names.
func readAll(_ image: MachOImage) {
    if let symbols = try? image.symbols() { for symbol in symbols { _ = symbols.nameBytes(of: symbol) } }
    _ = try? image.indirectSymbols()
    _ = image.partialExports()
    for start in (try? image.functionStarts())?.prefix(16) ?? [] { readStart(of: start, image) }
    _ = try? image.codeSignature()
    let resolver = PointerResolver(image, imports: image.imports())
    let objectiveC = image.objectiveC(resolver)
    _ = image.swiftTypes(resolver)
    _ = image.swiftTableEntries(resolver)
    _ = image.constantStrings(resolver)
    for section in image.stringSections { if let strings = try? image.strings(in: section) { for _ in strings {} } }
    var query = CodeQuery()
    query.symbols = Set(resolver.imports.symbols.map(\.name))
    query.selectors = Set(objectiveC.selectorReferences.map(\.name))
    query.classes = Set(objectiveC.classReferences.map(\.name))
    query.stringPrefixes = [""]
    _ = image.codeReferences(to: query, resolver, objectiveC)
}

/// A function's start as a hook, and moved elsewhere.
func readStart(of start: UInt64, _ image: MachOImage) {
    guard let code = image.bytes(at: start)?.prefix(512) else { return }
    let architecture = image.header.architecture
    let trampoline = Trampoline.decode(code, at: start, architecture: architecture) {
        image.bytes(at: $0).flatMap { try? $0.load(UInt64.self, at: 0) }
    }
    _ = try? RelocatedPrologue(code, overwritten: trampoline?.length ?? 16, at: start, architecture: architecture)
}

fuzz { bytes in
    guard let file = try? MachOFile(ByteView(copying: bytes)) else { return }
    for image in file.images { readAll(image) }
}
