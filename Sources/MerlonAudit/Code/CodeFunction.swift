/// One function of a slice with the places in it that rules asked about, in the order of their addresses.
struct CodeFunction: Sendable {
    /// Where it starts.
    let address: UInt64
    /// Its name, if one is known.
    let name: String?
    let references: [CodeReference]

    /// Whether the function uses any of these.
    func uses(_ uses: [CodeUse]) -> Bool { first(uses) != nil }

    /// The first place that uses one of these.
    func first(_ uses: [CodeUse]) -> CodeReference? { references.first { reference in uses.contains { $0.matches(reference) } } }

    /// All places that use one of these.
    func all(_ uses: [CodeUse]) -> [CodeReference] { references.filter { reference in uses.contains { $0.matches(reference) } } }

    /// The texts that it loads: string constants, and short Swift strings that stand in constant registers.
    var strings: [String] { references.flatMap { $0.kind == .string ? [$0.name] : SwiftSmallString.all(in: $0.constantArguments) } }

    /// Made by the compiler for a type of another module (its metadata, its initialiser): of interest are those who call it.
    var isImportThunk: Bool { references.first?.isInImportThunk ?? false }

    /// The last place before `reference` that uses one of these.
    func last(_ uses: [CodeUse], before reference: CodeReference) -> CodeReference? {
        references.last { candidate in candidate.address < reference.address && uses.contains { $0.matches(candidate) } }
    }

    /// The functions that hold the references, by address. References without a known function are left out.
    static func grouping(_ references: [CodeReference]) -> [CodeFunction] {
        let groups = Dictionary(grouping: references.filter { $0.functionAddress != nil }, by: { $0.functionAddress ?? 0 })
        return groups.sorted { $0.key < $1.key }.map { address, references in
            CodeFunction(
                address: address, name: references.lazy.compactMap(\.function).first,
                references: references.sorted { $0.address < $1.address })
        }
    }
}

extension CodeReference {
    /// Stands in a function that the compiler made for a type of another module: `$sSo11UITextFieldCMa`, `$sSo15NSURLCredentialC5trust…TO`.
    var isInImportThunk: Bool {
        guard let function, function.hasPrefix("$sSo") || function.hasPrefix("_$sSo") else { return false }
        return ["Ma", "TO", "TD", "fC", "fc"].contains { function.hasSuffix($0) }
    }
}
