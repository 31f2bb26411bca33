/// C and Objective-C code that was compiled without stack canaries.
struct StackCanaryRule: Rule {
    let metadata = RuleMetadata(
        id: "code-stack-canary",
        title: "No stack canaries",
        area: .code,
        controls: ["MASVS-CODE-4"],
        tests: ["MASTG-TEST-0229"],
        weaknesses: ["MASWE-0116"],
        cwe: [121, 693],
        severity: .low,
        rationale: """
            A canary lies between a function's buffers and its return address; a buffer overflow that reaches the address changes the \
            canary first, and the process ends in place of being taken over. Swift checks its bounds and needs none of its own.
            """,
        fix: Fix("Compile C, C++ and Objective-C with -fstack-protector-strong, the default of Xcode."),
        examples: [
            .bad("Objective-C without", .example(slice: { $0.languages = [.objectiveC, .c] })),
            .bad("C without, that copies into buffers", .example(.framework, imports: ["_strcpy"], slice: { $0.languages = [.c] })),
            .bad("C without, in a dynamic library", .example(.framework, slice: { $0.languages = [.c] })),
            .good("canaries", .example(imports: ["___stack_chk_fail", "___stack_chk_guard"], slice: { $0.languages = [.objectiveC] })),
            .good(
                "canaries in a stripped library: imports stay",
                .example(
                    .framework, imports: ["___stack_chk_fail"],
                    slice: {
                        $0.languages = [.c]; $0.isStripped = true
                    })),
            .good(
                "a static binary that brings its own",
                .example(slice: {
                    $0.languages = [.c]; $0.isStatic = true; $0.definedFunctions = ["___stack_chk_fail"]
                })),
            RuleExample("pure Swift", expects: .notApplicable, .example(slice: { $0.languages = [.swift] })),
            RuleExample(
                "Swift classes are no Objective-C", expects: .notApplicable,
                .example(slice: {
                    $0.languages = [.swift, .objectiveC]; $0.classes = [ObjectiveCClassFacts(name: "_TtC7Example11AppDelegate")]
                })),
            RuleExample(
                "static and stripped: the names are gone", expects: .notDecidable,
                .example(slice: {
                    $0.languages = [.c]; $0.isStatic = true; $0.isStripped = true
                })),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true, slice: { $0.languages = [.objectiveC] })),
        ])

    /// Functions that write as much as they are given.
    private static let copying: [CodeUse] = [
        "strcpy", "strcat", "sprintf", "vsprintf", "gets", "scanf", "sscanf", "fscanf", "strncpy", "strncat", "__strcpy_chk",
        "__strcat_chk",
        "__sprintf_chk", "__vsprintf_chk", "recv", "fgets",
    ].map { .symbol("_" + $0) }
    private static let symbols: [CodeUse] = [.symbol("___stack_chk_fail"), .symbol("___stack_chk_guard")]

    let interests = CodeInterests(of: Self.copying)

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(.absence, in: context) { code in
            var missing: [Evidence] = []
            var risky: [Evidence] = []
            var reasons: [String] = []
            var undecided: [String] = []
            for slice in code.slices {
                let name = "\(slice.file) (\(slice.facts.architecture))"
                if slice.uses(Self.symbols) {
                    reasons.append("\(name): imports the canary's symbols")
                } else if slice.facts.definedFunctions.contains("___stack_chk_fail") {
                    reasons.append("\(name): brings the canary's own function")
                } else if slice.facts.isStatic && slice.facts.isStripped || slice.facts.languages.isEmpty {
                    undecided.append("\(name): neither imports nor names tell")
                } else if slice.facts.hasNativeCode {
                    missing.append(slice.evidence("no use of ___stack_chk_fail", symbol: "___stack_chk_fail"))
                    risky += slice.places(of: Self.copying) { "\($0.name), and no canary in the whole slice" }
                }
            }
            if !missing.isEmpty {
                // The compiler puts a canary only into functions with buffers; code that has none looks the same as code without protection.
                let message =
                    risky.isEmpty
                    ? "C or Objective-C code has no stack canary: it has no buffers on the stack, or was compiled without."
                    : "C or Objective-C code copies into buffers and has no stack canary in any function."
                return .findings([
                    finding(message, at: artifact, (missing + risky).capped, confidence: risky.isEmpty ? .tentative : .firm)
                ])
            }
            if !undecided.isEmpty { return .notDecidable(because: undecided.joined(separator: "; ")) }
            guard !reasons.isEmpty else { return .notApplicable(because: "it is pure Swift, whose bounds are checked") }
            return .pass(examined: reasons.prefix(8).joined(separator: "; "))
        }
    }
}

extension SliceFacts {
    /// Whether it has code of C or Objective-C, as far as can be told. A Swift class is an Objective-C class too, and is not meant.
    var hasNativeCode: Bool {
        if !languages.contains(.swift) { return languages.contains(.c) || languages.contains(.objectiveC) }
        return classes.contains { !$0.isSwift && !($0.instanceMethods + $0.classMethods).isEmpty }
    }
}

extension ObjectiveCClassFacts {
    /// The class is Swift's: its name is mangled, or shown as `Module.Class`.
    var isSwift: Bool { name.hasPrefix("_Tt") || name.hasPrefix("$s") || name.hasPrefix("_$s") || name.contains(".") }
}
