import MerlonCore

/// Apps that still run on systems without security updates.
struct MinimumOSRule: Rule {
    let metadata = RuleMetadata(
        id: "code-minimum-os",
        title: "The app runs on systems without security updates",
        area: .code,
        controls: ["MASVS-CODE-1"],
        tests: [],
        weaknesses: ["MASWE-0077"],
        cwe: [1104],
        severity: .low,
        readsHeadersOnly: true,
        rationale: """
            On a system that gets no more fixes, every flaw that was published since can be used against the app's data. A higher minimum also \
            gives the app stronger protection by default, such as TLS 1.2 everywhere and sealed pasteboard access.
            """,
        fix: Fix("Raise the deployment target to a release that still gets security updates."),
        examples: [
            .bad("iOS 12", .example(plist: ["MinimumOSVersion": "12.0"], slice: { $0.minimumOS = "12.0" })),
            .bad("only the binary says it", .example(.binary, plist: nil, slice: { $0.minimumOS = "11.4" })),
            .bad(
                "a project's setting",
                Artifact(
                    kind: .source, path: "Example", name: "Example",
                    buildSettings: [
                        BuildConfiguration(
                            path: "Example.xcodeproj/project.pbxproj", target: nil, configuration: "Release",
                            settings: ["IPHONEOS_DEPLOYMENT_TARGET": "13.0"])
                    ])),
            .good("iOS 16", .example(plist: ["MinimumOSVersion": "16.0"], slice: { $0.minimumOS = "16.0" })),
            .good("macOS 13", .example(.binary, plist: nil, slice: { ($0.platform, $0.minimumOS) = ("macos", "13.0") })),
            RuleExample("a library", expects: .notApplicable, .example(.framework, slice: { $0.minimumOS = "12.0" })),
            RuleExample(
                "no version is known", expects: .notDecidable, .example(.binary, plist: nil, slice: { $0.minimumOS = nil })),
        ])

    /// The oldest major release of each platform that Apple still gave security fixes in the year before this rule was written (2026).
    private static let oldest: [String: Int] = ["ios": 15, "tvos": 15, "watchos": 8, "macos": 12, "maccatalyst": 15, "visionos": 1]
    private static let settings = [
        "IPHONEOS_DEPLOYMENT_TARGET": "ios", "MACOSX_DEPLOYMENT_TARGET": "macos", "TVOS_DEPLOYMENT_TARGET": "tvos",
    ]

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard artifact.kind != .framework, artifact.kind == .source || !artifact.isLibrary else {
            return .notApplicable(because: "the app decides which systems it runs on, not a library")
        }
        var stated: [(version: String, platform: String, place: Evidence)] = []
        for binary in artifact.binaries {
            for slice in binary.slices {
                guard let version = slice.minimumOS, let platform = slice.platform?.split(separator: "-").first else { continue }
                let place = Evidence(
                    file: binary.path, architecture: slice.architecture, detail: "built for \(platform) \(version) and later")
                stated.append((version, String(platform), place))
            }
        }
        if let version = artifact.infoPlist?["MinimumOSVersion"]?.string {
            stated.append((version, "ios", artifact.plistEvidence("MinimumOSVersion", "MinimumOSVersion is \(version)")))
        }
        for configuration in artifact.buildSettings {
            for (name, platform) in Self.settings {
                guard let version = configuration.settings[name] else { continue }
                let place = Evidence(
                    file: configuration.path, symbol: configuration.target, plistKey: name,
                    detail: "\(name) is \(version) (\(configuration.configuration))")
                stated.append((version, platform, place))
            }
        }
        guard !stated.isEmpty else { return .notDecidable(because: "nothing says which systems it runs on") }
        let old = stated.filter { entry in
            guard let major = entry.version.split(separator: ".").first.flatMap({ Int($0) }), let oldest = Self.oldest[entry.platform]
            else {
                return false
            }
            return major < oldest
        }
        guard let lowest = old.first else {
            return .pass(examined: stated.map(\.place.detail).unique.prefix(3).joined(separator: ", "))
        }
        return .findings([
            finding(
                "It runs on \(lowest.platform) \(lowest.version), which gets no more security updates.", at: artifact, old.map(\.place),
                confidence: .certain)
        ])
    }
}
