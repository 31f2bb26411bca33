import MerlonCore

/// Archives that may make objects of any class.
struct DeserialisationRule: Rule {
    let metadata = RuleMetadata(
        id: "code-insecure-deserialisation",
        title: "Objects are decoded without naming their classes",
        area: .code,
        controls: ["MASVS-CODE-4"],
        tests: ["MASTG-TEST-0386"],
        weaknesses: ["MASWE-0088"],
        cwe: [502],
        severity: .high,
        rationale: """
            An unarchiver that does not require secure coding makes objects of whatever class the archive names and runs their init(coder:). \
            Whoever can supply the archive (a link, a file, a server) chooses which code of the app runs, and with what.
            """,
        fix: Fix("Use unarchivedObject(ofClass:from:) with classes that conform to NSSecureCoding, or Codable with a plain format."),
        examples: [
            .bad(
                "secure coding is switched off",
                .example(references: [
                    .example(.selector, "setRequiresSecureCoding:", in: "Session.decode(_:)", arguments: [2: 0]),
                    .example(.selector, "decodeObjectForKey:", in: "Session.decode(_:)", at: 64),
                ])),
            .bad("the old unarchiver", .example(selectors: ["unarchiveObjectWithData:"], classes: ["NSKeyedUnarchiver"])),
            .bad("a bare call in Swift", .example(selectors: ["unarchiveTopLevelObjectWithData:error:"], classes: ["NSKeyedUnarchiver"])),
            .good(
                "classes are named",
                .example(selectors: ["unarchivedObjectOfClass:fromData:error:"], classes: ["NSKeyedUnarchiver"])),
            .good("no unarchiver", .example(selectors: ["decodeObjectForKey:", "initWithCoder:"])),
            RuleExample(
                "an unarchiver whose setting is not a constant", expects: .manual,
                .example(
                    classes: ["NSKeyedUnarchiver"],
                    references: [.example(.selector, "setRequiresSecureCoding:", in: "Session.decode(_:)")])),
            RuleExample("encrypted", expects: .notDecidable, .example(classes: ["NSKeyedUnarchiver"], encrypted: true)),
        ])

    private static let setter = CodeUse.selector("setRequiresSecureCoding:")
    /// Decodes any class, whatever else is set.
    private static let open: [CodeUse] = [
        .selector("unarchiveObjectWithData:"), .selector("unarchiveObjectWithFile:"), .selector("unarchiveTopLevelObjectWithData:error:"),
        .selector("initForReadingWithData:"),
        .symbols(startingWith: "_$sSo17NSKeyedUnarchiverC10FoundationE26unarchiveTopLevelObject"),
    ]
    /// Decodes one value of any class, unless the coder requires secure coding.
    private static let untyped: [CodeUse] = [
        .selector("decodeObjectForKey:"), .selector("decodeObject"), .selector("decodeTopLevelObjectForKey:error:"),
        .symbols(startingWith: "_$sSo7NSCoderC10FoundationE20decodeTopLevelObject"),
    ]
    private static let reader = CodeUse.selector("initForReadingFromData:error:")

    var interests: CodeInterests {
        CodeInterests(of: [Self.setter, Self.reader, .objectiveCClass("NSKeyedUnarchiver")] + Self.open + Self.untyped)
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var sure: [Evidence] = []
            var unsure: [Evidence] = []
            for slice in code.slices {
                for reference in slice.facts.references.filter(Self.setter.matches) {
                    switch reference.constantArguments[2].map({ $0 & 1 }) {
                    case 0: sure += Self.disabled(reference, in: slice)
                    case nil: unsure.append(slice.evidence(reference, "requiresSecureCoding is set to a value that is not a constant here"))
                    default: break
                    }
                }
                // A data object of these names is no unarchiver; the class has to be there too.
                guard slice.uses([.objectiveCClass("NSKeyedUnarchiver"), .objectiveCClass("NSUnarchiver")]) else { continue }
                sure += slice.places(of: Self.open) { "\($0.name) decodes objects of any class" }
                if !slice.facts.references.contains(where: Self.setter.matches), slice.has(Self.setter) {
                    unsure.append(slice.evidence("sets requiresSecureCoding", symbol: "setRequiresSecureCoding:"))
                }
            }
            if !sure.isEmpty {
                return .findings([finding("Archives are decoded without naming the classes expected.", at: artifact, sure)])
            }
            guard unsure.isEmpty else {
                return .manual(
                    lookAt: "See that secure coding is required at these places, and where the archive comes from.", evidence: unsure)
            }
            return .pass(examined: "unarchivers in \(code.examined)")
        }
    }

    /// The switch, and what the same function then decodes without a class.
    private static func disabled(_ reference: CodeReference, in slice: CodeView.Slice) -> [Evidence] {
        let function = slice.functions.first { $0.address == reference.functionAddress }
        let decoded = function?.all(untyped) ?? []
        return [slice.evidence(reference, "requiresSecureCoding is set to false")]
            + decoded.map { slice.evidence($0, "\($0.name) decodes an object of any class") }
    }
}
