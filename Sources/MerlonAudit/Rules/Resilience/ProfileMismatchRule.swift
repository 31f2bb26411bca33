import MerlonCore

/// A profile that does not belong to the signature.
struct ProfileMismatchRule: Rule {
    let metadata = RuleMetadata(
        id: "resilience-profile-mismatch",
        title: "The provisioning profile and the signature do not fit",
        area: .resilience,
        controls: ["MASVS-RESILIENCE-2"],
        tests: [],
        weaknesses: ["MASWE-0104"],
        cwe: [347],
        severity: .high,
        readsHeadersOnly: true,
        rationale: """
            Team and identifier stand in the profile, in the signature and in its entitlements. Where they differ, the app was signed anew by \
            somebody else, or put together from parts: it will not start, or it is not what it says.
            """,
        fix: Fix("Build and sign the app anew from one project with one profile."),
        examples: [
            .bad(
                "another team",
                .example(
                    entitlements: ["application-identifier": "OTHERTEAM1.org.example.app"],
                    profile: ProvisioningProfile(path: "embedded.mobileprovision", teams: ["TEAM123456"]),
                    slice: { $0.signature?.team = "OTHERTEAM1" })),
            .bad(
                "an identifier that the profile does not cover",
                .example(
                    entitlements: ["application-identifier": "TEAM123456.org.other"],
                    profile: ProvisioningProfile(
                        path: "embedded.mobileprovision", teams: ["TEAM123456"],
                        entitlements: ["application-identifier": "TEAM123456.org.example.app"]))),
            .good(
                "the same team and identifier",
                .example(
                    entitlements: ["application-identifier": "TEAM123456.org.example.app"],
                    profile: ProvisioningProfile(
                        path: "embedded.mobileprovision", teams: ["TEAM123456"],
                        entitlements: ["application-identifier": "TEAM123456.*"]), slice: { $0.signature?.team = "TEAM123456" })),
            RuleExample("no profile", expects: .notApplicable, .example()),
            RuleExample(
                "a profile and no signature", expects: .notDecidable,
                .example(profile: ProvisioningProfile(path: "embedded.mobileprovision", teams: ["TEAM123456"]))),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard let profile = artifact.profile else { return .notApplicable(because: "it has no provisioning profile") }
        guard artifact.kind != .profile else { return .notApplicable(because: "it is a profile by itself") }
        let signed = artifact.binaries.prefix(1).flatMap { binary in
            binary.slices.compactMap { slice in slice.signature.map { (binary.path, slice.architecture, $0) } }
        }
        guard !signed.isEmpty else { return .notDecidable(because: "the main binary has no signature") }
        var places: [Evidence] = []
        for (path, architecture, signature) in signed {
            if let team = signature.team, !profile.teams.isEmpty, !profile.teams.contains(team) {
                places.append(
                    Evidence(
                        file: path, architecture: architecture,
                        detail: "signed by team \(team), the profile is for \(profile.teams.joined(separator: ", "))"))
            }
            let key = "application-identifier"
            if let own = signature.entitlements?[key]?.string, let allowed = profile.entitlements?[key]?.string, !Self.covers(allowed, own)
            {
                places.append(
                    Evidence(
                        file: path, architecture: architecture, plistKey: key, detail: "is \(own), the profile is for \(allowed)"))
            }
        }
        guard places.isEmpty else {
            return .findings([finding("The signature does not fit the provisioning profile.", at: artifact, places, confidence: .certain)])
        }
        return .pass(examined: "team and identifier of \(profile.path) and of the signature")
    }

    private static func covers(_ pattern: String, _ identifier: String) -> Bool {
        pattern.hasSuffix("*") ? identifier.hasPrefix(pattern.dropLast()) : pattern == identifier
    }
}
