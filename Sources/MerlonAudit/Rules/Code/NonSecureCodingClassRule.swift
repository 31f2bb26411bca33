import MerlonCore

/// Classes that can be decoded and do not support secure coding.
struct NonSecureCodingClassRule: Rule {
    let metadata = RuleMetadata(
        id: "code-nscoding-class",
        title: "A class conforms to NSCoding without NSSecureCoding",
        area: .code,
        controls: ["MASVS-CODE-4"],
        tests: ["MASTG-TEST-0386"],
        weaknesses: ["MASWE-0088"],
        cwe: [502],
        severity: .low,
        rationale: """
            A class that conforms to NSCoding alone cannot be decoded by an unarchiver that requires secure coding, so its archives are read by \
            one that does not. Its init(coder:) also takes members of any class.
            """,
        fix: Fix("Conform to NSSecureCoding and decode members with decodeObject(of:forKey:), or use Codable."),
        examples: [
            .bad(
                "a model class",
                .example(slice: { $0.classes = [ObjectiveCClassFacts(name: "Session", superclass: "NSObject", protocols: ["NSCoding"])] })),
            .good(
                "secure coding",
                .example(slice: {
                    $0.classes = [ObjectiveCClassFacts(name: "Session", superclass: "NSObject", protocols: ["NSSecureCoding"])]
                })),
            .good(
                "a view, which only nibs decode",
                .example(slice: { $0.classes = [ObjectiveCClassFacts(name: "Card", superclass: "UIView", protocols: ["NSCoding"])] })),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            let places = code.slices.flatMap { slice in
                slice.facts.classes.filter(Self.isPlainCoding).map { slice.evidence("conforms to NSCoding alone", symbol: $0.name) }
            }
            guard places.isEmpty else {
                return .findings([
                    finding(
                        "Classes conform to NSCoding without NSSecureCoding; see where their archives come from.", at: artifact, places,
                        confidence: .tentative)
                ])
            }
            return .pass(examined: "\(code.slices.reduce(0) { $0 + $1.facts.classes.count }) classes in \(code.examined)")
        }
    }

    private static func isPlainCoding(_ type: ObjectiveCClassFacts) -> Bool {
        guard type.protocols.contains("NSCoding"), !type.protocols.contains("NSSecureCoding") else { return false }
        if type.classMethods.contains("supportsSecureCoding") { return false }
        // Views and their controllers are decoded from the app's own nibs.
        return !["UIView", "UIViewController", "NSView", "NSViewController", "UIControl", "UIButton", "CALayer"].contains(
            type.superclass ?? "")
    }
}
