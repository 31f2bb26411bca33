import MerlonAudit
import MerlonCore

/// Reports with every state and with hostile text, for the reporters' tests.
enum FixtureReport {
    static let now = WallTime(seconds: 1_796_000_000)

    /// What a malicious app may put into a name, a symbol or a string: markup, script, terminal commands, direction overrides, controls,
    /// quotes of all languages concerned, and a character outside the basic plane.
    static let hostile =
        "</script><script>alert(1)</script><img src=x onerror=alert(2)>\u{1B}[2J\u{1B}]0;owned\u{7}\u{202E}evil\u{2066}\u{0}\u{9B}31m]]>&amp;'\"`|%s\r\nerror: fake 😀 日本語"

    static let rules: [RuleMetadata] = [
        rule(
            "network-ats-arbitrary-loads", "App Transport Security is off for all hosts", .network, ["MASTG-TEST-0322"], .high, cwe: [319]),
        rule("network-plain-http", "Plain HTTP URLs in code", .network, ["MASTG-TEST-0321"], .medium, cwe: [319, 311]),
        rule("crypto-broken-hash", "Broken hash functions", .crypto, ["MASTG-TEST-0211"], .medium, cwe: [328], planned: true),
        rule("storage-logging", "Logging APIs in use", .storage, ["MASTG-TEST-0297"], .low, cwe: [532]),
        rule("code-pie", "Not position independent", .code, ["MASTG-TEST-0228"], .high, cwe: [119]),
        rule("privacy-tracking", "Tracking domains | undeclared <b>", .privacy, ["MASTG-TEST-0281"], .note, cwe: []),
    ]

    static func rule(
        _ id: String, _ title: String, _ area: MASVSArea, _ tests: [String], _ severity: Severity, cwe: [Int], planned: Bool = false
    ) -> RuleMetadata {
        RuleMetadata(
            id: id, title: title, area: area, controls: ["MASVS-\(area.rawValue)-1"], tests: tests, weaknesses: ["MASWE-0050"], cwe: cwe,
            severity: severity, rationale: "Why \(title) matters: whoever sits on the path reads it.",
            fix: Fix("Mend it.", api: planned ? "MerlonCrypto.Digest" : nil, isPlanned: planned), examples: [])
    }

    static func finding(
        _ rule: String, _ severity: Severity, _ message: String, _ evidence: [Evidence], tests: [String], artifact: String = app,
        confidence: Confidence = .firm
    ) -> Finding {
        Finding(
            rule: rule, artifact: artifact, severity: severity, confidence: confidence, message: message, evidence: evidence, tests: tests)
    }

    static let app = "Payload/Bank App.app"

    static let atsFinding = finding(
        "network-ats-arbitrary-loads", .high, "The app allows plain HTTP to every host.",
        [
            Evidence(
                file: "\(app)/Info.plist", plistKey: "NSAppTransportSecurity.NSAllowsArbitraryLoads",
                detail: "NSAllowsArbitraryLoads is true")
        ],
        tests: ["MASTG-TEST-0322"], confidence: .certain)

    static let loggingFinding = finding(
        "storage-logging", .low, "The app writes to the system log at 25 places.",
        (0..<25).map { index in
            Evidence(
                file: "\(app)/Bank App", architecture: "arm64", address: 0x1_0000_4000 + UInt64(index) * 16,
                symbol: "-[Screen\(index) viewDidLoad]", detail: "calls NSLog")
        }, tests: ["MASTG-TEST-0297"])

    static let hostileFinding = finding(
        "network-plain-http", .medium, "Plain HTTP: \(hostile)",
        [
            Evidence(file: "\(app)/\(hostile).swift", symbol: hostile, line: 12, detail: hostile),
            Evidence(
                file: "\(app)/Frameworks/Ünï.framework/Ünï", architecture: "x86_64", address: .max, detail: "http://example.com/%00?a=b&c"),
            Evidence(file: "../../etc/passwd", line: 1, detail: "a path that leads out"),
        ], tests: ["MASTG-TEST-0321"])

