import MerlonCore

/// A profile that fits any app of the team.
struct ProfileWildcardRule: Rule {
    let metadata = RuleMetadata(
        id: "resilience-profile-wildcard",
        title: "The provisioning profile is for any app of the team",
        area: .resilience,
        controls: ["MASVS-RESILIENCE-2"],
        tests: [],
        weaknesses: ["MASWE-0104"],
        cwe: [250],
        severity: .low,
        rationale: """
            A profile with a wildcard identifier also fits apps that somebody else signs with the team's key, under any name. An identifier of \
            its own is what keychain groups, universal links and push tokens rest on.
            """,
        fix: Fix("Register an explicit identifier for the app and sign with its profile."),
        examples: [
            .bad(
                "a wildcard",
                .example(
                    profile: ProvisioningProfile(path: "embedded.mobileprovision", entitlements: ["application-identifier": "TEAM123456.*"])
                )),
            .bad(
                "a wildcard for a family of apps",
                .example(
                    profile: ProvisioningProfile(
                        path: "embedded.mobileprovision", entitlements: ["application-identifier": "TEAM123456.org.example.*"]))),
            .good(
                "an explicit identifier",
                .example(
                    profile: ProvisioningProfile(
                        path: "embedded.mobileprovision", entitlements: ["application-identifier": "TEAM123456.org.example.app"]))),
            RuleExample("no profile", expects: .notApplicable, .example()),
            RuleExample(
                "a profile without an identifier", expects: .notDecidable,
                .example(profile: ProvisioningProfile(path: "embedded.mobileprovision"))),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard let profile = artifact.profile else { return .notApplicable(because: "it has no provisioning profile") }
        let keys = ["application-identifier", "com.apple.application-identifier"]
        guard let key = keys.first(where: { profile.entitlements?[$0]?.string != nil }), let identifier = profile.entitlements?[key]?.string
        else {
            return .notDecidable(because: "the profile names no application identifier")
        }
        guard identifier.hasSuffix("*") else { return .pass(examined: "application identifier of \(profile.path)") }
        let place = Evidence(file: profile.path, plistKey: "Entitlements.\(key)", detail: identifier)
        return .findings([finding("The provisioning profile is for \(identifier).", at: artifact, [place], confidence: .certain)])
    }
}
