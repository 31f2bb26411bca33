import MerlonCore

/// An embedded provisioning profile that has run out.
struct ProfileExpiredRule: Rule {
    let metadata = RuleMetadata(
        id: "resilience-profile-expired",
        title: "The provisioning profile has expired",
        area: .resilience,
        controls: ["MASVS-RESILIENCE-2"],
        tests: [],
        weaknesses: ["MASWE-0104"],
        cwe: [298],
        severity: .medium,
        rationale: """
            An app whose embedded profile has expired does not start outside the store. One that is about to expire will stop working for all \
            its users on the same day.
            """,
        fix: Fix("Sign the app with a current profile."),
        examples: [
            .bad(
                "expired",
                .example(profile: ProvisioningProfile(path: "embedded.mobileprovision", expires: WallTime(seconds: 1_700_000_000)))),
            .bad(
                "expires within a month",
                .example(profile: ProvisioningProfile(path: "embedded.mobileprovision", expires: WallTime(seconds: 1_768_000_000)))),
            .good(
                "valid for a year",
                .example(profile: ProvisioningProfile(path: "embedded.mobileprovision", expires: WallTime(seconds: 1_798_000_000)))),
            RuleExample("no profile, as from the store", expects: .notApplicable, .example()),
            RuleExample(
                "no date", expects: .notDecidable, .example(profile: ProvisioningProfile(path: "embedded.mobileprovision"))),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard let profile = artifact.profile else { return .notApplicable(because: "it has no provisioning profile") }
        guard let expires = profile.expires else { return .notDecidable(because: "the profile has no expiration date") }
        let place = Evidence(file: profile.path, plistKey: "ExpirationDate", detail: "expires on \(expires.iso8601)")
        if expires < context.now {
            return .findings([finding("The provisioning profile has expired.", at: artifact, [place], confidence: .certain)])
        }
        if expires.seconds - context.now.seconds < 30 * 86_400 {
            return .findings([
                finding("The provisioning profile expires within 30 days.", at: artifact, [place], confidence: .certain, severity: .low)
            ])
        }
        return .pass(examined: "expiration date of \(profile.path)")
    }
}