    static let hashFinding = finding(
        "crypto-broken-hash", .medium, "MD5 is used.",
        [Evidence(file: "\(app)/Bank App", architecture: "arm64", address: 0x1_0000_8000, symbol: "hashPassword", detail: "calls CC_MD5")],
        tests: ["MASTG-TEST-0211"], confidence: .tentative)

    static let verdicts: [TestVerdict] = MASTGTest.all.map { test in
        switch test.id {
        case "MASTG-TEST-0322": TestVerdict(test: test.id, state: .fail, reason: atsFinding.message, rules: [atsFinding.rule])
        case "MASTG-TEST-0321": TestVerdict(test: test.id, state: .fail, reason: hostileFinding.message, rules: [hostileFinding.rule])
        case "MASTG-TEST-0297": TestVerdict(test: test.id, state: .fail, reason: loggingFinding.message, rules: [loggingFinding.rule])
        case "MASTG-TEST-0211":
            TestVerdict(
                test: test.id, state: .manual, reason: "Look at what is hashed: \(hostile)", rules: [hashFinding.rule],
                evidence: hashFinding.evidence)
        case "MASTG-TEST-0228": TestVerdict(test: test.id, state: .pass, reason: "Header flags of 2 slices", rules: ["code-pie"])
        case "MASTG-TEST-0281": TestVerdict(test: test.id, state: .notDecidable, reason: "The slice is encrypted.")
        case "MASTG-TEST-0290":
            TestVerdict(
                test: test.id, state: .pass, reason: "Attested: screens are covered.",
                attestation: Attestation(
                    test: test.id, answer: .pass, by: "Ada <ada@example.com>", at: now, because: "Looked at every screen in the switcher."))
        case "MASTG-TEST-0331": TestVerdict(test: test.id, state: .notApplicable, reason: "No web view at all.")
        default:
            switch test.method {
            case .running, .review: TestVerdict(test: test.id, state: .manual, reason: test.lookAt)
            case .analysis: TestVerdict(test: test.id, state: .pass, reason: "Imports of 2 slices")
            }
        }
    }

    static let target = TargetReport(
        path: "build/out put/Bank <1>.ipa",
        artifacts: [
            ArtifactSummary(
                kind: .app, path: app, name: "Bank \(hostile)", identifier: "com.example.bank", version: "1.2 (34)",
                architectures: ["arm64", "arm64e"], platform: "iOS", minimumOS: "15.0", team: "ABCDE12345", runtimes: [.flutter]),
            ArtifactSummary(kind: .framework, path: "\(app)/Frameworks/Ünï.framework", name: "Ünï", isEncrypted: true),
        ],
        findings: [loggingFinding, hashFinding, hostileFinding, atsFinding],
        suppressed: [
            SuppressedFinding(
                finding: finding(
                    "code-pie", .high, "Not position independent.", [Evidence(file: "\(app)/old", detail: "MH_PIE is not set")],
                    tests: ["MASTG-TEST-0228"]), reason: "A tool that is not shipped, see ticket 12 <b>")
        ],
        verdicts: verdicts, inventory: [Component(name: "Alamofire", version: "5.9.1", path: "\(app)/Frameworks/Alamofire.framework")],
        notes: ["\(app)/broken.plist: at byte 12: not a property list"])

    static let unreadable = TargetReport(path: "missing.ipa", failure: "missing.ipa: at byte 7: not an archive \u{1B}[31m")

    /// Two targets, one of which could not be read.
    static let report = AuditReport(toolVersion: "0.1.0", at: now, targets: [target, unreadable])

    /// Nothing found, nothing to decide.
    static let clean = AuditReport(
        toolVersion: "0.1.0", at: now,
        targets: [
            TargetReport(
                path: "App.ipa", artifacts: [ArtifactSummary(kind: .app, path: "Payload/App.app", name: "App")],
                verdicts: MASTGTest.all.map { TestVerdict(test: $0.id, state: .pass, reason: "Examined") })
        ])
}
