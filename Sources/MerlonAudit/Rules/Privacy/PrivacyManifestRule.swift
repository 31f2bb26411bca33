import MerlonCore

/// Apps without a privacy manifest.
struct PrivacyManifestRule: Rule {
    let metadata = RuleMetadata(
        id: "privacy-manifest-missing",
        title: "The privacy manifest is missing",
        area: .privacy,
        controls: ["MASVS-PRIVACY-3"],
        tests: [],
        weaknesses: ["MASWE-0112"],
        cwe: [359],
        severity: .low,
        rationale: """
            PrivacyInfo.xcprivacy says what an app or library collects, whom it lets track, and why it uses interfaces that can identify a \
            device. Without it neither the store nor the user can see that, and the store refuses apps that use such interfaces.
            """,
        fix: Fix("Add PrivacyInfo.xcprivacy to the app and to each framework of your own."),
        examples: [
            .bad("an app that uses such an interface", .example(classes: ["NSUserDefaults"])),
            .good("with a manifest", .example(classes: ["NSUserDefaults"], privacyManifest: ["NSPrivacyTracking": false])),
            .good("an app that uses none", .example(classes: ["UILabel"])),
            RuleExample(
                "a program for macOS", expects: .notApplicable, .example(classes: ["NSUserDefaults"], slice: { $0.platform = "macos" })),
            RuleExample("a loose binary", expects: .notApplicable, .example(.binary, plist: nil, classes: ["NSUserDefaults"])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard [.app, .framework].contains(artifact.kind) else {
            return .notApplicable(because: "manifests belong to apps and frameworks")
        }
        guard artifact.privacyManifest == nil else { return .pass(examined: "PrivacyInfo.xcprivacy") }
        guard artifact.needsPrivacyManifest else { return .notApplicable(because: "its platform asks for no privacy manifest") }
        return artifact.judgeCode(in: context) { code in
            let uses = RequiredReason.all.flatMap(\.uses)
            let places = code.places(of: uses)
            guard !places.isEmpty else { return .pass(examined: "interfaces that need a reason, in \(code.examined)") }
            return .findings([
                finding(
                    "There is no privacy manifest, and the code uses interfaces that need one.", at: artifact, Array(places.prefix(20)),
                    severity: artifact.kind == .app ? .medium : .low)
            ])
        }
    }
}

extension Artifact {
    /// Whether a slice is for a system whose store asks for a privacy manifest.
    var needsPrivacyManifest: Bool {
        binaries.isEmpty || binaries.contains { $0.slices.contains { RequiredReason.platforms.contains($0.platform ?? "ios") } }
    }
}
