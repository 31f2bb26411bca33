/// Storage in the app's own container that is readable whenever the device has been unlocked once, or that leaves the device.
struct PrivateStorageRule: Rule {
    let metadata = RuleMetadata(
        id: "storage-unencrypted-private",
        title: "Sensitive data in storage that does not encrypt it",
        area: .storage,
        controls: ["MASVS-STORAGE-1"],
        tests: ["MASTG-TEST-0300"],
        weaknesses: ["MASWE-0006"],
        cwe: [311, 312],
        severity: .medium,
        rationale: """
            Preferences, databases, archives and plain files hold what they are given in the clear; the default protection class opens \
            them for good at the first unlock after a start. Key-value stores in iCloud and CloudKit send it to other devices too. Secrets \
            belong in the keychain.
            """,
        fix: Fix(
            "Keep secrets in the keychain, and other sensitive data in files that are sealed and have complete protection.",
            api: "MerlonVault.Vault"),
        examples: [
            .bad(
                "a token in the preferences",
                .example(references: [
                    .example(.string, "accessToken", in: "save()", at: 4),
                    .example(.data, "_OBJC_CLASS_$_NSUserDefaults", in: "save()", at: 8),
                    .example(.selector, "setObject:forKey:", in: "save()", at: 16),
                ])),
            .bad(
                "a short Swift key",
                .example(references: [
                    .example(
                        .call, "_$sSS10FoundationE19_bridgeToObjectiveCSo8NSStringCyF", in: "save()", at: 4,
                        arguments: [0: 0x6472_6f77_7373_6170, 1: 0xE800_0000_0000_0000]),
                    .example(.data, "_OBJC_CLASS_$_NSUserDefaults", in: "save()", at: 8),
                    .example(.selector, "setObject:forKey:", in: "save()", at: 16),
                ])),
            .bad(
                "a secret in a plain file",
                .example(references: [
                    .example(.string, "client secret", in: "save()", at: 4),
                    .example(.selector, "writeToFile:atomically:", in: "save()", at: 8),
                ])),
            RuleExample(
                "preferences for what is not known", expects: .manual,
                .example(references: [
                    .example(.string, "lastTab", in: "save()", at: 4), .example(.selector, "standardUserDefaults", in: "save()", at: 8),
                    .example(.selector, "setInteger:forKey:", in: "save()", at: 16),
                ])),
            .good(
                "a file with complete protection",
                .example(references: [
                    .example(.string, "client secret", in: "save()", at: 4),
                    .example(.selector, "writeToURL:options:error:", in: "save()", at: 8, arguments: [3: 0x2000_0000]),
                ])),
            .good(
                "a dictionary is no preferences",
                .example(references: [
                    .example(.string, "accessToken", in: "f", at: 0), .example(.selector, "setObject:forKey:", in: "f", at: 4),
                ])),
            .good("the keychain", .example(imports: ["_SecItemAdd", "_kSecValueData"])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    let interests = CodeInterests(of: Self.stores, stringsBeside: true).union(FileWriting.interests)

    /// Stores, each by what only it has.
    private static let stores: [CodeAPI] = [
        CodeAPI("UserDefaults", [.objectiveCClass("NSUserDefaults"), .selector("standardUserDefaults")]),
        CodeAPI("SwiftUI AppStorage", [.symbols(startingWith: "_$s7SwiftUI10AppStorageV")]),
        CodeAPI("NSUbiquitousKeyValueStore", [.objectiveCClass("NSUbiquitousKeyValueStore")]),
        CodeAPI("CloudKit", [.objectiveCClass("CKRecord"), .objectiveCClass("CKContainer")]),
        CodeAPI(
            "Core Data",
            [
                .objectiveCClass("NSPersistentContainer"), .objectiveCClass("NSPersistentCloudKitContainer"),
                .objectiveCClass("NSPersistentStoreCoordinator"),
            ]),
        CodeAPI("SwiftData", [.symbols(startingWith: "_$s9SwiftData14ModelContainerC")]),
        CodeAPI("SQLite", ["_sqlite3_open", "_sqlite3_open_v2", "_sqlite3_open16"].map(CodeUse.symbol)),
        CodeAPI("Realm", [.objectiveCClass("RLMRealm"), .symbols(startingWith: "_$s10RealmSwift0A0V")]),
        CodeAPI("NSKeyedArchiver", [.objectiveCClass("NSKeyedArchiver")]),
    ]

    /// What encrypts a database where it stands.
    private static let encryption: [CodeUse] = [.symbol("_sqlite3_key"), .symbol("_sqlite3_key_v2"), .selector("setEncryptionKey:")]

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var sensitive: [Evidence] = []
            var plain: [Evidence] = []
            for slice in code.slices {
                var uses: [(name: String, reference: CodeReference)] = []
                for store in Self.stores where slice.uses(store.uses) {
                    let found = slice.references(to: store.uses)
                    if found.isEmpty { plain.append(slice.evidence("uses \(store.name)", symbol: store.name)) }
                    uses += found.map { (store.name, $0) }
                }
                uses += slice.references(to: FileWriting.writes.uses).map { ("file writing", $0) }
                for (name, reference) in uses {
                    if FileWriting.isProtected(reference, in: slice) || slice.uses(Self.encryption, beside: reference) { continue }
                    if let word = slice.texts(beside: reference).lazy.compactMap(SensitiveWords.first).first {
                        sensitive.append(slice.evidence(reference, "uses \(name) beside a text with \"\(word)\""))
                    } else {
                        plain.append(slice.evidence(reference, "uses \(name)"))
                    }
                }
            }
            if !sensitive.isEmpty {
                return .findings([finding("What reads as secret is stored unencrypted.", at: artifact, sensitive.unique.capped)])
            }
            if !plain.isEmpty {
                return .manual(lookAt: "whether what is stored here is sensitive", evidence: plain.unique.capped)
            }
            return .pass(examined: "storage APIs in \(code.examined)")
        }
    }
}
