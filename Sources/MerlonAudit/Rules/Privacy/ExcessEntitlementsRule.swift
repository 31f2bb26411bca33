import MerlonCore

/// Entitlements for capabilities of which no framework is linked.
struct ExcessEntitlementsRule: Rule {
    let metadata = RuleMetadata(
        id: "privacy-excess-entitlements",
        title: "An entitlement is for a capability that the app does not use",
        area: .privacy,
        controls: ["MASVS-PRIVACY-1"],
        tests: ["MASTG-TEST-0362"],
        weaknesses: ["MASWE-0117"],
        cwe: [250],
        severity: .medium,
        scope: .root,
        readsHeadersOnly: true,
        rationale: """
            An entitlement opens a door of the system to the process. One that no feature needs serves only whoever gets code to run in the \
            app, or a later version that nobody expects it of.
            """,
        fix: Fix("Remove the capability from the app's identifier and from its entitlements."),
        examples: [
            .bad(
                "HealthKit without its framework",
                .example(entitlements: ["com.apple.developer.healthkit": true, "application-identifier": "T.org.example"])),
            .bad(
                "an entitlement of Apple's own",
                .example(entitlements: ["com.apple.private.security.no-sandbox": true])),
            .good("none but the usual", .example(entitlements: ["application-identifier": "T.org.example"])),
            .good("a capability that is off", .example(entitlements: ["com.apple.developer.healthkit": false])),
            RuleExample(
                "HealthKit with its framework", expects: .manual,
                .example(
                    entitlements: ["com.apple.developer.healthkit": true],
                    slice: { $0.dylibs = [LinkedLibrary(name: "/System/Library/Frameworks/HealthKit.framework/HealthKit")] })),
            RuleExample("no entitlements", expects: .notApplicable, .example()),
        ])

    /// The framework that a capability is used through. Source: Apple's documentation of each entitlement.
    private static let frameworks: [(entitlement: String, anyOf: [String])] = [
        ("com.apple.developer.healthkit", ["HealthKit", "HealthKitUI"]), ("com.apple.developer.homekit", ["HomeKit"]),
        ("com.apple.developer.nfc.readersession.formats", ["CoreNFC"]), ("com.apple.developer.siri", ["Intents", "AppIntents"]),
        ("com.apple.developer.in-app-payments", ["PassKit"]), ("com.apple.developer.pass-type-identifiers", ["PassKit"]),
        ("com.apple.developer.networking.vpn.api", ["NetworkExtension"]),
        ("com.apple.developer.networking.networkextension", ["NetworkExtension"]),
        ("com.apple.developer.networking.HotspotConfiguration", ["NetworkExtension"]),
        ("com.apple.developer.networking.HotspotHelper", ["NetworkExtension"]),
        ("com.apple.developer.networking.wifi-info", ["NetworkExtension", "SystemConfiguration"]),
        ("com.apple.external-accessory.wireless-configuration", ["ExternalAccessory"]),
        ("com.apple.developer.ClassKit-environment", ["ClassKit"]),
        ("com.apple.developer.applesignin", ["AuthenticationServices"]), ("com.apple.developer.weatherkit", ["WeatherKit"]),
        ("com.apple.developer.family-controls", ["FamilyControls"]), ("com.apple.developer.carplay-audio", ["CarPlay", "MediaPlayer"]),
        ("com.apple.developer.game-center", ["GameKit"]), ("com.apple.developer.icloud-services", ["CloudKit", "Foundation"]),
        ("com.apple.developer.authentication-services.autofill-credential-provider", ["AuthenticationServices"]),
        ("com.apple.developer.sensitivecontentanalysis.client", ["SensitiveContentAnalysis"]),
        ("com.apple.developer.push-to-talk", ["PushToTalk"]), ("com.apple.developer.shared-with-you", ["SharedWithYou"]),
        ("com.apple.developer.group-session", ["GroupActivities"]), ("com.apple.developer.fileprovider.testing-mode", ["FileProvider"]),
        ("com.apple.developer.sensorkit.reader.allow", ["SensorKit"]),
        ("com.apple.developer.matter.allow-setup-payload", ["MatterSupport", "Matter", "HomeKit"]),
        ("com.apple.developer.proximity-reader.payment.acceptance", ["ProximityReader"]),
    ]
    /// What every app has, or what says nothing about a capability.
    private static let usual: Set<String> = [
        "application-identifier", "com.apple.application-identifier", "com.apple.developer.team-identifier", "get-task-allow",
        "keychain-access-groups", "beta-reports-active", "com.apple.security.app-sandbox",
    ]

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        let sources = artifact.entitlementSources.map { (file: $0.file, values: $0.values.filter { Self.isOn($0.value) }) }
        guard !sources.isEmpty else { return .notApplicable(because: "it has no entitlements") }
        let linked = Set(artifact.allBinaries.flatMap(\.slices).flatMap(\.dylibs).compactMap(\.frameworkName))
        var excess: [Evidence] = []
        var open: [Evidence] = []
        for (file, values) in sources {
            for key in values.keys.sorted() where !Self.usual.contains(key) {
                let place = { (detail: String) in Evidence(file: file, plistKey: key, detail: detail) }
                if key.hasPrefix("com.apple.private.") || key.hasPrefix("platform-application") {
                    excess.append(place("\(key) is one of Apple's own, which apps do not get"))
                } else if artifact.kind != .source, let need = Self.frameworks.first(where: { $0.entitlement == key }),
                    linked.isDisjoint(with: need.anyOf)
                {
                    excess.append(place("\(key) is set, and \(need.anyOf.joined(separator: " or ")) is not linked"))
                } else {
                    open.append(place("\(key) is set"))
                }
            }
        }
        if !excess.isEmpty {
            let names = excess.compactMap(\.plistKey).unique.joined(separator: ", ")
            return .findings([finding("Entitlements without a use in the code: \(names).", at: artifact, excess + open)])
        }
        guard open.isEmpty else {
            return .manual(lookAt: "Compare the entitlements with the features of the app and see that each is in use.", evidence: open)
        }
        return .pass(examined: "entitlements of \(sources.map(\.file).unique.joined(separator: ", "))")
    }

    private static func isOn(_ value: PropertyList) -> Bool {
        switch value {
        case .boolean(let value): value
        case .array(let values): !values.isEmpty
        default: true
        }
    }
}

extension Artifact {
    /// The entitlements that the artifact has: of the signatures of its binaries, or those that a source folder states.
    var entitlementSources: [(file: String, values: [String: PropertyList])] {
        let signed = binaries.flatMap { binary in
            binary.slices.compactMap { slice in slice.signature?.entitlements?.dictionary.map { (file: binary.path, values: $0) } }
        }
        let stated = declaredEntitlements.compactMap { entry in entry.values.dictionary.map { (file: entry.path, values: $0) } }
        return signed + stated
    }
}

extension LinkedLibrary {
    /// `HealthKit` of `/System/Library/Frameworks/HealthKit.framework/HealthKit`, and of a Swift overlay `libswiftHealthKit.dylib`.
    var frameworkName: String? {
        guard let last = name.split(separator: "/").last else { return nil }
        if name.contains(".framework/") { return String(last) }
        return last.hasPrefix("libswift") ? String(last.dropFirst(8).prefix { $0 != "." }) : nil
    }
}
