import MerlonVault

/// Secrets in plain text in what an app has written: in any file, database or log, by their form.
struct ContainerSecretsRule: Rule {
    let metadata = RuleMetadata(
        id: "storage-container-secrets",
        title: "A key, token or password in plain text in the app's data",
        area: .storage,
        controls: ["MASVS-STORAGE-1"],
        tests: ["MASTG-TEST-0302"],
        weaknesses: ["MASWE-0006"],
        cwe: [312, 522],
        severity: .high,
        scope: .container,
        readsHeadersOnly: true,
        rationale: """
            A token in a database, a log or a cache can be read by whoever has a backup of the device, or the device and its passcode once, and it \
            opens the account from anywhere until it expires. Frameworks put it there as well as the app's own code: a response in the network \
            cache, a line of a log.
            """,
        fix: Fix(
            "Keep secrets in the keychain; turn off caching of responses that hold them, and do not log them.", api: "MerlonVault.Vault"),
        examples: [
            .bad("a session's token in a database", example([secret("Documents/app.sqlite", .full)])),
            .bad("a private key", example([secret("Documents/key.pem", .privateKey)])),
            .bad("a credential that lives for an hour", example([secret("Library/Caches/app/Cache.db-wal", .limited)])),
            .good("files without any", example([])),
            RuleExample("a file that cannot be read", expects: .notDecidable, example([], unread: ["Documents/app.sqlite"])),
            RuleExample("an app that has written nothing", expects: .notApplicable, example([], files: 0)),
            RuleExample("an app", expects: .notApplicable, .example()),
        ])

    private static func secret(_ path: String, _ reach: ContainerSecret.Reach) -> ContainerSecret {
        ContainerSecret(path: path, place: "at byte 4096", name: "JSON web token", masked: "eyJh… (180 characters)", reach: reach)
    }

    private static func example(_ secrets: [ContainerSecret], files: Int = 3, unread: [String] = []) -> Artifact {
        Artifact(
            kind: .container, path: "AppData", name: "Example",
            containerFiles: (0..<files).map { .init(path: "Documents/\($0)") }, containerSecrets: secrets, unreadFiles: unread)
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard artifact.kind == .container else { return .notApplicable(because: "it is no data that an app has written") }
        let findings = ContainerSecret.Reach.allCases.compactMap { reach -> Finding? in
            let found = artifact.containerSecrets.filter { $0.reach == reach }
            guard !found.isEmpty else { return nil }
            let evidence = found.map { secret in
                Evidence(
                    file: artifact.path.isEmpty ? secret.path : "\(artifact.path)/\(secret.path)",
                    detail: "\(secret.name): \(secret.masked), \(secret.place)")
            }
            let (message, severity) = Self.judgement(of: reach)
            // A key that is made to be shipped is no secret and fails no test.
            return finding(
                message, at: artifact, evidence.capped, severity: severity, tests: reach == .identifier ? [] : metadata.tests)
        }
        guard findings.isEmpty else { return .findings(findings) }
        if let first = artifact.unreadFiles.first {
            return .notDecidable(because: "\(artifact.unreadFiles.count) files could not be read, the first of them \(first)")
        }
        guard !artifact.containerFiles.isEmpty else { return .notApplicable(because: "the app has written nothing") }
        return .pass(examined: "\(artifact.containerFiles.count) files for what has the form of a secret")
    }

    private static func judgement(of reach: ContainerSecret.Reach) -> (message: String, severity: Severity) {
        switch reach {
        case .privateKey: ("The app's data holds a private key.", .high)
        case .full: ("The app's data holds a secret in plain text.", .high)
        case .limited: ("The app's data holds a credential that is of use for a time, or together with another.", .medium)
        case .identifier: ("The app's data holds an API key that is made to be shipped.", .note)
        }
    }
}
