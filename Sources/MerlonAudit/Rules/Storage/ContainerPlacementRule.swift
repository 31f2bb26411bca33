import MerlonPrivacy
import MerlonVault

/// Files that an app has written, against the policy that says where its data belongs.
struct ContainerPlacementRule: Rule {
    private static let backups = "MASTG-TEST-0298"
    private static let classes = "MASTG-TEST-0299"
    private static let plainText = "MASTG-TEST-0302"

    let metadata = RuleMetadata(
        id: "storage-container-placement",
        title: "Data of the app is not where its policy puts it",
        area: .storage,
        controls: ["MASVS-STORAGE-1", "MASVS-STORAGE-2"],
        tests: [Self.backups, Self.classes, Self.plainText],
        weaknesses: ["MASWE-0004", "MASWE-0006"],
        cwe: [311, 312, 530],
        severity: .medium,
        scope: .container,
        readsHeadersOnly: true,
        rationale: """
            What an app wrote while it was used shows what its code only suggests: secrets among the preferences, personal data in readable \
            files, files that a backup took along or that open with the first unlock for good.
            """,
        fix: Fix(
            "Keep secrets in the keychain; write other data sealed, with its protection class, and excluded from backups where the policy says so.",
            api: "MerlonVault.ProtectedFile"),
        examples: [
            .bad("a token among the preferences", example([file("Library/Preferences/org.example.app.plist", list: "authToken")])),
            .bad("health data in a readable file", example([file("Documents/pulse.csv")], ["Documents/*": .health])),
            .bad(
                "a weak protection class, in a backup",
                example(
                    [file("Documents/a.sealed", protection: .completeUntilFirstUserAuthentication, isExcluded: false)],
                    ["Documents/*": .health])),
            .bad("a file that nobody declared", example([file("Documents/a"), file("Documents/b/c")], ["Documents/*": .publicCache])),
            .bad("a picture of the screen", example([file("Library/SplashBoard/Snapshots/sceneID/downscaled/1.ktx")], [:])),
            .bad("a policy that cannot be read", example([file("Documents/a")], DeclaredPlacement(path: "p", parsing: []))),
            .good("a public cache", example([file("Library/Caches/page.html")], ["Library/Caches/*": .publicCache])),
            .bad("a token in a backup", example([file("Documents/a", isInBackup: true)], ["Documents/*": .token])),
            RuleExample("a file that cannot be read", expects: .notDecidable, unread("Documents/a")),
            RuleExample(
                "nobody says what the files hold", expects: .manual,
                example([file("Documents/a"), file("Library/Preferences/x.plist", list: "theme")])),
            RuleExample("an app", expects: .notApplicable, .example()),
        ])

    private static func file(
        _ path: String, list name: String? = nil, protection: FileProtection? = nil, isExcluded: Bool? = nil,
        isInBackup: Bool? = nil
    ) -> ContainerFile {
        let text = name.map { "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>\($0)</key><string>x</string></dict></plist>" }
        return ContainerFile(
            path: path, protection: protection, isExcludedFromBackup: isExcluded, isInBackup: isInBackup, start: Array("plain".utf8),
            propertyList: text.map { Array($0.utf8) })
    }

    private static func example(_ files: [ContainerFile], _ declared: [String: DataKind]) -> Artifact {
        example(files, DeclaredPlacement(path: DeclaredPlacement.fileName, policy: PlacementPolicy(files: declared)))
    }

    private static func example(_ files: [ContainerFile], _ placement: DeclaredPlacement? = nil) -> Artifact {
        Artifact(kind: .container, path: "AppData", name: "Example", containerFiles: files, placement: placement)
    }

    private static func unread(_ path: String) -> Artifact {
        var artifact = example([], [path: .publicCache])
        artifact.unreadFiles = [path]
        return artifact
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard artifact.kind == .container else { return .notApplicable(because: "it is no data that an app has written") }
        if let declared = artifact.placement, let problem = declared.problem {
            let evidence = Evidence(file: declared.path, detail: problem)
            return .findings([finding("The placement policy cannot be read.", at: artifact, [evidence], confidence: .certain, tests: [])])
        }
        let policy = artifact.placement?.policy ?? .standard
        let issues = Dictionary(grouping: policy.issues(of: artifact.containerFiles, leftovers: .caches), by: \.kind)
        let findings = ContainerIssue.Kind.allCases.compactMap { kind in
            issues[kind].map { found in
                let evidence = found.map { Evidence(file: Self.place(of: $0.path, in: artifact), detail: $0.detail) }
                let judgement = Self.judgement(of: kind)
                return finding(
                    judgement.message, at: artifact, evidence.capped, confidence: judgement.confidence, severity: judgement.severity,
                    tests: judgement.tests)
            }
        }
        guard findings.isEmpty else { return .findings(findings) }
        if let first = artifact.unreadFiles.first {
            let place = Self.place(of: first, in: artifact)
            return .notDecidable(because: "\(artifact.unreadFiles.count) files could not be read, the first of them \(place)")
        }
        if policy.files.isEmpty {
            return .manual(
                lookAt:
                    "what the \(artifact.containerFiles.count) files hold: no policy says so (--placement, or a \(DeclaredPlacement.fileName))",
                evidence: artifact.containerFiles.map {
                    Evidence(file: Self.place(of: $0.path, in: artifact), detail: "written by the app")
                }.capped)
        }
        return .pass(examined: "\(artifact.containerFiles.count) files against the policy")
    }

    private static func place(of path: String, in artifact: Artifact) -> String {
        artifact.path.isEmpty ? path : artifact.path + "/" + path
    }

    /// What an issue means. By its name alone a preference is a guess; an undeclared file is a gap in the policy, and fails no test.
    private static func judgement(
        of kind: ContainerIssue.Kind
    ) -> (message: String, severity: Severity, confidence: Confidence, tests: [String]) {
        switch kind {
        case .secretInPreferences: ("Preferences hold what looks like secrets.", .high, .firm, [plainText])
        case .misplaced: ("Data is in a place that does not protect it.", .high, .firm, [plainText])
        case .weakProtection: ("Files have a weaker protection class than their data wants.", .medium, .certain, [classes])
        case .inBackups: ("Backups carry files that the policy keeps out of them.", .medium, .certain, [backups])
        case .notSealed: ("Files are readable, and their data is to be sealed.", .medium, .firm, [plainText])
        case .openToOthers: ("Other users of the system can open the files.", .medium, .certain, [])
        case .unprotectedCompanion: ("A database's companions are protected less than the database.", .medium, .certain, [classes])
        case .leftover: ("The system or a framework left copies of what the app showed or fetched.", .low, .tentative, [plainText])
        case .undeclared: ("The policy does not say what these files hold.", .note, .certain, [])
        }
    }
}
