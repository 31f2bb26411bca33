import MerlonCore

/// Interfaces whose reason the privacy manifest does not give.
struct RequiredReasonRule: Rule {
    let metadata = RuleMetadata(
        id: "privacy-required-reason",
        title: "The privacy manifest does not say why an interface is used",
        area: .privacy,
        controls: ["MASVS-PRIVACY-3"],
        tests: [],
        weaknesses: ["MASWE-0112"],
        cwe: [359],
        severity: .low,
        rationale: """
            Boot time, disk space, file times, keyboards and preferences together tell one device from another. Apple asks for an approved \
            reason for each such category in the privacy manifest, so that fingerprinting does not hide in it.
            """,
        fix: Fix("Add the category with an approved reason to NSPrivacyAccessedAPITypes, or stop using the interface."),
        examples: [
            .bad(
                "preferences without a reason",
                .example(classes: ["NSUserDefaults"], privacyManifest: ["NSPrivacyAccessedAPITypes": []])),
            .bad(
                "a category without reasons",
                .example(
                    imports: ["_statfs"],
                    privacyManifest: [
                        "NSPrivacyAccessedAPITypes": [
                            ["NSPrivacyAccessedAPIType": "NSPrivacyAccessedAPICategoryDiskSpace", "NSPrivacyAccessedAPITypeReasons": []]
                        ]
                    ])),
            .good(
                "with a reason",
                .example(
                    classes: ["NSUserDefaults"],
                    privacyManifest: [
                        "NSPrivacyAccessedAPITypes": [
                            [
                                "NSPrivacyAccessedAPIType": "NSPrivacyAccessedAPICategoryUserDefaults",
                                "NSPrivacyAccessedAPITypeReasons": ["CA92.1"],
                            ]
                        ]
                    ])),
            .good("no such interface", .example(privacyManifest: ["NSPrivacyTracking": false])),
            RuleExample("no manifest at all", expects: .notApplicable, .example(classes: ["NSUserDefaults"])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true, privacyManifest: ["NSPrivacyTracking": false])),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard let manifest = artifact.privacyManifest else { return .notApplicable(because: "it has no privacy manifest") }
        return artifact.judgeCode(in: context) { code in
            let declared = Self.declared(in: manifest)
            let missing = RequiredReason.all.filter { !declared.contains($0.category) && code.uses($0.uses) }
            let findings = missing.map { reason in
                finding(
                    "\(reason.category) is used, and the privacy manifest gives no reason.", at: artifact,
                    Array(code.places(of: reason.uses).prefix(20)))
            }
            return .findings(findings, orPassExamining: "\(declared.count) declared categories against \(code.examined)")
        }
    }

    /// The categories that have at least one reason.
    private static func declared(in manifest: PropertyList) -> Set<String> {
        Set(
            (manifest["NSPrivacyAccessedAPITypes"]?.array ?? []).compactMap { entry in
                let reasons = entry["NSPrivacyAccessedAPITypeReasons"]?.array ?? []
                return reasons.isEmpty ? nil : entry["NSPrivacyAccessedAPIType"]?.string
            })
    }
}
