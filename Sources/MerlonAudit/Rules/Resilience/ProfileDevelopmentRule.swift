import MerlonCore

/// A profile that is not meant for distribution to users.
struct ProfileDevelopmentRule: Rule {
    let metadata = RuleMetadata(
        id: "resilience-profile-development",
        title: "The app is signed for development or for listed devices",
        area: .resilience,
        controls: ["MASVS-RESILIENCE-2", "MASVS-RESILIENCE-4"],
        tests: [],
        weaknesses: ["MASWE-0067", "MASWE-0104"],
        cwe: [489],
        severity: .medium,
        rationale: """
            A development profile lets a debugger attach to the app on every device that it lists. An enterprise profile installs on every \
            device without review. Neither belongs to what is given to the public.
            """,
        fix: Fix("Sign the release with a distribution profile."),
        examples: [
            .bad(
                "a development profile",
                .example(
                    profile: ProvisioningProfile(
                        path: "embedded.mobileprovision", entitlements: ["get-task-allow": true], deviceCount: 3))),
            .bad("for listed devices", .example(profile: ProvisioningProfile(path: "embedded.mobileprovision", deviceCount: 12))),
            .bad("in-house", .example(profile: ProvisioningProfile(path: "embedded.mobileprovision", provisionsAllDevices: true))),
            .good(
                "for the store",
                .example(profile: ProvisioningProfile(path: "embedded.mobileprovision", entitlements: ["get-task-allow": false]))),
            RuleExample("no profile, as from the store", expects: .notApplicable, .example()),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard let profile = artifact.profile else { return .notApplicable(because: "it has no provisioning profile") }
        if profile.entitlements?["get-task-allow"]?.boolean == true {
            let place = Evidence(file: profile.path, plistKey: "Entitlements.get-task-allow", detail: "get-task-allow is true")
            return .findings([finding("The profile is one for development.", at: artifact, [place], confidence: .certain)])
        }
        if profile.provisionsAllDevices {
            let place = Evidence(file: profile.path, plistKey: "ProvisionsAllDevices", detail: "ProvisionsAllDevices is true")
            return .findings([
                finding("The profile is one for in-house distribution.", at: artifact, [place], confidence: .certain, severity: .low)
            ])
        }
        if let count = profile.deviceCount {
            let place = Evidence(file: profile.path, plistKey: "ProvisionedDevices", detail: "\(count) devices are listed")
            return .findings([
                finding("The profile is one for listed devices.", at: artifact, [place], confidence: .certain, severity: .low)
            ])
        }
        return .pass(examined: profile.path)
    }
}
