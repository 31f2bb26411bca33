/// The machine code of one artifact, or of an app with all that it holds, as rules ask about it.
struct CodeView: Sendable {
    /// One architecture of one binary.
    struct Slice: Sendable {
        let file: String
        let facts: SliceFacts
        let index: SliceIndex

        /// The functions in which something of interest was located.
        var functions: [CodeFunction] { index.functions }

        /// Whether the slice has any of these, by name.
        func uses(_ uses: [CodeUse]) -> Bool { uses.contains(where: has) }

        /// Whether the slice has this, by name.
        func has(_ use: CodeUse) -> Bool {
            guard case .string(let text) = use else { return index.contains(use) }
            return facts.strings.contains(text)
        }

        /// A piece of evidence in this slice.
        func evidence(_ detail: String, symbol: String? = nil, address: UInt64? = nil) -> Evidence {
            Evidence(file: file, architecture: facts.architecture, address: address, symbol: symbol, detail: detail)
        }

        /// Evidence for a place in the code. The function that holds it is the symbol where its name is known; otherwise the symbol is what
        /// is used, and the detail says where the function starts.
        func evidence(_ reference: CodeReference, _ detail: String) -> Evidence {
            if let function = reference.function { return evidence(detail, symbol: function, address: reference.address) }
            let place = reference.functionAddress.map { ", in the function at 0x" + String($0, radix: 16) } ?? ""
            let used = reference.name.isEmpty ? nil : SwiftName.readable(reference.name)
            return evidence(detail + place, symbol: used, address: reference.address)
        }

        /// Where the slice uses these: each place in the code, or the bare name where no place is known.
        func places(of uses: [CodeUse], _ detail: (CodeUse) -> String) -> [Evidence] {
            uses.filter(has).flatMap { use -> [Evidence] in
                let all = references(to: [use])
                let outside = all.filter { !$0.isInImportThunk }
                var found = outside.isEmpty ? all : outside
                // Swift has data of its own for each generic function and type: where the function is called too, that is the place.
                if case .symbols = use, found.contains(where: { $0.kind == .call }) { found.removeAll { $0.kind != .call } }
                if found.isEmpty { return [evidence(detail(use), symbol: use.name)] }
                return found.prefix(CodeView.placesPerUse).map { evidence($0, detail(use)) }
            }
        }
    }

    /// How many places of one name in one slice are shown.
    static let placesPerUse = 25

    /// Every slice, also those that are encrypted: their imports and load commands can be read all the same.
    let slices: [Slice]

    /// Looks at these binaries.
    init(_ binaries: [BinaryFacts], in context: AuditContext) {
        slices = binaries.flatMap { binary in
            binary.slices.enumerated().map { position, slice in
                Slice(
                    file: binary.path, facts: slice,
                    index: context.indexes.index(of: slice, in: binary.path, at: position))
            }
        }
    }

    /// Whether any slice has any of these.
    func uses(_ uses: [CodeUse]) -> Bool { slices.contains { $0.uses(uses) } }

    /// Where these are used, over all slices. The detail is "uses NAME" unless said otherwise.
    func places(of uses: [CodeUse], _ detail: (CodeUse) -> String = { "uses \($0.name)" }) -> [Evidence] {
        slices.flatMap { $0.places(of: uses, detail) }
    }

    /// What a pass was decided on, for people.
    var examined: String {
        let files = Set(slices.map(\.file)).count
        let imports = slices.reduce(0) { $0 + $1.facts.imports.count }
        let selectors = slices.reduce(0) { $0 + $1.facts.selectors.count }
        let architectures = Set(slices.map(\.facts.architecture)).sorted().joined(separator: ", ")
        return "\(files == 1 ? "1 binary" : "\(files) binaries") (\(architectures)): \(imports) imports, \(selectors) selectors"
    }
}

extension StringPool {
    /// Whether a string of the pool is exactly `text`.
    func contains(_ text: String) -> Bool { firstIndex(of: text) != nil }

    /// Where a string of the pool that is exactly `text` stands.
    func firstIndex(of text: String) -> Int? {
        let wanted = Array(text.utf8)
        return (0..<count).first { length(at: $0) == wanted.count && utf8(at: $0).elementsEqual(wanted) }
    }
}
