import MerlonCore

/// Whether the app asks for a device with a passcode.
struct ScreenLockRule: Rule {
    let metadata = RuleMetadata(
        id: "resilience-screen-lock",
        title: "No check for a secure screen lock",
        area: .resilience,
        controls: ["MASVS-RESILIENCE-1", "MASVS-STORAGE-1"],
        tests: ["MASTG-TEST-0248"],
        weaknesses: ["MASWE-0008"],
        cwe: [693],
        severity: .low,
        scope: .root,
        rationale: """
            Without a passcode the device's data protection protects nothing: files and keychain items open to whoever holds it. An app \
            with sensitive data should ask whether there is one, or store its items so that they need one.
            """,
        fix: Fix(
            "Store secrets as WhenPasscodeSetThisDeviceOnly, or ask canEvaluatePolicy(.deviceOwnerAuthentication).",
            api: "MerlonVault.AccessPolicy"),
        examples: [
            .bad("an app without", .example(imports: ["_SecItemAdd"])),
            .bad(
                "a question about biometrics is not about a passcode",
                .example(references: [.example(.selector, "canEvaluatePolicy:error:", in: "f", arguments: [2: 1])])),
            .good("the question", .example(references: [.example(.selector, "canEvaluatePolicy:error:", in: "f", arguments: [2: 2])])),
            .good("items that need a passcode", .example(imports: ["_kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly"])),
            RuleExample("a policy decided at run time", expects: .manual, .example(selectors: ["canEvaluatePolicy:error:"])),
            RuleExample("a lone binary", expects: .notDecidable, .example(.binary, plist: nil)),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    let interests = CodeInterests(of: [LocalAuthenticationAPIs.canEvaluatePolicy] + Self.passcodeItems)

    private static let passcodeItems: [CodeUse] = [.symbol("_kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly")]
    private static let defence = Defence(subject: "check for a secure screen lock")

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context, withChildren: true) { code in
            var checks = code.places(of: Self.passcodeItems)
            var undecided: [Evidence] = []
            for slice in code.slices {
                let questions = slice.references(to: [LocalAuthenticationAPIs.canEvaluatePolicy])
                for question in questions {
                    switch question.constantArguments[2] {
                    case LocalAuthenticationAPIs.deviceOwner: checks.append(slice.evidence(question, "asks for deviceOwnerAuthentication"))
                    case nil: undecided.append(slice.evidence(question, "asks for a policy that is not a constant"))
                    default: break
                    }
                }
                if questions.isEmpty { undecided += slice.places(of: [LocalAuthenticationAPIs.canEvaluatePolicy]) { "uses \($0.name)" } }
            }
            if !checks.isEmpty { return .pass(examined: "\(checks.count) checks for a passcode, such as \(checks.summary)") }
            if !undecided.isEmpty { return .manual(lookAt: "whether these questions are about the passcode", evidence: undecided.capped) }
            guard !code.slices.contains(where: \.facts.isEncrypted) else { return .pass(examined: code.examined) }
            return Self.defence.absence(in: artifact, code) { finding($0, at: artifact, $1) }
        }
    }
}
