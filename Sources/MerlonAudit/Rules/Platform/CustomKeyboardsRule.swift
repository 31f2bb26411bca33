import MerlonCore

/// Apps that let custom keyboards type for them.
struct CustomKeyboardsRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-custom-keyboards",
        title: "Custom keyboards are not refused",
        area: .platform,
        controls: ["MASVS-PLATFORM-1"],
        tests: ["MASTG-TEST-0389"],
        weaknesses: ["MASWE-0061"],
        cwe: [200],
        severity: .low,
        rationale: """
            A custom keyboard of another vendor sees everything that is typed into fields that are not secure. An app that takes sensitive \
            input can refuse such keyboards as a whole.
            """,
        fix: Fix(
            "Return false for UIApplication.ExtensionPointIdentifier.keyboard in application(_:shouldAllowExtensionPointIdentifier:)."),
        examples: [
            .bad("text fields and no refusal", .example(classes: ["UITextField", "UIApplication"])),
            .good(
                "keyboards are refused",
                .example(
                    imports: ["_UIApplicationKeyboardExtensionPointIdentifier"],
                    selectors: ["application:shouldAllowExtensionPointIdentifier:"], classes: ["UITextField"])),
            .good("no text input", .example(classes: ["UILabel"])),
            RuleExample(
                "the method is there, the keyboard is not named", expects: .manual,
                .example(selectors: ["application:shouldAllowExtensionPointIdentifier:"], classes: ["UITextField"])),
            RuleExample("encrypted", expects: .notDecidable, .example(classes: ["UITextField"], encrypted: true)),
            RuleExample("an extension", expects: .notApplicable, .example(.appExtension, classes: ["UITextField"])),
        ])

    private static let input: [CodeUse] = [
        .objectiveCClass("UITextField"), .objectiveCClass("UITextView"), .objectiveCClass("UISearchBar"),
        .symbols(startingWith: "_$s7SwiftUI9TextFieldV"), .symbols(startingWith: "_$s7SwiftUI10TextEditorV"),
        .selector("addTextFieldWithConfigurationHandler:"),
    ]
    private static let method = CodeUse.selector("application:shouldAllowExtensionPointIdentifier:")
    private static let identifier = CodeUse.symbol("_UIApplicationKeyboardExtensionPointIdentifier")

    var interests: CodeInterests {
        var interests = CodeInterests(of: Self.input, stringsBeside: true)
        interests.formUnion(CodeInterests(of: [Self.method, Self.identifier, .selector("setPlaceholder:")]))
        interests.stringsBeside.insert("setPlaceholder:")
        return interests
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard artifact.kind != .framework, artifact.kind != .appExtension else {
            return .notApplicable(because: "keyboards are refused by the app's delegate")
        }
        return artifact.judgeCode(.absence, in: context, withChildren: true) { code in
            let input = code.places(of: Self.input) { "takes text by \($0.name)" }
            guard !input.isEmpty else { return .pass(examined: "text input in \(code.examined)") }
            let refusal = code.places(of: [Self.method, Self.identifier])
            guard !refusal.isEmpty else {
                let sensitive = code.slices.flatMap(Self.sensitiveFields)
                return .findings([
                    sensitive.isEmpty
                        ? finding(
                            "The app takes text and does not refuse custom keyboards; see whether it takes anything sensitive.",
                            at: artifact, input, confidence: .tentative)
                        : finding("The app takes sensitive text and does not refuse custom keyboards.", at: artifact, sensitive)
                ])
            }
            if code.slices.contains(where: { $0.has(Self.method) && $0.has(Self.identifier) }) {
                return .pass(examined: "application(_:shouldAllowExtensionPointIdentifier:) with the keyboard's identifier")
            }
            return .manual(lookAt: "See whether the method refuses keyboards.", evidence: refusal)
        }
    }

    /// Text input in functions whose texts speak of something secret.
    private static func sensitiveFields(in slice: CodeView.Slice) -> [Evidence] {
        slice.functions.flatMap { function -> [Evidence] in
            guard let word = function.strings.lazy.compactMap(SensitiveWords.first).first else { return [] }
            return function.all(input + [.selector("setPlaceholder:")]).map { slice.evidence($0, "takes text beside \"\(word)\"") }
        }
    }
}
