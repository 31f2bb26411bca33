/// Names in the binary that tell where the app's defences are.
struct ObfuscationRule: Rule {
    let metadata = RuleMetadata(
        id: "resilience-obfuscation",
        title: "Readable names of security-relevant code",
        area: .resilience,
        controls: ["MASVS-RESILIENCE-3"],
        tests: ["MASTG-TEST-0391"],
        weaknesses: ["MASWE-0089"],
        cwe: [656],
        severity: .note,
        rationale: """
            Names such as JailbreakDetector or verifyLicense say where to set a breakpoint. Objective-C and Swift keep the names of their \
            classes and types for the runtime, so that stripping does not take them away.
            """,
        fix: Fix("Give such types neutral names, write such checks as plain functions that are inlined, or use an obfuscator."),
        examples: [
            .bad(
                "a class",
                .example(slice: { $0.classes = [ObjectiveCClassFacts(name: "JailbreakDetector", classMethods: ["isJailbroken"])] })),
            .bad("a Swift type", .example(slice: { $0.swiftTypes = ["Bank.LicenseVerifier"] })),
            RuleExample("neutral names", expects: .manual, .example(slice: { $0.swiftTypes = ["Bank.AccountView"] })),
            .good("no name at all", .example(slice: { $0.isStripped = true })),
            RuleExample("no machine code", expects: .notApplicable, .example(hasCode: false)),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    private static let defence = Defence(
        subject: "obfuscation",
        nameParts: [
            "jailbreak", "jailbroken", "antidebug", "debuggerdetect", "isdebugger", "beingdebugged", "antitamper", "tamperdetect",
            "istampered", "detecttamper", "integritycheck",
            "licensecheck",
            "licenseverif", "verifylicense", "checklicense", "hookdetect", "fridadetect", "detectfrida", "piracy", "decryptkey",
            "decryptsecret",
            "certificatepinn", "sslpinn", "rootdetect", "emulatordetect",
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            let named = Self.defence.places(in: code)
            if !named.isEmpty {
                let message = "Names tell where security-relevant code is."
                return .findings([finding(message, at: artifact, named.capped, confidence: .tentative)])
            }
            let names = code.slices.reduce(0) { $0 + $1.facts.swiftTypes.count + $1.facts.classes.count + $1.facts.definedFunctions.count }
            guard names > 0 else { return .pass(examined: "no name of the app's own is left in \(code.examined)") }
            return .manual(lookAt: "whether the \(names) names that are left tell where security-relevant code is", evidence: [])
        }
    }
}
