import MerlonCore

/// Whether the app looks for a debugger.
struct DebuggerDetectionRule: Rule {
    let metadata = RuleMetadata(
        id: "resilience-debugger-detection",
        title: "No detection of a debugger",
        area: .resilience,
        controls: ["MASVS-RESILIENCE-4"],
        tests: ["MASTG-TEST-0401"],
        weaknesses: ["MASWE-0101"],
        cwe: [693],
        severity: .low,
        scope: .root,
        rationale: """
            In a debugger every value is seen and every check turned around. ptrace with PT_DENY_ATTACH, a look at P_TRACED and the like \
            make that slower; how well they are placed and what follows is for a person to judge.
            """,
        fix: Fix("Gather signs of a debugger and hand them to a policy.", api: "MerlonRuntime.Shield"),
        examples: [
            .bad("an app without", .example(imports: ["_open"])),
            .bad("a question about the hardware is no detection", .example(imports: ["_sysctlbyname"])),
            .good("ptrace refuses to be attached to", .example(references: [.example(.call, "_ptrace", in: "deny()", arguments: [0: 31])])),
            RuleExample("ptrace for what is not known", expects: .manual, .example(references: [.example(.call, "_ptrace", in: "deny()")])),
            RuleExample(
                "sysctl and getpid", expects: .manual,
                .example(references: [.example(.call, "_sysctl", in: "f", at: 8), .example(.call, "_getpid", in: "f")])),
            RuleExample("a name", expects: .manual, .example(slice: { $0.definedFunctions = ["_amIBeingDebugged"] })),
            RuleExample("a lone binary", expects: .notDecidable, .example(.binary, plist: nil)),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    private static let defence = Defence(
        subject: "detection of a debugger",
        apis: [.c("ptrace"), .c("csops"), .c("getppid"), .c("task_get_exception_ports")],
        signs: ["ptrace", "_ptrace", "csops"],
        nameParts: ["isdebugger", "beingdebugged", "debuggerattached", "amidebugged", "antidebug", "denyattach", "detectdebug"])
    private static let sysctl: [CodeUse] = [.symbol("_sysctl")]
    private static let process: [CodeUse] = [.symbol("_getpid")]

    let interests = Self.defence.interests.union(CodeInterests(of: Self.sysctl + Self.process))

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context, withChildren: true) { code in
            // sysctl answers many questions; beside getpid it is asked about this process.
            let processQueries = code.slices.flatMap { slice in
                slice.references(to: Self.sysctl).filter { slice.uses(Self.process, beside: $0) }
                    .map { slice.evidence($0, "calls sysctl about this process") }
            }
            let refusals = code.slices.flatMap { slice in
                slice.references(to: [.symbol("_ptrace")]).filter { $0.constantArguments[0] == 31 }
                    .map { slice.evidence($0, "calls ptrace with PT_DENY_ATTACH") }
            }
            if !refusals.isEmpty { return .pass(examined: refusals.summary) }
            let places = Self.defence.places(in: code) + processQueries
            if !places.isEmpty {
                return .manual(
                    lookAt: "whether these checks are made where it matters, and what follows from them", evidence: places.capped)
            }
            guard !code.slices.contains(where: \.facts.isEncrypted) else { return .pass(examined: code.examined) }
            return Self.defence.absence(in: artifact, code) { finding($0, at: artifact, $1) }
        }
    }
}
