/// Log output, above all such that stands beside words for secrets.
struct LoggingRule: Rule {
    let metadata = RuleMetadata(
        id: "storage-logging",
        title: "Log output that may hold sensitive data",
        area: .storage,
        controls: ["MASVS-STORAGE-2"],
        tests: ["MASTG-TEST-0297"],
        weaknesses: ["MASWE-0001"],
        cwe: [532],
        severity: .medium,
        rationale: """
            What an app logs can be read by whoever holds the unlocked device or its diagnostics, and by crash and analytics libraries in \
            the same process. A token or a password in a log outlives the session that it was made for.
            """,
        fix: Fix(
            "Remove the log call from release builds, or wrap the value so that it prints redacted.", api: "MerlonCore.Redacted"),
        examples: [
            .bad(
                "a function logs and loads a text about a token",
                .example(references: [
                    .example(.string, "Session token: %@", in: "login()", at: 4), .example(.call, "_NSLog", in: "login()", at: 12),
                ])),
            .bad("a print that nothing else is known of", .example(imports: ["_$ss5print_9separator10terminatoryypd_S2StF"])),
            .bad(
                "a write to standard error",
                .example(references: [
                    .example(.data, "___stderrp", in: "f", at: 0), .example(.call, "_fputs", in: "f", at: 8),
                ])),
            .good("no log call", .example(imports: ["_SecItemAdd"])),
            .good("a write to a file is no log", .example(references: [.example(.call, "_fputs", in: "save")])),
            .good(
                "SwiftUI's own complaint, inlined",
                .example(references: [
                    .example(.call, "_$s7SwiftUI3LogO013runtimeIssuesC0So9OS_os_logCvgZ", in: "body", at: 0),
                    .example(
                        .call, "_$s2os0A4_log_3dso0B0__ySo0a1_B7_type_ta_SVSo03OS_a1_B0Cs12StaticStringVs7CVarArg_pdtF", in: "body", at: 8),
                ])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    let interests = LoggingAPIs.interests

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var sensitive: [Evidence] = []
            var plain: [Evidence] = []
            for site in LoggingAPIs.sites(in: code) {
                if let word = site.texts.lazy.compactMap(SensitiveWords.first).first {
                    sensitive.append(site.evidence("\(site.api.name) in a function that handles a text with \"\(word)\""))
                } else {
                    plain.append(site.evidence("\(site.api.name)"))
                }
            }
            var findings: [Finding] = []
            if !sensitive.isEmpty {
                findings.append(
                    finding("The code logs where it handles texts about secrets.", at: artifact, sensitive.capped))
            }
            if !plain.isEmpty {
                findings.append(
                    finding(
                        "The code logs; what it logs is not told by the code around the call.", at: artifact, plain.capped,
                        confidence: .tentative, severity: .low))
            }
            return .findings(findings, orPassExamining: "logging APIs in \(code.examined)")
        }
    }
}
