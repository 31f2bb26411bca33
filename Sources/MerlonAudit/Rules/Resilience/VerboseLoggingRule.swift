/// Log messages that tell how the app works inside.
struct VerboseLoggingRule: Rule {
    let metadata = RuleMetadata(
        id: "resilience-verbose-logging",
        title: "Log output that tells how the app works",
        area: .resilience,
        controls: ["MASVS-RESILIENCE-3"],
        tests: ["MASTG-TEST-0358"],
        weaknesses: ["MASWE-0094"],
        cwe: [532, 215],
        severity: .low,
        rationale: """
            Debug messages, stack traces and dumped objects name modules, endpoints and checks. They save whoever takes the app apart the \
            work of finding out where to look.
            """,
        fix: Fix("Compile debug output out of release builds (#if DEBUG), and log error codes in place of descriptions."),
        examples: [
            .bad(
                "a debug message",
                .example(references: [
                    .example(.string, "[DEBUG] SSL pinning: disabled", in: "request()", at: 4),
                    .example(.call, "_$ss5print_9separator10terminatoryypd_S2StF", in: "request()", at: 16),
                ])),
            .bad(
                "an object is dumped",
                .example(references: [.example(.call, "_$ss4dump_4name6indent8maxDepth0D5Itemsxx_SSSgS3itlF", in: "handle(_:)")])),
            .bad(
                "a stack trace is logged",
                .example(references: [
                    .example(.selector, "callStackSymbols", in: "handle(_:)", at: 4), .example(.call, "_NSLog", in: "handle(_:)", at: 16),
                ])),
            RuleExample(
                "a message of unknown content", expects: .manual,
                .example(references: [.example(.string, "Done", in: "f", at: 4), .example(.call, "_NSLog", in: "f", at: 12)])),
            .good("no log call", .example(imports: ["_SecItemAdd"])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    let interests = LoggingAPIs.interests.union(CodeInterests(of: Self.debugLevels + Self.stackTraces))

    private static let debugLevels: [CodeUse] = [.symbol("_$sSo13os_log_type_ta0A0E5debugABvgZ"), .symbol("__os_log_debug_impl")]
    private static let stackTraces: [CodeUse] = [
        .selector("callStackSymbols"), .selector("callStackReturnAddresses"), .symbol("_backtrace_symbols"),
    ]

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var verbose: [Evidence] = []
            var plain: [Evidence] = []
            for site in LoggingAPIs.sites(in: code) {
                if let reason = Self.verbosity(of: site) {
                    verbose.append(site.evidence("\(site.api.name): \(reason)"))
                } else {
                    plain.append(site.evidence("\(site.api.name)"))
                }
            }
            if !verbose.isEmpty {
                return .findings([finding("The code logs details of its own working.", at: artifact, verbose.capped)])
            }
            if !plain.isEmpty {
                return .manual(lookAt: "whether these messages tell how the app works", evidence: plain.capped)
            }
            return .pass(examined: "logging APIs in \(code.examined)")
        }
    }

    private static func verbosity(of site: LoggingAPIs.Site) -> String? {
        if site.api == LoggingAPIs.dump || site.api == LoggingAPIs.debugPrint { return "prints the inner structure of a value" }
        if site.api == LoggingAPIs.debugLevel { return "debug level" }
        guard let reference = site.reference else { return nil }
        if site.slice.uses(stackTraces, beside: reference) { return "beside a stack trace" }
        if site.slice.uses(debugLevels, beside: reference) { return "debug level" }
        return site.texts.lazy.compactMap(marker).first.map { "beside a text with \"\($0)\"" }
    }

    private static func marker(in text: String) -> String? {
        let lower = text.prefix(256).lowercased()
        return markers.first { lower.contains($0) }
    }

    private static let markers = [
        "[debug", "debug:", "[error", "[trace", "[verbose", "[warn", "stack trace", "exception", "error code", "module:", "endpoint",
        "http://",
        "https://", "localhost", "staging",
    ]
}
