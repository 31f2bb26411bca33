/// Keychain items that backups and device transfers take to other devices.
struct KeychainMigratingItemsRule: Rule {
    let metadata = RuleMetadata(
        id: "storage-keychain-migrating",
        title: "Keychain items that leave the device",
        area: .storage,
        controls: ["MASVS-STORAGE-1", "MASVS-STORAGE-2"],
        tests: [],
        weaknesses: ["MASWE-0004"],
        cwe: [522],
        severity: .low,
        rationale: """
            An item whose accessibility does not say ThisDeviceOnly goes into encrypted backups and onto the next device; a synchronisable \
            one goes to all devices of the account. Keys and tokens that stand for this device should not.
            """,
        fix: Fix(
            "Use the ThisDeviceOnly form of the accessibility constant, and state one for every item that is added.",
            api: "MerlonVault.AccessPolicy"),
        examples: [
            .bad("when unlocked, on any device", .example(references: [.example(.data, "_kSecAttrAccessibleWhenUnlocked", in: "save()")])),
            .bad("no accessibility stated", .example(references: [.example(.call, "_SecItemAdd", in: "save()")])),
            .bad("synchronised", .example(imports: ["_SecItemAdd", "_kSecAttrSynchronizable", "_kSecAttrAccessibleAfterFirstUnlock"])),
            .good("this device only", .example(imports: ["_SecItemAdd", "_kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly"])),
            .good("items are only read", .example(imports: ["_SecItemCopyMatching"])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    let interests = CodeInterests(of: Self.migrating + Self.adding)

    private static let migrating: [CodeUse] = [
        .symbol("_kSecAttrAccessibleWhenUnlocked"), .symbol("_kSecAttrAccessibleAfterFirstUnlock"),
    ]
    private static let adding: [CodeUse] = [.symbol("_SecItemAdd")]
    private static let stated: [CodeUse] = [
        "_kSecAttrAccessibleWhenUnlockedThisDeviceOnly", "_kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly",
        "_kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly", "_kSecAttrAccessibleAlwaysThisDeviceOnly",
        // Not bound to the device, but stated: storage-keychain-always reports it.
        "_kSecAttrAccessibleAlways",
    ].map(CodeUse.symbol)

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var places = code.places(of: Self.migrating)
            for slice in code.slices where slice.uses(Self.adding) && !slice.uses(Self.stated + Self.migrating) {
                places += slice.places(of: Self.adding) { _ in "adds an item without stating its accessibility, which is then WhenUnlocked"
                }
            }
            return .findings(
                places.isEmpty
                    ? []
                    : [finding("Keychain items go into backups and onto other devices.", at: artifact, places.capped, confidence: .firm)],
                orPassExamining: "keychain accessibility constants in \(code.examined)")
        }
    }
}
