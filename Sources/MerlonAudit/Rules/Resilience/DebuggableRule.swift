import MerlonCore

/// An app that lets a debugger attach to it.
struct DebuggableRule: Rule {
    let metadata = RuleMetadata(
        id: "resilience-get-task-allow",
        title: "A debugger may attach",
        area: .resilience,
        controls: ["MASVS-RESILIENCE-4"],
        tests: ["MASTG-TEST-0261"],
        weaknesses: ["MASWE-0067"],
        cwe: [489],
        severity: .high,
        readsHeadersOnly: true,
        rationale: """
            With get-task-allow any process of the user may read and change the app's memory and stop it at any instruction, also on a \
            device that is not jailbroken. Xcode sets it for development builds alone.
            """,
        fix: Fix(
            "Ship an archive that is exported for distribution; refuse to run while debugged where that matters.",
            api: "MerlonRuntime.Shield"),
        examples: [
            .bad("in the signature", .example(entitlements: ["get-task-allow": true])),
            .bad("in an encrypted app", .example(entitlements: ["get-task-allow": true], encrypted: true)),
            .bad(
                "in the profile of an app without a signature",
                .example(
                    profile: ProvisioningProfile(
                        path: "Payload/Example.app/embedded.mobileprovision", entitlements: ["get-task-allow": true]))),
            .good("false in the signature", .example(entitlements: ["get-task-allow": false])),
            .good("absent from the signature", .example(entitlements: ["application-identifier": "ABCDE12345.org.example"])),
            .good(
                "a signature without entitlements",
                .example(.framework, slice: { $0.signature = SignatureFacts(identifier: "org.example.app") })),
            RuleExample("not signed", expects: .notDecidable, .example()),
            RuleExample("no binary", expects: .notApplicable, .example(hasCode: false)),
        ])

    private static let key = "get-task-allow"

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        let slices = CodeView(artifact.binaries, in: context).slices
        var evidence = slices.filter { $0.facts.signature?.entitlements?[Self.key]?.boolean == true }
            .map { $0.evidence("the signature's entitlements have get-task-allow", symbol: Self.key) }
        let isSigned = slices.contains { $0.facts.signature != nil }
        if !isSigned, let profile = artifact.profile, profile.entitlements?[Self.key]?.boolean == true {
            evidence.append(Evidence(file: profile.path, plistKey: "Entitlements.\(Self.key)", detail: "the profile allows get-task-allow"))
        }
        for declared in artifact.declaredEntitlements where declared.values[Self.key]?.boolean == true {
            evidence.append(Evidence(file: declared.path, plistKey: Self.key, detail: "the entitlements file sets get-task-allow"))
        }
        if !evidence.isEmpty {
            return .findings([finding("A debugger may attach to the app.", at: artifact, evidence.capped, confidence: .certain)])
        }
        if !artifact.declaredEntitlements.isEmpty || isSigned || artifact.profile?.entitlements != nil {
            return .pass(examined: "the entitlements of \(isSigned ? "the code signature" : "the project or the profile")")
        }
        if slices.isEmpty, artifact.kind != .source { return .notApplicable(because: "it has no machine code") }
        return .notDecidable(because: "it has neither a signature nor a profile nor an entitlements file")
    }
}
