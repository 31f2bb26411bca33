import MerlonCore

/// API keys, tokens and passwords that stand in the code or in the app's files.
struct HardcodedTokenRule: Rule {
    let metadata = RuleMetadata(
        id: "crypto-hardcoded-token",
        title: "An API key, token or password in the app",
        area: .crypto,
        controls: ["MASVS-CRYPTO-2", "MASVS-STORAGE-1"],
        tests: ["MASTG-TEST-0213", "MASTG-TEST-0214"],
        weaknesses: ["MASWE-0005"],
        cwe: [798, 312],
        severity: .high,
        rationale: """
            Whoever downloads the app can take the secret out of it and use the account behind it, from anywhere, until it is revoked, and \
            revoking it breaks every installed copy.
            """,
        fix: Fix(
            "Revoke the secret, keep it on a server that the app signs in to, and give the app short-lived tokens of its own.",
            api: "MerlonVault.Vault"),
        examples: [
            .bad("a payment key in the code", .example(strings: ["sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"])),
            .bad(
                "a token in a file",
                .example(hasCode: false, files: [file("config.json", "{\"github\": \"ghp_" + "w8Kq2ZbT5mXr9LvN3cYd7FhJ1sPg4Ae6Ru0M\"}")])),
            .bad("a labelled value", .example(strings: ["MAS_API_KEY=8767086b9f6f976g-a8df76"])),
            .bad(
                "a key that is made to be shipped, and should be restricted",
                .example(strings: ["AIza" + "SyD-9tNw8Kq2ZbT5mXr9LvN3cYd7FhJ1sP4"])),
            .good("examples and templates", .example(strings: ["AKIAIOSFODNN7EXAMPLE", "secret=%@", "api_key = YOUR_API_KEY_GOES_HERE1"])),
            .good("words of the interface", .example(strings: ["Password: at least 12 characters", "token expired", "Reset password"])),
            .good("numbers and names", .example(strings: ["secret: kSecAttrTokenIDSecureEnclave2048", "AIzawaFont", "SKView"])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    private static func file(_ name: String, _ text: String) -> BundleFile {
        BundleFile(path: "Payload/Example.app/" + name, size: UInt64(text.utf8.count), content: Array(text.utf8))
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        let inFiles = artifact.files.flatMap(Self.secrets)
        guard !artifact.binaries.isEmpty || artifact.files.isEmpty else { return findings(of: inFiles, at: artifact) }
        return artifact.judgeCode(in: context) { code in
            let inCode = code.slices.flatMap { slice in
                context.secrets.secrets(in: slice).map { found in
                    Place(match: found.match, inFile: false, evidence: slice.evidence(Self.text(found.match), address: found.address))
                }
            }.filter { $0.match.reach != .privateKey }
            let outcome = findings(of: inCode + inFiles, at: artifact)
            if case .pass = outcome { return .pass(examined: "strings of \(code.examined) and \(artifact.files.count) files") }
            return outcome
        }
    }

    private struct Place {
        let match: SecretMatch
        let inFile: Bool
        let evidence: Evidence
    }

    private static func text(_ match: SecretMatch) -> String { "\(match.name): \(match.masked)" }

    /// The secrets in a file of text. Signatures and profiles are full of hashes and certificates, and are none.
    private static func secrets(in file: BundleFile) -> [Place] {
        guard let content = file.content, file.name != "CodeResources", !["mobileprovision", "cer", "der"].contains(file.pathExtension)
        else {
            return []
        }
        var line = 1
        var counted = 0
        return SecretDetector.shared.matches(in: content).filter { $0.reach != .privateKey }.map { match in
            line += content[counted..<match.range.lowerBound].count { $0 == 0x0A }
            counted = match.range.lowerBound
            return Place(match: match, inFile: true, evidence: Evidence(file: file.path, line: line, detail: text(match)))
        }
    }

    private func findings(of places: [Place], at artifact: Artifact) -> RuleOutcome {
        let reaches: [(SecretFormat.Reach, Severity, String)] = [
            (.full, .high, "The app carries a secret of its owner's accounts."),
            (.limited, .medium, "The app carries a credential that is of use together with another, or for a time."),
            (.identifier, .low, "The app carries an API key that must be restricted to it at its issuer."),
        ]
        var findings: [Finding] = []
        for (reach, severity, message) in reaches {
            for inFile in [false, true] {
                let found = places.filter { $0.match.reach == reach && $0.inFile == inFile }.map(\.evidence)
                if found.isEmpty { continue }
                // A key that is made to be shipped is no secret and fails no test.
                let tests = reach == .identifier ? [] : [inFile ? "MASTG-TEST-0214" : "MASTG-TEST-0213"]
                findings.append(finding(message, at: artifact, found.unique.capped, severity: severity, tests: tests))
            }
        }
        return .findings(findings, orPassExamining: "\(artifact.files.count) files")
    }
}
