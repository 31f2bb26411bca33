import MerlonCore

/// The app's Documents folder opened to the Files app, to computers and to other apps.
struct SharedStorageRule: Rule {
    let metadata = RuleMetadata(
        id: "storage-shared-documents",
        title: "The Documents folder is open to others",
        area: .storage,
        controls: ["MASVS-STORAGE-2"],
        tests: ["MASTG-TEST-0303"],
        weaknesses: ["MASWE-0007"],
        cwe: [552, 312],
        severity: .medium,
        rationale: """
            With UIFileSharingEnabled or LSSupportsOpeningDocumentsInPlace all that lies in Documents can be read, changed and deleted \
            from the Files app, from a computer, and by apps that the user opens it with. Databases and archives kept there are shared \
            along with the documents that were meant.
            """,
        fix: Fix(
            "Keep in Documents only what the user is to share; put all else into Application Support, sealed where it is sensitive.",
            api: "MerlonVault.DataPlacement"),
        examples: [
            .bad("file sharing", .example(plist: ["UIFileSharingEnabled": true])),
            .bad("documents in place", .example(plist: ["LSSupportsOpeningDocumentsInPlace": true])),
            .bad(
                "with a place that writes to Documents",
                .example(
                    plist: ["UIFileSharingEnabled": true, "LSSupportsOpeningDocumentsInPlace": true],
                    references: [
                        .example(.selector, "URLsForDirectory:inDomains:", in: "save()", at: 0, arguments: [2: 9]),
                        .example(.selector, "writeToURL:atomically:", in: "save()", at: 12),
                    ])),
            .good("neither", .example()),
            .good("stated and off", .example(plist: ["UIFileSharingEnabled": false, "LSSupportsOpeningDocumentsInPlace": "NO"])),
            RuleExample(
                "a lone binary that writes to Documents", expects: .manual,
                .example(
                    .binary, plist: nil,
                    references: [
                        .example(.selector, "URLsForDirectory:inDomains:", in: "save()", at: 0, arguments: [2: 9]),
                        .example(.selector, "writeToURL:atomically:", in: "save()", at: 12),
                    ])),
            RuleExample("a framework", expects: .notApplicable, .example(.framework)),
            RuleExample("a lone encrypted binary", expects: .notDecidable, .example(.binary, plist: nil, encrypted: true)),
        ])

    let interests = FileWriting.interests

    private static let keys = ["UIFileSharingEnabled", "LSSupportsOpeningDocumentsInPlace"]

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard artifact.kind != .framework, artifact.kind != .profile else {
            return .notApplicable(because: "only an app shares its documents")
        }
        guard let plist = artifact.infoPlist else {
            return artifact.judgeCode(in: context) { code in
                let writes = Self.writesToDocuments(code)
                guard !writes.isEmpty else { return .notDecidable(because: "the app's Info.plist is not at hand") }
                return .manual(lookAt: "whether the app's Info.plist shares Documents, where these places write", evidence: writes.capped)
            }
        }
        let shared = Self.keys.filter { plist[$0]?.boolean == true }
        guard !shared.isEmpty else { return .pass(examined: Self.keys.joined(separator: " and ") + " of Info.plist") }
        let evidence = shared.map { artifact.plistEvidence($0, "\($0) is true") }
        let writes = Self.writesToDocuments(CodeView(artifact.binaries, in: context))
        return .findings([
            finding(
                writes.isEmpty
                    ? "The Documents folder is open to the Files app, computers or other apps."
                    : "The Documents folder is open to others, and the code writes files there.",
                at: artifact, (evidence + writes).capped, confidence: .firm, severity: writes.isEmpty ? .low : .medium)
        ])
    }

    private static func writesToDocuments(_ code: CodeView) -> [Evidence] {
        code.slices.flatMap { slice in
            slice.references(to: FileWriting.writes.uses)
                .filter { FileWriting.folders(beside: $0, in: slice).contains(.documents) && !FileWriting.isProtected($0, in: slice) }
                .map { slice.evidence($0, "writes a file to Documents") }
        }
    }
}
