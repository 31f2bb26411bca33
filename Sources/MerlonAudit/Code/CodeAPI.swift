/// An API that a rule looks for: what people call it, and the names by which code refers to it.
struct CodeAPI: Hashable, Sendable {
    /// As people know it: `CryptoKit Insecure.MD5`.
    let name: String
    /// Any of these is a use of it.
    let uses: [CodeUse]

    init(_ name: String, _ uses: [CodeUse]) {
        self.name = name
        self.uses = uses
    }

    /// A C function or datum with that name.
    static func c(_ name: String) -> CodeAPI { CodeAPI(name, [.symbol("_" + name)]) }

    /// An Objective-C class.
    static func objectiveC(_ name: String) -> CodeAPI { CodeAPI(name, [.objectiveCClass(name)]) }

    /// A Swift declaration, by the beginning of its mangled name without the underscore of C.
    static func swift(_ name: String, _ mangledPrefix: String) -> CodeAPI { CodeAPI(name, [.symbols(startingWith: "_" + mangledPrefix)]) }

    /// A message.
    static func message(_ name: String, _ selector: String) -> CodeAPI { CodeAPI(name, [.selector(selector)]) }
}

extension CodeView.Slice {
    /// Where the slice uses the API: each place in the code, or the bare name where no place is known.
    ///
    /// Swift refers to a type by many symbols, so of those one place a function is enough.
    func places(of api: CodeAPI, _ verb: String = "uses") -> [Evidence] {
        guard uses(api.uses) else { return [] }
        var seen: Set<UInt64> = []
        let found = references(to: api.uses).filter { reference in
            guard reference.name.hasPrefix("_$s"), let function = reference.functionAddress else { return true }
            return seen.insert(function).inserted
        }
        if found.isEmpty { return [evidence("\(verb) \(api.name)", symbol: api.name)] }
        return found.prefix(CodeView.placesPerUse).map { evidence($0, "\(verb) \(api.name)") }
    }
}

extension CodeView {
    /// Where the API is used, over all slices.
    func places(of api: CodeAPI, _ verb: String = "uses") -> [Evidence] { slices.flatMap { $0.places(of: api, verb) } }

    /// Where any of the APIs is used.
    func places(of apis: [CodeAPI], _ verb: String = "uses") -> [Evidence] { apis.flatMap { places(of: $0, verb) } }
}

extension CodeInterests {
    /// What tells where `apis` are used.
    init(of apis: [CodeAPI], stringsBeside: Bool = false) { self.init(of: apis.flatMap(\.uses), stringsBeside: stringsBeside) }

    /// These and those.
    func union(_ other: CodeInterests) -> CodeInterests {
        var all = self
        all.formUnion(other)
        return all
    }
}
