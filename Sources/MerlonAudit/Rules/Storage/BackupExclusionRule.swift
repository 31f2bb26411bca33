/// Files in folders that go into every backup.
struct BackupExclusionRule: Rule {
    let metadata = RuleMetadata(
        id: "storage-backup-exclusion",
        title: "Files written where backups take them",
        area: .storage,
        controls: ["MASVS-STORAGE-2"],
        tests: ["MASTG-TEST-0215"],
        weaknesses: ["MASWE-0004"],
        cwe: [530, 212],
        severity: .medium,
        rationale: """
            Documents, Library and Application Support are copied into every backup to a computer or to iCloud. A backup without a \
            password holds the files in the clear; isExcludedFromBackup is guidance that the system need not follow, so it does not \
            replace encryption.
            """,
        fix: Fix(
            """
            Keep secrets in the keychain for this device only; write other sensitive files sealed, with complete protection, and excluded \
            from backups.
            """,
            api: "MerlonVault.ProtectedFile"),
        examples: [
            .bad("a file in Documents, not excluded", .example(references: write(to: 9))),
            .bad(
                "excluded, and readable all the same where a backup takes it",
                .example(
                    references: write(to: 9) + [
                        .example(.call, "_$s10Foundation17URLResourceValuesV20isExcludedFromBackupSbSgvs", in: "save()", at: 40)
                    ])),
            .good(
                "excluded and protected",
                .example(
                    references: write(to: 9) + [
                        .example(.data, "_NSURLIsExcludedFromBackupKey", in: "save()", at: 40),
                        .example(.data, "_NSFileProtectionComplete", in: "save()", at: 48),
                    ])),
            .good("a file in Caches", .example(references: write(to: 13))),
            .good("no file is written", .example(imports: ["_SecItemAdd"])),
            RuleExample(
                "written, and nothing is known of where", expects: .manual,
                .example(references: [.example(.selector, "writeToURL:atomically:", in: "save(_:)")])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    let interests = FileWriting.interests.union(CodeInterests(of: Self.exclusion))

    private static let exclusion: [CodeUse] = [
        .symbols(startingWith: "_$s10Foundation17URLResourceValuesV20isExcludedFromBackup"),
        .symbol("_NSURLIsExcludedFromBackupKey"), .symbol("_kCFURLIsExcludedFromBackupKey"),
        .string("com.apple.metadata:com_apple_backup_excludeItem"),
    ]

    private static func write(to folder: UInt64) -> [CodeReference] {
        [
            .example(.selector, "URLsForDirectory:inDomains:", in: "save()", at: 0, arguments: [2: folder, 3: 1]),
            .example(.call, "_$sSy10FoundationE5write2to10atomically8encodingyAA3URLV_SbSSAAE8EncodingVtKF", in: "save()", at: 20),
        ]
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var open: [Evidence] = []
            var guided: [Evidence] = []
            var unknown: [Evidence] = []
            for slice in code.slices {
                for write in slice.references(to: FileWriting.writes.uses) {
                    let folders = FileWriting.folders(beside: write, in: slice)
                    let exclusions = slice.references(beside: write).filter { reference in Self.exclusion.contains { $0.matches(reference) }
                    }
                    if !exclusions.isEmpty {
                        if FileWriting.isProtected(write, in: slice) { continue }
                        guided.append(slice.evidence(write, "writes a file without data protection"))
                        guided += exclusions.map { slice.evidence($0, "marks it as excluded from backups") }
                    } else if folders.contains(.documents) || folders.contains(.backedUp) {
                        open.append(slice.evidence(write, "writes a file to a folder that is backed up"))
                    } else if !folders.contains(.discardable) {
                        unknown.append(slice.evidence(write, "writes a file; the folder is decided elsewhere"))
                    }
                }
            }
            var findings: [Finding] = []
            if !open.isEmpty {
                findings.append(
                    finding("The code writes files that every backup takes, and does not exclude them.", at: artifact, open.capped))
            }
            if !guided.isEmpty {
                let message = "Files are excluded from backups, which the system need not follow, and have no protection of their own."
                findings.append(finding(message, at: artifact, guided.unique.capped, severity: .low))
            }
            if findings.isEmpty, !unknown.isEmpty {
                return .manual(
                    lookAt: "whether these files hold sensitive data and lie in Documents, Library or Application Support",
                    evidence: (unknown + code.places(of: Self.exclusion)).capped)
            }
            return .findings(findings, orPassExamining: "files that are written by \(code.examined)")
        }
    }
}
