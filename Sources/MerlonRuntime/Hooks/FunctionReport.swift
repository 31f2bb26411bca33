/// What is known of one function that was asked for by name.
public struct FunctionReport: Hashable, Sendable {
    /// How it was tampered with; empty when nothing was found.
    public var hooks: [HookedFunction]
    /// How many pointers of the program lead to it by right.
    public var pointers: Int
    /// Whether its definition was found, and so something could be said at all.
    public var isKnown: Bool

    /// Whether it is hooked; `nil` when nothing could be said.
    public var isHooked: Bool? { hooks.isEmpty ? (isKnown ? false : nil) : true }

    /// Makes a report.
    public init(hooks: [HookedFunction], pointers: Int, isKnown: Bool) {
        self.hooks = hooks
        self.pointers = pointers
        self.isKnown = isKnown
    }
}

extension HookScan {
    /// Looks at one symbol, with C's underscore: the pointers to it, and how its definition begins.
    /// - Parameter image: The last part of the path of the one image whose pointers are looked at; `nil` for all of the program's.
    func report(on symbol: String, image: String? = nil) -> FunctionReport {
        let scan = RebindingScan(index)
        let plan = SymbolRepair(index: index).plan(symbol, image: image)
        var findings = HookFindings()
        for number in own where image == nil || ScrubbedPath.baseName(index.images[number].path) == image {
            scan.examine(number, only: symbol, into: &findings)
        }
        var hooks = findings.hooks
        if let address = plan.original, let image = index.owner(of: address) {
            var starts = HookFindings()
            InlineScan(index: index).examine(.init(address: address, image: image, name: symbol), into: &starts)
            hooks += starts.hooks
        }
        return FunctionReport(hooks: hooks, pointers: plan.pointers, isKnown: plan.original != nil)
    }

    /// Looks at the function at an address.
    func report(at address: UInt64) -> FunctionReport {
        guard let image = index.owner(of: address) else {
            let hook = HookedFunction(.inline, image: "", name: "(given by address)")
            return FunctionReport(hooks: [hook], pointers: 0, isKnown: true)
        }
        var starts = HookFindings()
        InlineScan(index: index).examine(.init(address: address, image: image), into: &starts)
        return FunctionReport(hooks: starts.hooks, pointers: 0, isKnown: starts.examined > 0)
    }
}
