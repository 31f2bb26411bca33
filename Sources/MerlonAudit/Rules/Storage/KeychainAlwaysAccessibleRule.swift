/// Keychain items that can be read while the device is locked, for ever.
struct KeychainAlwaysAccessibleRule: Rule {
    let metadata = RuleMetadata(
        id: "storage-keychain-always",
        title: "Keychain items readable without unlocking the device",
        area: .storage,
        controls: ["MASVS-STORAGE-1"],
        tests: [],
        weaknesses: ["MASWE-0006"],
        cwe: [522, 311],
        severity: .high,
        rationale: """
            kSecAttrAccessibleAlways has the item encrypted with a key that the device knows from its start, without the passcode. Apple \
            deprecated it in iOS 12; whoever takes a device apart reads such items.
            """,
        fix: Fix(
            "Store the item with kSecAttrAccessibleWhenUnlockedThisDeviceOnly, or WhenPasscodeSetThisDeviceOnly; update items that exist.",
            api: "MerlonVault.AccessPolicy"),
        examples: [
            .bad("always accessible", .example(references: [.example(.data, "_kSecAttrAccessibleAlways", in: "-[Store save:]")])),
            .bad("this device only does not help", .example(imports: ["_kSecAttrAccessibleAlwaysThisDeviceOnly"])),
            .bad("the import of an encrypted app shows it", .example(imports: ["_kSecAttrAccessibleAlways"], encrypted: true)),
            .good("when unlocked", .example(imports: ["_kSecAttrAccessibleWhenUnlockedThisDeviceOnly"])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    let interests = CodeInterests(of: Self.always)

    private static let always: [CodeUse] = [.symbol("_kSecAttrAccessibleAlways"), .symbol("_kSecAttrAccessibleAlwaysThisDeviceOnly")]

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            let places = code.places(of: Self.always)
            return .findings(
                places.isEmpty
                    ? [] : [finding("Keychain items are stored so that a locked device gives them out.", at: artifact, places.capped)],
                orPassExamining: "keychain accessibility constants in \(code.examined)")
        }
    }
}
