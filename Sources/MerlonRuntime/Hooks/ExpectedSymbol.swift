import MerlonMachO

/// Where the dynamic linker would bind a symbol to.
enum ExpectedSymbol: Hashable {
    /// Exactly there, in memory.
    case address(UInt64, image: Int)
    /// Anywhere in this image: it has a function that chooses when it is bound.
    case chosen(image: Int)
    /// Its library is loaded and does not have it, or is not loaded: for weak imports the pointer is then null.
    case absent
    /// Whatever image defines it may do.
    case anywhere
}

/// Follows the dynamic linker's rules from an import to the address of its definition.
struct SymbolResolver {
    let index: ImageIndex

    /// Re-exports are followed so far; the system's own go four deep.
    private static let maximumDepth = 16

    func expected(_ symbol: Import, importedBy importer: Int) -> ExpectedSymbol {
        guard let image = try? index.image(importer).get() else { return .anywhere }
        switch symbol.library {
        case .flatLookup, .weakLookup: return .anywhere
        case .thisImage: return find(symbol.name, in: importer) ?? .absent
        case .mainExecutable:
            let program = index.images.indices.first { (try? index.image($0).get())?.image.header.fileType == .executable }
            return program.flatMap { find(symbol.name, in: $0) } ?? .absent
        case .library:
            guard let name = image.image.libraryName(symbol.library) else { return .anywhere }
            for candidate in index.named(name) {
                if let found = find(symbol.name, in: candidate) { return found }
            }
            return .absent
        }
    }

    /// Where an image, or what it exports again, defines the symbol; `nil` when it does not.
    func find(_ name: String, in image: Int) -> ExpectedSymbol? {
        var search = Search()
        return find(name, in: image, depth: 0, &search)
    }

    private struct Search {
        var searched: Set<Int> = []
        /// Images that name each other in circles, or many by one name, are not followed for ever.
        var steps = 1024
    }

    private func find(_ name: String, in number: Int, depth: Int, _ search: inout Search) -> ExpectedSymbol? {
        search.steps -= 1
        guard depth < Self.maximumDepth, search.steps >= 0, let image = try? index.image(number).get() else { return nil }
        if let export = try? index.exports(number)?.export(named: name) {
            // Weak definitions of several images become one, and it need not be this one.
            if export.isWeakDefinition { return .anywhere }
            switch export.target {
            case .address(let address): return export.hasVariants ? .chosen(image: number) : .address(address, image: number)
            case .absolute(let value): return .address(value, image: number)
            case .resolver: return .chosen(image: number)
            case .reexport(let library, let other):
                guard let target = image.image.libraryName(library) else { return nil }
                return find(other ?? name, in: index.named(target), depth: depth + 1, &search)
            }
        }
        // By name it can come back to the same image for another name; by search it need not be searched twice.
        guard search.searched.insert(number).inserted else { return nil }
        for library in image.image.commands.dylibs where library.kind == .reexport {
            if let found = find(name, in: index.named(library.name), depth: depth + 1, &search) { return found }
        }
        return nil
    }

    private func find(_ name: String, in images: [Int], depth: Int, _ search: inout Search) -> ExpectedSymbol? {
        for image in images {
            if let found = find(name, in: image, depth: depth, &search) { return found }
        }
        return nil
    }
}
