import MerlonCore

/// A keyboard extension that asks for full access.
struct KeyboardFullAccessRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-keyboard-full-access",
        title: "The keyboard extension asks for full access",
        area: .platform,
        controls: ["MASVS-PLATFORM-1"],
        tests: ["MASTG-TEST-0390"],
        weaknesses: ["MASWE-0061"],
        cwe: [250],
        severity: .medium,
        rationale: """
            With RequestsOpenAccess a keyboard may use the network, the pasteboard and shared containers, so that all that is typed in any app \
            can leave the device. A keyboard that works without it cannot leak.
            """,
        fix: Fix("Set RequestsOpenAccess to false, or justify it to the user and keep what is typed on the device."),
        examples: [
            .bad(
                "full access",
                .example(
                    .appExtension,
                    plist: [
                        "NSExtension": [
                            "NSExtensionPointIdentifier": "com.apple.keyboard-service",
                            "NSExtensionAttributes": ["RequestsOpenAccess": true],
                        ]
                    ])),
            .good(
                "no full access",
                .example(
                    .appExtension,
                    plist: [
                        "NSExtension": [
                            "NSExtensionPointIdentifier": "com.apple.keyboard-service",
                            "NSExtensionAttributes": ["RequestsOpenAccess": false],
                        ]
                    ])),
            .good(
                "absent means false",
                .example(.appExtension, plist: ["NSExtension": ["NSExtensionPointIdentifier": "com.apple.keyboard-service"]])),
            RuleExample("an app", expects: .notApplicable, .example()),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeInfoPlist { plist in
            guard plist["NSExtension"]?["NSExtensionPointIdentifier"]?.string == "com.apple.keyboard-service" else {
                return .notApplicable(because: "it is no keyboard extension")
            }
            guard plist["NSExtension"]?["NSExtensionAttributes"]?["RequestsOpenAccess"]?.boolean == true else {
                return .pass(examined: "RequestsOpenAccess of \(artifact.infoPlistPath ?? "Info.plist")")
            }
            return .findings([
                finding(
                    "The keyboard extension asks for full access.", at: artifact,
                    [artifact.plistEvidence("NSExtension.NSExtensionAttributes.RequestsOpenAccess", "RequestsOpenAccess is true")],
                    confidence: .certain)
            ])
        }
    }
}
