import MerlonVault

/// The app's own declaration of where its data belongs, when it puts data where it is not safe.
struct PlacementPolicyRule: Rule {
    let metadata = RuleMetadata(
        id: "storage-placement-policy",
        title: "The declared places of data do not protect it",
        area: .storage,
        controls: ["MASVS-STORAGE-1", "MASVS-STORAGE-2"],
        tests: [],
        weaknesses: ["MASWE-0006"],
        cwe: [922],
        severity: .medium,
        rationale: """
            An app that declares where each kind of its data belongs is built by that declaration: what it gets wrong, every screen and \
            every file gets wrong. A policy that cannot be read declares nothing, whatever its authors meant.
            """,
        fix: Fix(
            "Put secrets into the keychain, and personal data into sealed files with complete protection; the standard policy does.",
            api: "MerlonVault.PlacementPolicy"),
        examples: [
            .bad("tokens among the preferences", .example(placing: .token, DataPlacement(.preferences))),
            .bad("health data in files that backups carry", .example(placing: .health, DataPlacement(.files, isSealed: true))),
            .bad(
                "a file that is no policy", .example(placement: DeclaredPlacement(path: path, parsing: Array(#"{"placement": {}}"#.utf8)))),
            .good(
                "the standard policy",
                .example(placement: DeclaredPlacement(path: path, policy: PlacementPolicy(files: ["Documents/*": .personal])))),
            .good("caches of public data anywhere", .example(placing: .publicCache, DataPlacement(.files))),
            RuleExample("no policy", expects: .notApplicable, .example(hasCode: false)),
        ])

    fileprivate static let path = "Payload/Example.app/" + DeclaredPlacement.fileName

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard let declared = artifact.placement else {
            return .notApplicable(because: "it has no \(DeclaredPlacement.fileName), and no policy was given")
        }
        guard let policy = declared.policy else {
            let evidence = Evidence(file: declared.path, detail: declared.problem ?? "no policy")
            return .findings([finding("The placement policy cannot be read.", at: artifact, [evidence], confidence: .certain)])
        }
        let problems = policy.problems().sorted { $0.key.rawValue < $1.key.rawValue }
        let findings = problems.map { kind, reasons in
            finding(
                "The policy puts data of the kind '\(kind)' where it is not safe.", at: artifact,
                reasons.map { Evidence(file: declared.path, plistKey: "placements.\(kind)", detail: $0) }, confidence: .certain,
                severity: kind.isSecret ? .high : nil)
        }
        return .findings(findings, orPassExamining: "the places of \(DataKind.allCases.count) kinds of data in \(declared.path)")
    }
}

extension Artifact {
    fileprivate static func example(placement: DeclaredPlacement) -> Artifact {
        var artifact = Artifact.example(hasCode: false)
        artifact.placement = placement
        return artifact
    }

    fileprivate static func example(placing kind: DataKind, _ place: DataPlacement) -> Artifact {
        var policy = PlacementPolicy()
        policy.place(kind, in: place)
        return example(placement: DeclaredPlacement(path: PlacementPolicyRule.path, policy: policy))
    }
}
