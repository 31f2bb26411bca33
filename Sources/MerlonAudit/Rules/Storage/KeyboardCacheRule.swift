/// Text inputs whose content the keyboard may learn.
struct KeyboardCacheRule: Rule {
    let metadata = RuleMetadata(
        id: "storage-keyboard-cache",
        title: "Text inputs that the keyboard learns from",
        area: .storage,
        controls: ["MASVS-STORAGE-2"],
        tests: ["MASTG-TEST-0313"],
        weaknesses: ["MASWE-0053"],
        cwe: [524],
        severity: .low,
        rationale: """
            With autocorrection or spell checking on, the keyboard keeps what is typed to offer it again, in other apps too. Both must be \
            off for a field that takes sensitive text, or the field must be a secure one.
            """,
        fix: Fix(
            "For fields that take sensitive text set secureTextEntry, or set both autocorrectionType and spellCheckingType to no.",
            api: "MerlonPrivacy.SensitiveField"),
        examples: [
            .bad(
                "autocorrection left on",
                .example(references: [trait("setAutocorrectionType:", 0), trait("setSpellCheckingType:", 1, at: 8)])),
            .bad("autocorrection off, spell checking forgotten", .example(references: [trait("setAutocorrectionType:", 1)])),
            .bad(
                "two fields, one of them forgotten",
                .example(references: [
                    trait("setAutocorrectionType:", 1), trait("setSpellCheckingType:", 1, at: 8),
                    trait("setAutocorrectionType:", 1, at: 24),
                ])),
            .bad("a field with no trait at all", .example(references: [.example(.data, "_OBJC_CLASS_$_UITextField", in: "viewDidLoad")])),
            .bad("a SwiftUI field with no trait at all", .example(imports: ["_$s7SwiftUI9TextFieldVMn"])),
            .good("both off", .example(references: [trait("setAutocorrectionType:", 1), trait("setSpellCheckingType:", 1, at: 8)])),
            .good(
                "a secure field",
                .example(references: [
                    .example(.data, "_OBJC_CLASS_$_UITextField", in: "viewDidLoad"), trait("setSecureTextEntry:", 1, at: 8),
                ])),
            .good("no text input", .example(imports: ["_OBJC_CLASS_$_UILabel"])),
            RuleExample(
                "a trait decided at run time", expects: .manual,
                .example(references: [.example(.selector, "setAutocorrectionType:", in: "configure(_:)")])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    let interests = CodeInterests(of: Self.inputs).union(
        CodeInterests(of: [Self.autocorrection, Self.spelling, Self.secure] + Self.swiftUITraits))

    private static let inputs: [CodeAPI] = [
        .objectiveC("UITextField"), .objectiveC("UITextView"), .objectiveC("UISearchBar"), .objectiveC("UISearchTextField"),
        .message("an alert's text field", "addTextFieldWithConfigurationHandler:"), .swift("SwiftUI TextField", "$s7SwiftUI9TextFieldV"),
        .swift("SwiftUI TextEditor", "$s7SwiftUI10TextEditorV"),
    ]
    private static let autocorrection = CodeUse.selector("setAutocorrectionType:")
    private static let spelling = CodeUse.selector("setSpellCheckingType:")
    private static let secure = CodeUse.selector("setSecureTextEntry:")
    private static let swiftUITraits: [CodeUse] = [
        .symbols(startingWith: "_$s7SwiftUI4ViewPAAE22autocorrectionDisabled"),
        .symbols(startingWith: "_$s7SwiftUI4ViewPAAE21disableAutocorrection"), .symbols(startingWith: "_$s7SwiftUI11SecureFieldV"),
    ]

    private static func trait(_ selector: String, _ value: UInt64, at offset: UInt64 = 4) -> CodeReference {
        .example(.selector, selector, in: "viewDidLoad", at: offset, arguments: [2: value])
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var learned: [Evidence] = []
            var undecided: [Evidence] = []
            var bare: [Evidence] = []
            for slice in code.slices {
                let setters = slice.references(to: [Self.autocorrection, Self.spelling, Self.secure])
                for (_, inFunction) in Dictionary(grouping: setters, by: { $0.functionAddress ?? $0.address }).sorted(by: {
                    $0.key < $1.key
                }) {
                    judge(inFunction, in: slice, &learned, &undecided)
                }
                if setters.isEmpty, !slice.uses(Self.swiftUITraits) { bare += Self.inputs.flatMap { slice.places(of: $0, "makes") } }
            }
            var findings: [Finding] = []
            if !learned.isEmpty {
                findings.append(finding("The keyboard learns what is typed into these fields.", at: artifact, learned.capped))
            }
            if !bare.isEmpty {
                let message = "The app has text inputs and nowhere turns autocorrection and spell checking off."
                findings.append(finding(message, at: artifact, bare.capped, confidence: .tentative))
            }
            if findings.isEmpty, !undecided.isEmpty {
                return .manual(lookAt: "which value these traits get for fields that take sensitive text", evidence: undecided.capped)
            }
            return .findings(findings, orPassExamining: "text inputs and their traits in \(code.examined)")
        }
    }

    /// Judges the traits that one function sets. Values: UITextAutocorrectionType and UITextSpellCheckingType 0 default, 1 no, 2 yes.
    private func judge(_ setters: [CodeReference], in slice: CodeView.Slice, _ learned: inout [Evidence], _ undecided: inout [Evidence]) {
        let isOff = { (use: CodeUse) in setters.filter { use.matches($0) && $0.constantArguments[2] == 1 } }
        for setter in setters where !Self.secure.matches(setter) {
            switch setter.constantArguments[2] {
            case 1: break
            case nil: undecided.append(slice.evidence(setter, "\(setter.name) with a value that is not constant"))
            case let value?: learned.append(slice.evidence(setter, "\(setter.name) with \(value == 0 ? "default" : "yes")"))
            }
        }
        let hasUnknownSpelling = setters.contains { Self.spelling.matches($0) && $0.constantArguments[2] == nil }
        let withoutAutocorrection = isOff(Self.autocorrection)
        let covered = setters.filter(Self.spelling.matches).count + isOff(Self.secure).count
        if withoutAutocorrection.count > covered, !hasUnknownSpelling {
            learned += withoutAutocorrection.suffix(withoutAutocorrection.count - covered).map {
                slice.evidence($0, "autocorrection is off, spell checking is not")
            }
        }
    }
}
