import MerlonCore

/// Apps that cannot make their users update.
struct EnforcedUpdateRule: Rule {
    let metadata = RuleMetadata(
        id: "code-enforced-update",
        title: "Nothing enforces an update",
        area: .code,
        controls: ["MASVS-CODE-2"],
        tests: ["MASTG-TEST-0383"],
        weaknesses: ["MASWE-0075"],
        cwe: [1277],
        severity: .low,
        scope: .root,
        rationale: """
            When a flaw is found in a release, only an app that compares its version with a minimum from its server can be kept from going on. \
            Without that, vulnerable versions stay in use for years.
            """,
        fix: Fix("Ask the server for the lowest allowed version at start, and let the app do nothing but update when it is below."),
        examples: [
            .bad("no sign of a version check", .example(strings: ["https://api.example.org/"])),
            RuleExample(
                "the store is asked for the version", expects: .manual,
                .example(strings: ["https://itunes.apple.com/lookup?bundleId=org.example.app"])),
            RuleExample("a configuration names a minimum", expects: .manual, .example(strings: ["min_supported_version"])),
            .good(
                "no networking at all",
                .example(imports: ["_printf"], slice: { $0.dylibs = [LinkedLibrary(name: "/usr/lib/libSystem.B.dylib")] })),
            RuleExample("a framework", expects: .notApplicable, .example(.framework)),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    private static let classes: [CodeUse] = [
        .objectiveCClass("SKStoreProductViewController"), .objectiveCClass("FIRRemoteConfig"), .objectiveCClass("Harpy"),
    ]
    private static let storeAddresses = [
        "itunes.apple.com/lookup", "itunes.apple.com/app", "apps.apple.com/", "itms-apps:", "itms-services:",
    ]
    private static let minimumNames = [
        "min_version", "minversion", "minimum_version", "minimumversion", "min_supported_version", "minsupportedversion",
        "minimumsupportedversion", "force_update", "forceupdate", "forcedupdate", "update_required", "updaterequired", "mandatory_update",
        "required_version", "requiredversion", "min_app_version", "minimum_app_version", "minappversion",
    ]

    var interests: CodeInterests {
        var interests = CodeInterests(of: Self.classes)
        interests.stringPrefixes = ["https://itunes.apple.com/", "http://itunes.apple.com/", "https://apps.apple.com/", "itms-apps:"]
        return interests
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard artifact.kind == .app || (artifact.kind == .binary && !artifact.isLibrary) || artifact.kind == .source else {
            return .notApplicable(because: "updates are enforced by the app")
        }
        return artifact.judgeCode(.absence, in: context, withChildren: true) { code in
            let signs = code.places(of: Self.classes) + code.slices.flatMap(Self.signs)
            guard signs.isEmpty else {
                return .manual(
                    lookAt: "See at these places whether the app refuses to go on when its version is below the server's minimum.",
                    evidence: Array(signs.prefix(50)))
            }
            let linked = Set(code.slices.flatMap(\.facts.dylibs).compactMap(\.frameworkName))
            if !linked.isEmpty || code.slices.contains(where: \.facts.dylibs.isEmpty) {
                let place = code.slices[0].evidence("no address of the store, no name of a minimum version")
                return .findings([
                    finding("No sign of a check that the app's version is still allowed.", at: artifact, [place], confidence: .tentative)
                ])
            }
            return .pass(examined: "\(code.examined): no framework is linked, so that there is nothing to connect to")
        }
    }

    /// Half a million strings are asked: an address has a colon or a slash, and a name is short and begins with one of a few letters.
    private static func mayBeSign(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.count <= 24, let first = bytes.first, "mfurMFUR".utf8.contains(first) { return true }
        return bytes.contains(UInt8(ascii: ":")) || bytes.contains(UInt8(ascii: "/"))
    }

    private static func signs(in slice: CodeView.Slice) -> [Evidence] {
        (0..<slice.facts.strings.count).compactMap { index in
            let bytes = slice.facts.strings.utf8(at: index)
            guard (8...200).contains(bytes.count), mayBeSign(bytes) else { return nil }
            let isAddress = storeAddresses.contains { slice.facts.strings.contains($0.utf8, at: index) }
            let text = String(decoding: bytes, as: UTF8.self)
            guard isAddress || bytes.count <= 24 && minimumNames.contains(text.lowercased()) else { return nil }
            let place = slice.facts.references.first { $0.kind == .string && $0.name == text }
            return place.map { slice.evidence($0, "\"\(text)\"") }
                ?? slice.evidence("\"\(text)\"", address: slice.facts.strings.address(at: index))
        }
    }
}
