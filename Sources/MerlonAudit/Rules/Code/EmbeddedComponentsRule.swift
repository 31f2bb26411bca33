import MerlonCore

/// Libraries that the app carries, for a look-up of their flaws.
struct EmbeddedComponentsRule: Rule {
    let metadata = RuleMetadata(
        id: "code-embedded-components",
        title: "Embedded libraries have to be looked up",
        area: .code,
        controls: ["MASVS-CODE-3"],
        tests: ["MASTG-TEST-0275"],
        weaknesses: ["MASWE-0076"],
        cwe: [1395],
        severity: .note,
        scope: .root,
        readsHeadersOnly: true,
        rationale: """
            A library within the app brings its flaws along, and the app has to be released anew for each fix. Which of them have known flaws \
            is told by a vulnerability database, which changes daily and is not part of this tool.
            """,
        fix: Fix("Look each library and version up in a vulnerability database such as osv.dev, and update those with known flaws."),
        examples: [
            RuleExample(
                "a framework with its version", expects: .manual,
                .example(children: [.example(.framework, plist: ["CFBundleIdentifier": "org.lib", "CFBundleShortVersionString": "1.2.3"])])),
            RuleExample(
                "a module that is linked statically", expects: .manual,
                .example(slice: { $0.swiftTypes = ["Example.App", "Alamofire.Session"] })),
            .good("nothing but the app", .example(slice: { $0.swiftTypes = ["Example.App", "Example.Page"] })),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard artifact.kind != .source else { return .notApplicable(because: "a source folder's libraries are in its lock files") }
        guard !artifact.allBinaries.isEmpty else { return .notApplicable(because: "it has no machine code") }
        let frameworks = artifact.children.flatMap(\.flattened).filter { $0.kind == .framework }.map { framework in
            let version = framework.infoPlist?["CFBundleShortVersionString"]?.string ?? framework.infoPlist?["CFBundleVersion"]?.string
            return Evidence(file: framework.path, symbol: framework.name, detail: "\(framework.name) \(version ?? "of unknown version")")
        }
        let modules = artifact.binaries.flatMap { binary in
            Self.modules(binary, of: artifact).map {
                Evidence(file: binary.path, symbol: $0, detail: "the module \($0), linked statically, of unknown version")
            }
        }
        let components = (frameworks + modules).unique
        guard components.isEmpty else {
            return .manual(lookAt: "Look these libraries up in a vulnerability database.", evidence: components)
        }
        return .pass(examined: "embedded frameworks, and Swift modules of \(artifact.binaries.map(\.path).joined(separator: ", "))")
    }

    /// Swift modules other than the binary's own, which bears the executable's name or has most of the types.
    private static func modules(_ binary: BinaryFacts, of artifact: Artifact) -> [String] {
        let types = binary.slices.flatMap(\.swiftTypes).unique.filter { !$0.hasPrefix("__C.") && !$0.hasPrefix("Swift.") }
        let counts = Dictionary(grouping: types.compactMap { $0.split(separator: ".").first.map(String.init) }, by: { $0 }).mapValues(
            \.count)
        guard counts.count > 1 else { return [] }
        let executable =
            binary.path.split(separator: "/").last.map { $0.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined() } ?? ""
        let own = counts[executable] != nil ? executable : counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        return counts.keys.filter { $0 != own }.sorted()
    }
}
