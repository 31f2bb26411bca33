import MerlonCore

/// Web views whose file: pages may reach other origins.
struct WebViewFileOriginRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-webview-file-origin",
        title: "A web view's file origin is relaxed",
        area: .platform,
        controls: ["MASVS-PLATFORM-2"],
        tests: ["MASTG-TEST-0335"],
        weaknesses: ["MASWE-0069"],
        cwe: [346],
        severity: .high,
        rationale: """
            allowFileAccessFromFileURLs and allowUniversalAccessFromFileURLs are undocumented switches, set by key. With them a script in a file: \
            page reads other files, or every origin, and can send what it read anywhere.
            """,
        fix: Fix("Remove the switches; serve local pages by a WKURLSchemeHandler, which gives them an origin of their own."),
        examples: [
            .bad(
                "set to true in Swift",
                .example(references: [
                    .example(.call, "_$sSb10FoundationE19_bridgeToObjectiveCSo8NSNumberCyF", in: "Page.make()", arguments: [0: 1]),
                    .example(.string, "allowFileAccessFromFileURLs", in: "Page.make()", at: 16),
                    .example(.selector, "setValue:forKey:", in: "Page.make()", at: 32),
                ])),
            .bad(
                "set to true in Objective-C",
                .example(references: [
                    .example(.data, "___kCFBooleanTrue", in: "-[Page make]"),
                    .example(.string, "allowUniversalAccessFromFileURLs", in: "-[Page make]", at: 8),
                    .example(.selector, "setValue:forKey:", in: "-[Page make]", at: 16),
                ])),
            .bad("a value that is not a constant", .example(strings: ["allowUniversalAccessFromFileURLs"])),
            .good(
                "set to false",
                .example(references: [
                    .example(.call, "_$sSb10FoundationE19_bridgeToObjectiveCSo8NSNumberCyF", in: "Page.make()", arguments: [0: 0]),
                    .example(.string, "allowFileAccessFromFileURLs", in: "Page.make()", at: 16),
                    .example(.selector, "setValue:forKey:", in: "Page.make()", at: 32),
                ])),
            .good("not set", .example(classes: ["WKWebView"])),
            RuleExample("encrypted", expects: .notDecidable, .example(classes: ["WKWebView"], encrypted: true)),
        ])

    private static let keys: [CodeUse] = [
        .string("allowFileAccessFromFileURLs"), .string("allowUniversalAccessFromFileURLs"),
        .string("_allowFileAccessFromFileURLs"), .string("_allowUniversalAccessFromFileURLs"),
        .selector("_setAllowFileAccessFromFileURLs:"), .selector("_setAllowUniversalAccessFromFileURLs:"),
    ]
    /// Makes a truth value into an object; the argument that holds it.
    private static let numbers: [(use: CodeUse, argument: Int)] = [
        (.symbol("_$sSb10FoundationE19_bridgeToObjectiveCSo8NSNumberCyF"), 0), (.selector("numberWithBool:"), 2),
        (.selector("initWithBool:"), 2),
    ]
    private static let yes = CodeUse.symbol("___kCFBooleanTrue")
    private static let no = CodeUse.symbol("___kCFBooleanFalse")

    var interests: CodeInterests {
        CodeInterests(of: Self.keys + Self.numbers.map(\.use) + [Self.yes, Self.no, .selector("setValue:forKey:")])
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var sure: [Evidence] = []
            var unsure: [Evidence] = []
            for slice in code.slices {
                for use in Self.keys where slice.has(use) {
                    let places = slice.functions.flatMap { function in function.all([use]).map { (function, $0) } }
                    if places.isEmpty { unsure.append(slice.evidence("names \(use.name)", symbol: use.name)) }
                    for (function, place) in places {
                        switch Self.value(at: place, in: function) {
                        case true: sure.append(slice.evidence(place, "\(use.name) is set to true"))
                        case nil: unsure.append(slice.evidence(place, "\(use.name) is set to a value that is not a constant here"))
                        default: break
                        }
                    }
                }
            }
            if !sure.isEmpty {
                return .findings([
                    finding("A web view's pages from files may read other files.", at: artifact, sure + unsure, confidence: .certain)
                ])
            }
            guard unsure.isEmpty else {
                return .findings([
                    finding(
                        "A web view's pages from files may perhaps read other files.", at: artifact, unsure, confidence: .tentative,
                        severity: .medium)
                ])
            }
            return .pass(examined: "switches of file origins in \(code.examined)")
        }
    }

    /// The truth value that is made nearest to the key: before it as a rule, else right behind it.
    private static func value(at place: CodeReference, in function: CodeFunction) -> Bool? {
        if place.kind == .selector { return place.constantArguments[2].map { $0 & 1 == 1 } }
        let makers = numbers.map(\.use) + [yes, no]
        let next = function.references.first { candidate in
            candidate.address > place.address && (keys.contains { $0.matches(candidate) } || makers.contains { $0.matches(candidate) })
        }
        guard let maker = function.last(makers, before: place) ?? next else { return nil }
        if yes.matches(maker) { return true }
        if no.matches(maker) { return false }
        guard let argument = numbers.first(where: { $0.use.matches(maker) })?.argument else { return nil }
        return maker.constantArguments[argument].map { $0 & 1 == 1 }
    }
}
