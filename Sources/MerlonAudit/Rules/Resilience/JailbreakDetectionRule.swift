import MerlonCore

/// Whether the app looks for signs of a jailbreak.
struct JailbreakDetectionRule: Rule {
    let metadata = RuleMetadata(
        id: "resilience-jailbreak-detection",
        title: "No detection of a jailbreak",
        area: .resilience,
        controls: ["MASVS-RESILIENCE-1"],
        tests: ["MASTG-TEST-0240"],
        weaknesses: ["MASWE-0097"],
        cwe: [693],
        severity: .low,
        scope: .root,
        rationale: """
            On a jailbroken device other processes read the app's files and change its code. An app that has something to protect should \
            know, and let its server decide what such a device may still do.
            """,
        fix: Fix("Gather signs of a jailbreak and hand them to a policy.", api: "MerlonRuntime.Shield"),
        examples: [
            .bad("an app without", .example(imports: ["_open"], strings: ["/bin/sh"])),
            .good(
                "a path that only a jailbreak makes", .example(references: [.example(.string, "/Applications/Cydia.app", in: "isSafe()")])),
            .good("a scheme", .example(strings: ["cydia://package/com.example.package"])),
            .good("two paths that hint at it", .example(strings: ["/bin/bash", "/usr/sbin/sshd"])),
            .good("a type for it", .example(slice: { $0.swiftTypes = ["IOSSecuritySuite.JailbreakChecker"] })),
            .good(
                "in a framework of the app",
                .example(children: [.example(.framework, strings: ["/Library/MobileSubstrate/MobileSubstrate.dylib"])])),
            RuleExample("a lone binary", expects: .notDecidable, .example(.binary, plist: nil)),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    private static let defence = Defence(
        subject: "detection of a jailbreak",
        signs: [
            "/Applications/Cydia.app", "/Applications/Sileo.app", "/Applications/Zebra.app", "/Applications/FakeCarrier.app",
            "/Applications/blackra1n.app", "/Applications/Icy.app", "/Applications/IntelliScreen.app", "/Applications/MxTube.app",
            "/Applications/RockApp.app", "/Applications/SBSettings.app", "/Applications/WinterBoard.app",
            "/Applications/Snoop-itConfig.app",
            "/Library/MobileSubstrate/MobileSubstrate.dylib", "/Library/MobileSubstrate/DynamicLibraries", "/Library/MobileSubstrate",
            "/Library/MobileSubstrate/DynamicLibraries/Veency.plist", "/Library/MobileSubstrate/DynamicLibraries/LiveClock.plist",
            "/System/Library/LaunchDaemons/com.saurik.Cydia.Startup.plist", "/System/Library/LaunchDaemons/com.ikey.bbot.plist",
            "/private/var/lib/apt", "/private/var/lib/apt/", "/private/var/lib/cydia", "/private/var/tmp/cydia.log", "/private/var/stash",
            "/private/var/mobile/Library/SBSettings/Themes", "/private/jailbreak.txt", "/private/jailbreak_test.txt",
            "/private/jailbreakTest.txt",
            "/var/jb", "/var/lib/cydia", "/var/cache/apt", "/var/lib/apt", "/etc/apt", "/jb/lzma", "/.installed_unc0ver",
            "/.bootstrapped_electra",
            "/.cydia_no_stash", "/usr/lib/libjailbreak.dylib", "/usr/share/jailbreak/injectme.plist", "/usr/bin/cycript",
            "/usr/local/bin/cycript",
            "/usr/lib/libcycript.dylib", "/usr/sbin/frida-server", "/usr/bin/ssh", "/usr/libexec/cydia", "cydia://", "cydia", "sileo://",
            "sileo",
            "zbra://", "undecimus://", "cydia://package/com.example.package", "cydia://package/com.example", "MobileSubstrate",
            "TweakInject",
            "libhooker", "SubstrateLoader.dylib", "/electra", "/chimera", "/usr/lib/TweakInject", "/private/var/binpack", "/.mount_rw",
        ],
        hints: [
            "/bin/bash", "/bin/sh", "/usr/sbin/sshd", "/etc/ssh/sshd_config", "/usr/libexec/sftp-server", "/usr/libexec/ssh-keysign",
            "/etc/passwd",
        ],
        nameParts: ["jailbreak", "jailbroken", "jailbrak", "isrooted"])

    let interests = Self.defence.interests

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(.presence, in: context, withChildren: true) { code in
            let places = Self.defence.places(in: code)
            if !places.isEmpty { return .pass(examined: "\(places.count) places that look for a jailbreak, such as \(places.summary)") }
            guard !code.slices.contains(where: \.facts.isEncrypted) else { return .pass(examined: code.examined) }
            return Self.defence.absence(in: artifact, code) { finding($0, at: artifact, $1) }
        }
    }
}

extension [Evidence] {
    /// The first few places in words.
    var summary: String {
        prefix(4).map { evidence in
            let place = [evidence.symbol, evidence.address.map { "0x" + String($0, radix: 16) }].compactMap(\.self).joined(
                separator: " at ")
            return place.isEmpty ? evidence.detail : "\(evidence.detail) (\(place))"
        }.joined(separator: "; ")
    }
}
