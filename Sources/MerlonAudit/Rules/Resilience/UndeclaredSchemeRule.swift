import MerlonCore

/// Schemes of a jailbreak's apps that the app asks for and does not declare.
struct UndeclaredSchemeRule: Rule {
    let metadata = RuleMetadata(
        id: "resilience-undeclared-scheme",
        title: "A jailbreak's scheme is asked for and not declared",
        area: .resilience,
        controls: ["MASVS-RESILIENCE-1"],
        tests: [],
        weaknesses: ["MASWE-0097"],
        cwe: [693],
        severity: .low,
        rationale: """
            canOpenURL answers for schemes that LSApplicationQueriesSchemes lists. For any other it says no, whatever is installed: a check that \
            can never find anything, which looks in the code as if it protected.
            """,
        fix: Fix(
            "List the schemes that are asked for in LSApplicationQueriesSchemes; Documentation/Runtime.md has the list of MerlonRuntime's."),
        examples: [
            .bad(
                "asked for and not declared",
                .example(plist: [:], selectors: ["canOpenURL:"], strings: ["cydia://package/com.example.package"])),
            .bad(
                "another one is declared",
                .example(
                    plist: ["LSApplicationQueriesSchemes": ["sileo"]], selectors: ["canOpenURL:"], strings: ["cydia://", "sileo://"])),
            .bad(
                "MerlonRuntime, and none of its schemes",
                .example(plist: [:], selectors: ["canOpenURL:"], slice: { $0.swiftTypes = ["MerlonRuntime.ShieldPolicy"] })),
            .good(
                "declared", .example(plist: ["LSApplicationQueriesSchemes": ["Cydia"]], selectors: ["canOpenURL:"], strings: ["cydia://"])),
            .good("no question", .example(plist: [:], strings: ["cydia://"])),
            .good("a scheme of an ordinary app", .example(plist: [:], selectors: ["canOpenURL:"], strings: ["maps://", "cydiary://"])),
            .good(
                "MerlonRuntime, with a scheme",
                .example(
                    plist: ["LSApplicationQueriesSchemes": ["sileo"]], selectors: ["canOpenURL:"],
                    slice: { $0.swiftTypes = ["MerlonRuntime.ShieldPolicy"] })),
            RuleExample("encrypted", expects: .notDecidable, .example(plist: [:], selectors: ["canOpenURL:"], encrypted: true)),
            RuleExample("a framework", expects: .notApplicable, .example(.framework)),
        ])

    private static let schemes = [
        "activator", "cydia", "dopamine", "filza", "palera1n", "sileo", "trollstore", "undecimus", "xina", "zbra",
    ]
    private static let question: [CodeUse] = [.selector("canOpenURL:")]

    var interests: CodeInterests {
        var interests = CodeInterests(of: Self.question)
        interests.stringPrefixes = Set(Self.schemes.map { $0 + "://" })
        return interests
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard artifact.kind != .framework else { return .notApplicable(because: "schemes are declared by the app") }
        let declared = Set((artifact.infoPlist?["LSApplicationQueriesSchemes"]?.array ?? []).compactMap { $0.string?.lowercased() })
        return artifact.judgeCode(of: artifact.processBinaries, in: context) { code in
            guard code.uses(Self.question) else { return .pass(examined: "no question for schemes in \(code.examined)") }
            var evidence = code.slices.flatMap { slice in Self.texts(in: slice).filter { !declared.contains($0.scheme) }.map(\.evidence) }
            let isMerlon = code.slices.contains { $0.facts.swiftTypes.contains { $0.hasPrefix("MerlonRuntime.") } }
            if isMerlon, declared.isDisjoint(with: Self.schemes) {
                evidence.append(artifact.plistEvidence("LSApplicationQueriesSchemes", "none of the schemes that MerlonRuntime asks for"))
            }
            guard !evidence.isEmpty else { return .pass(examined: "\(declared.count) declared schemes, and \(code.examined)") }
            return .findings([
                finding("A jailbreak's scheme is asked for, and the system never answers.", at: artifact, Array(evidence.prefix(32)))
            ])
        }
    }

    private static func texts(in slice: CodeView.Slice) -> [(scheme: String, evidence: Evidence)] {
        let prefixes = schemes.map { (scheme: $0, bytes: Array(($0 + "://").utf8)) }
        return (0..<slice.facts.strings.count).compactMap { index in
            let bytes = slice.facts.strings.utf8(at: index)
            guard let found = prefixes.first(where: { bytes.starts(with: $0.bytes) }) else { return nil }
            let address = slice.facts.strings.address(at: index)
            return (found.scheme, slice.evidence("has the text \(slice.facts.strings[index])", address: address))
        }
    }
}
