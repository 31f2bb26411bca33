import MerlonCore

/// Dependencies in lock files, for a look-up of their flaws.
struct LockedDependenciesRule: Rule {
    let metadata = RuleMetadata(
        id: "code-locked-dependencies",
        title: "A pinned dependency has a known flaw",
        area: .code,
        controls: ["MASVS-CODE-3"],
        tests: ["MASTG-TEST-0273"],
        weaknesses: ["MASWE-0076"],
        cwe: [1395],
        severity: .medium,
        rationale: """
            A lock file pins the versions that are built into the app, with the flaws that were found in them since. A few well-known ones are \
            recognised offline; for the rest a person has to ask a vulnerability database.
            """,
        fix: Fix("Update the dependency to the fixed release, and scan lock files with a current database in continuous integration."),
        examples: [
            .bad(
                "a version with a published flaw",
                Artifact(
                    kind: .source, path: "Example", name: "Example",
                    files: [
                        BundleFile(
                            path: "Example/Package.resolved", size: 80,
                            content: Array("{\n\"identity\" : \"swift-nio\",\n\"state\" : {\n\"version\" : \"2.19.0\"\n}}".utf8))
                    ])),
            .good(
                "a lock file that pins nothing",
                Artifact(
                    kind: .source, path: "Example", name: "Example",
                    files: [BundleFile(path: "Example/Podfile.lock", size: 6, content: Array("PODS:\n".utf8))])),
            RuleExample(
                "pods without a known flaw", expects: .manual,
                Artifact(
                    kind: .source, path: "Example", name: "Example",
                    files: [BundleFile(path: "Example/Podfile.lock", size: 30, content: Array("PODS:\n  - Alamofire (5.9.1)\n".utf8))])),
            RuleExample("an app", expects: .notApplicable, .example()),
            RuleExample("no lock file", expects: .notApplicable, Artifact(kind: .source, path: "Example", name: "Example")),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        let files = artifact.files.compactMap { file in LockedDependency.all(in: file).map { (file.path, $0) } }
        guard !files.isEmpty else { return .notApplicable(because: "it has no lock file of SwiftPM, CocoaPods or Carthage") }
        var flawed: [Evidence] = []
        var others: [Evidence] = []
        for (path, dependencies) in files {
            for dependency in dependencies {
                let advisories = KnownAdvisory.matching(dependency).map(\.id).joined(separator: ", ")
                let detail = "\(dependency.name) \(dependency.version)" + (advisories.isEmpty ? "" : ": \(advisories)")
                let place = Evidence(file: path, symbol: dependency.name, line: dependency.line, detail: detail)
                if advisories.isEmpty { others.append(place) } else { flawed.append(place) }
            }
        }
        if !flawed.isEmpty {
            let names = flawed.compactMap(\.symbol).unique.joined(separator: ", ")
            return .findings([finding("Pinned versions have published flaws: \(names).", at: artifact, flawed, confidence: .certain)])
        }
        guard others.isEmpty else {
            return .manual(lookAt: "Look these dependencies up in a vulnerability database, with osv-scanner for one.", evidence: others)
        }
        return .pass(examined: files.map(\.0).joined(separator: ", "))
    }
}
