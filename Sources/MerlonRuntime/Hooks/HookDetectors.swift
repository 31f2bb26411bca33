/// Hooks on Apple's systems. MASTG-TEST-0354, MASWE-0107.
enum HookDetectors {
    static let all = [boundPointers, functions, methods, swiftTables]

    static let boundPointers = Detector(
        "apple-rebinding", "pointers to imported functions that lead elsewhere", platforms: [.iOS, .macOS], tier: .costly,
        indicators: ["apple-rebound-symbol", "apple-displaced-symbol", "apple-sanitizer-interposition"],
        categories: [.hooking, .environment]
    ) { snapshot in
        judge(snapshot.apple?.boundPointers ?? .unsupported, source: "bound pointers against the exports of their libraries") { hooks in
            let sanitizer = hooks.filter(isSanitizer)
            let others = hooks.filter { !isSanitizer($0) }
            return [
                indicator(
                    "apple-rebound-symbol", .certain, others.filter { !$0.staysInside && $0.targetOrigin != .system },
                    "Calls of an imported function go to code that does not define it: a pointer was rewritten, or a library interposes on it."
                ),
                indicator(
                    "apple-displaced-symbol", .firm, others.filter { $0.staysInside || $0.targetOrigin == .system },
                    "Calls of an imported function go to another function of the system: rewritten, or replaced by a library of the system."
                ),
                sanitizer.isEmpty
                    ? nil
                    : Indicator(
                        "apple-sanitizer-interposition", .environment, .firm, evidence: sanitizer.map { evidence($0, source) },
                        advice: "A sanitizer that the app was built with stands in for functions of the system."),
            ]
        }
    }

    static let functions = Detector(
        "apple-inline-hooks", "functions that begin with a jump or a breakpoint", platforms: [.iOS, .macOS], tier: .costly,
        indicators: ["apple-inline-hook", "apple-software-breakpoint", "apple-patched-function"], categories: [.hooking, .debugging]
    ) { snapshot in
        judge(snapshot.apple?.functionStarts ?? .unsupported, source: "the first instructions of functions") { hooks in
            [
                indicator(
                    "apple-inline-hook", .certain, hooks.filter { $0.kind == .inline },
                    "A function begins with a jump that no linker makes: a hook."),
                indicator(
                    "apple-patched-function", .certain, hooks.filter { $0.kind == .patched },
                    "A function begins in another way than its file says: code was changed in memory."),
                indicator(
                    "apple-software-breakpoint", .certain, hooks.filter { $0.kind == .breakpoint },
                    "A debugger put a breakpoint at the start of a function.", category: .debugging),
            ]
        }
    }

    static let methods = Detector(
        "apple-methods", "Objective-C methods that lead out of the program and the system", platforms: [.iOS, .macOS], tier: .costly,
        indicators: ["apple-replaced-method", "apple-block-method"], categories: [.hooking]
    ) { snapshot in
        judge(snapshot.apple?.methods ?? .unsupported, source: "the Objective-C runtime") { hooks in
            [
                indicator(
                    "apple-replaced-method", .certain, hooks.filter { $0.pattern != "block" },
                    "A method was replaced by code that is neither the program's nor the system's."),
                indicator(
                    "apple-block-method", .weak, hooks.filter { $0.pattern == "block" },
                    "A method was replaced by a block. Libraries of the program do that to measure; so can a tool. Allow those that are known."
                ),
            ]
        }
    }

    static let swiftTables = Detector(
        "apple-swift-tables", "entries of Swift's tables of methods that lead elsewhere", platforms: [.iOS, .macOS], tier: .costly,
        indicators: ["apple-replaced-swift-method"], categories: [.hooking]
    ) { snapshot in
        judge(snapshot.apple?.swiftTables ?? .unsupported, source: "descriptors and fixups against memory") { hooks in
            [
                indicator(
                    "apple-replaced-swift-method", .certain, hooks,
                    "An entry of a table of Swift methods leads elsewhere than its type's descriptor, or its file, says.")
            ]
        }
    }

    static let source = "exports and fixups against memory"

    /// What all of them have in common: nothing looked at is not nothing found.
    static func judge(
        _ fact: Fact<HookFindings>, source: String, _ indicators: ([HookedFunction]) -> [Indicator?]
    ) -> Detector.Outcome {
        guard case .value(let findings) = fact else { return .undecided(reason: fact.whyNot) }
        if !findings.hooks.isEmpty { return .judged(indicators(findings.hooks).compactMap { $0 }) }
        // A count without a list is no clean bill.
        if findings.count > 0 { return .undecided(reason: "\(findings.count) hooks without a record of them") }
        if let unread = findings.unread.first { return .undecided(reason: unread) }
        if findings.examined == 0 { return .undecided(reason: "nothing could be looked at") }
        if findings.undetermined > 0 {
            return .undecided(reason: "\(findings.undetermined) of them should be at a place that is not known")
        }
        return .judged([])
    }

    static func indicator(
        _ id: String, _ confidence: Indicator.Confidence, _ hooks: [HookedFunction], _ advice: String,
        category: Indicator.Category = .hooking
    ) -> Indicator? {
        guard !hooks.isEmpty else { return nil }
        return Indicator(
            id, category, confidence, evidence: hooks.map { evidence($0, source) },
            test: category == .debugging ? "MASTG-TEST-0401" : "MASTG-TEST-0354", advice: advice)
    }

    private static func evidence(_ hook: HookedFunction, _ source: String) -> Indicator.Evidence {
        let target = hook.target ?? "memory of no image"
        let what: String
        switch hook.kind {
        case .breakpoint: what = "\(hook.name) begins with a breakpoint"
        case .patched: what = "\(hook.name) does not begin as in its file"
        case .inline: what = "\(hook.name) begins with a jump (\(hook.pattern ?? "?")) to \(target)"
        case .symbolPointer, .method, .swiftClassEntry, .swiftWitness: what = "\(hook.name) leads to \(target)"
        }
        return .init(what, place: hook.image, source: source)
    }

    /// The sanitizers' runtime, which stands in for functions by design. Only as part of the app's bundle, which is signed: elsewhere anybody can call a
    /// library so.
    private static func isSanitizer(_ hook: HookedFunction) -> Bool {
        hook.targetOrigin == .program && ScrubbedPath.baseName(hook.target ?? "").hasPrefix("libclang_rt.")
    }
}
