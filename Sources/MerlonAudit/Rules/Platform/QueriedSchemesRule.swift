import MerlonCore

/// More schemes to ask for than the system answers.
struct QueriedSchemesRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-queried-schemes",
        title: "More than 50 schemes are queried",
        area: .platform,
        controls: ["MASVS-PLATFORM-1", "MASVS-PRIVACY-2"],
        tests: [],
        weaknesses: ["MASWE-0110"],
        cwe: [359],
        severity: .low,
        rationale: """
            LSApplicationQueriesSchemes says which other apps this one may look for; a long list shows which apps a person has, and with that a \
            good deal about the person. Since iOS 15 the system only answers for the first fifty.
            """,
        fix: Fix("List only schemes that a feature needs, and use universal links, which need no query."),
        examples: [
            .bad(
                "51 schemes",
                .example(plist: ["LSApplicationQueriesSchemes": .array((0..<51).map { .string("app\($0)") })])),
            .good(
                "50 schemes",
                .example(plist: ["LSApplicationQueriesSchemes": .array((0..<50).map { .string("app\($0)") })])),
            .good("none", .example()),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeInfoPlist { plist in
            let schemes = plist["LSApplicationQueriesSchemes"]?.array ?? []
            guard schemes.count > 50 else { return .pass(examined: "\(schemes.count) queried schemes") }
            return .findings([
                finding(
                    "The app asks for \(schemes.count) other apps' schemes.", at: artifact,
                    [artifact.plistEvidence("LSApplicationQueriesSchemes", "\(schemes.count) schemes")], confidence: .certain)
            ])
        }
    }
}
