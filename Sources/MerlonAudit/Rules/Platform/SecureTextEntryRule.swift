import MerlonCore

/// Text fields that show what should be hidden.
struct SecureTextEntryRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-secure-text-entry",
        title: "A text field shows sensitive input",
        area: .platform,
        controls: ["MASVS-PLATFORM-3"],
        tests: ["MASTG-TEST-0346"],
        weaknesses: ["MASWE-0053"],
        cwe: [549],
        severity: .medium,
        rationale: """
            A field that is not secure shows what is typed to whoever looks on, to screen recordings and to custom keyboards. Passwords, PINs \
            and one-time codes belong into secure fields.
            """,
        fix: Fix("Set isSecureTextEntry, or use SwiftUI's SecureField.", api: "MerlonPrivacy.SensitiveField"),
        examples: [
            .bad(
                "secure entry is set to false",
                .example(
                    classes: ["UITextField"],
                    references: [.example(.selector, "setSecureTextEntry:", in: "Login.setUp()", arguments: [2: 0])])),
            .bad(
                "a plain SwiftUI field for a password",
                .example(references: [
                    .example(.string, "Your account password", in: "Login.body"),
                    .example(.call, "_$s7SwiftUI9TextFieldV_4textACyxGqd___7Binding7StringVG", in: "Login.body", at: 16),
                ])),
            .bad(
                "a password field of a nib",
                .example(
                    classes: ["UITextField"],
                    files: [
                        BundleFile(path: "Payload/Example.app/Login.nib", size: 60, content: Array("NIBArchive UITextField Password".utf8))
                    ]
                )),
            .bad(
                "a password field of a storyboard's source",
                .example(
                    .source, plist: nil,
                    files: [
                        BundleFile(
                            path: "Example/Login.storyboard", size: 90,
                            content: Array("<textField placeholder=\"Password\">\n<textInputTraits/>\n</textField>".utf8))
                    ])),
            .good(
                "secure entry is set to true",
                .example(
                    classes: ["UITextField"],
                    references: [.example(.selector, "setSecureTextEntry:", in: "Login.setUp()", arguments: [2: 1])])),
            .good(
                "a field for a name, in a function that speaks of credentials",
                .example(references: [
                    .example(.selector, "addTextFieldWithConfigurationHandler:", in: "Login.ask()"),
                    .example(.string, "Please enter your credentials.", in: "Login.ask()", at: 8),
                    .example(.selector, "setSecureTextEntry:", in: "Login.field()", arguments: [2: 1]),
                ])),
            .good("no text field", .example(classes: ["UILabel"])),
            RuleExample("text fields and no secure one", expects: .manual, .example(classes: ["UITextField"])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    private static let setter = CodeUse.selector("setSecureTextEntry:")
    private static let fields: [CodeUse] = [
        .objectiveCClass("UITextField"), .symbols(startingWith: "_$s7SwiftUI9TextFieldV"),
        .selector("addTextFieldWithConfigurationHandler:"),
    ]
    private static let secure: [CodeUse] = [.symbols(startingWith: "_$s7SwiftUI11SecureFieldV"), setter]

    /// Gives a field the text that says what it takes; a short one stands in the arguments.
    private static let titles: [CodeUse] = [
        .selector("setPlaceholder:"), .symbols(startingWith: "_$s7SwiftUI18LocalizedStringKeyV13stringLiteral"),
        .symbol("_$sSS10FoundationE19_bridgeToObjectiveCSo8NSStringCyF"),
    ]

    var interests: CodeInterests {
        var interests = CodeInterests(of: Self.fields + Self.secure + Self.titles)
        interests.stringsBeside = ["setPlaceholder:"]
        interests.stringsBeside.formUnion(interests.importPrefixes)
        return interests
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        let nibs = artifact.files.flatMap(TextFieldNib.unmasked)
        guard artifact.kind != .source || nibs.isEmpty else {
            return .findings([finding("A nib has a password field that is not secure.", at: artifact, nibs, confidence: .tentative)])
        }
        return artifact.judgeCode(in: context) { code in
            let shown = code.slices.flatMap(Self.shownFields) + code.slices.flatMap(Self.plainFields)
            guard shown.isEmpty, nibs.isEmpty else {
                return .findings([
                    finding(
                        "A text field is set to show its input.", at: artifact, shown + nibs, confidence: shown.isEmpty ? .tentative : .firm
                    )
                ])
            }
            let fields = code.places(of: Self.fields) { "takes text by \($0.name)" }
            guard !fields.isEmpty else { return .pass(examined: "text fields in \(code.examined)") }
            // Fields that are all secure are rare, and which of several are cannot be seen.
            let setters = code.slices.flatMap { slice in slice.facts.references.filter(Self.setter.matches) }
            if !setters.isEmpty, setters.allSatisfy({ $0.constantArguments[2].map { $0 & 1 } == 1 }) {
                return .pass(examined: "\(setters.count) places that set isSecureTextEntry, each to true, in \(code.examined)")
            }
            return .manual(lookAt: "See that each field for a password or code among these is secure.", evidence: fields)
        }
    }

    /// Uses beside which a text is the field's title; a mere mention of the class may have any text beside it.
    private static let titled: [CodeUse] = [.selector("setPlaceholder:"), .symbols(startingWith: "_$s7SwiftUI9TextFieldV")]

    /// Fields whose title speaks of something secret, in functions that make no secure field.
    private static func plainFields(in slice: CodeView.Slice) -> [Evidence] {
        slice.functions.flatMap { function -> [Evidence] in
            guard !function.isImportThunk, !function.uses(secure) else { return [] }
            let places = function.all(titled)
            guard !places.isEmpty, let word = function.strings.lazy.compactMap(title).first else { return [] }
            return places.map { slice.evidence($0, "a field beside \"\(word)\", and no secure one") }
        }
    }

    /// The word in a short text, as titles are, that speaks of what is to be hidden.
    private static func title(_ text: String) -> String? {
        guard text.utf8.count <= 40, let word = SensitiveWords.first(in: text), !["username", "user name"].contains(word) else {
            return nil
        }
        return word
    }

    /// Fields that are made to show their input, which they do by default. A function that also hides it lets the user choose.
    private static func shownFields(in slice: CodeView.Slice) -> [Evidence] {
        slice.functions.flatMap { function -> [Evidence] in
            let setters = function.all([setter])
            let shown = setters.filter { $0.constantArguments[2].map { $0 & 1 } == 0 }
            guard shown.count == setters.count else { return [] }
            return shown.map { slice.evidence($0, "isSecureTextEntry is set to false") }
        }
    }
}
