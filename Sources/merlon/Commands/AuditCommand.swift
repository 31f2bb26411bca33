import MerlonAudit
import MerlonCommandLine
import MerlonCore
import MerlonVault

/// `merlon audit`: reads targets, runs the rules, reports.
enum AuditCommand {
    private static let paths = Argument(
        .path("PATH"), count: .oneOrMore,
        "an .ipa, .app, .xcarchive, .framework, .xcframework, .appex, Mach-O file, .mobileprovision, source folder, the data of an app (.xcappdata, or a copy of its container), or an unencrypted device backup"
    )
    private static let format = Option(
        "format", short: "f", .choice("FORMAT"), default: ReportFormat.text, shownAs: "text",
        ReportFormat.allCases.map(\.rawValue).joined(separator: ", "))
    private static let output = Option.optional(
        "output", short: "o", .path("FILE"), "write the report to FILE, whole or not at all, instead of standard output")
    private static let profile = Option.list(
        "profile", short: "p", ValueType<Profile.Level>.choice("LEVEL"), "only the tests of a MASVS testing profile: L1, L2, R or P")
    private static let attest = Option.optional("attest", .path("FILE"), "answers that people gave to tests that no tool can decide")
    private static let placement = Option.optional(
        "placement", .path("FILE"),
        "the policy of where the app's data belongs, in place of the target's \(DeclaredPlacement.fileName): judged, and the data by it")
    private static let app = Option.list(
        "app", .text("IDENTIFIER"),
        "of a device backup, look at the data of this app and its extensions, or of this app group; without it the error lists what is there"
    )
    private static let failOn = Option(
        "fail-on", .choice("SEVERITY"), default: FailureThreshold.low, shownAs: "low",
        "from which severity on findings make the status 1: high, medium, low, any (tentative ones too) or none")
    private static let baseline = Option.optional("baseline", .path("FILE"), "findings that somebody has decided to live with")
    private static let writeBaseline = Option.flag(
        "write-baseline", "write all present findings to the --baseline file, with --reason; earlier entries keep theirs")
    private static let reason = Option.optional("reason", .text("TEXT"), "why new entries of the baseline are held back")
    private static let expires = Option.optional("expires", .date, "when new entries of the baseline stop holding back")
    private static let only = Option.list("only", .ruleName, "look only for this rule, area or MASTG test")
    private static let skip = Option.list("skip", .ruleName, "do not look for this rule, area or MASTG test")
    private static let color = Option("color", .choice("WHEN"), default: ColorChoice.auto, shownAs: "auto", "auto, always or never")
    private static let width = Option.optional("width", .number("COLUMNS", in: 40...400), "the width of the text report")
    private static let quiet = Option.flag("quiet", short: "q", "show no progress")
    private static let at = Option.optional("at", .date, "the time that expiry is judged by, so that a run can be repeated (default: now)")

    static let command = Command(
        name: "audit", abstract: "audit apps, binaries and source folders against OWASP MASVS",
        discussion: """
            Reads what was shipped and says of each of the MASTG's tests for iOS whether it fails, passes, needs a person, cannot be decided \
            and why, or does not apply. Nothing is unpacked to disk, nothing leaves the machine. Targets that cannot be read are reported on \
            standard error; the others are audited all the same.
            """,
        arguments: [paths.definition],
        options: [
            format.definition, output.definition, profile.definition, attest.definition, placement.definition, app.definition,
            failOn.definition,
            baseline.definition,
            writeBaseline.definition, reason.definition, expires.definition, only.definition, skip.definition, color.definition,
            width.definition, quiet.definition, at.definition,
        ],
        examples: [
            Example("merlon audit App.ipa", "Prints what fails, with evidence and fix, and what a person has to look at."),
            Example("merlon audit App.ipa --profile L1,P --format html --output report.html", "Writes a page for the browser."),
            Example("merlon audit Build/*.app --format sarif --fail-on high", "For continuous integration: the status is 1 on findings."),
            Example(
                "merlon audit Bank.xcappdata --placement MerlonPlacement.json",
                "Looks through the data that the app wrote on a test device, by the policy of the app."),
            Example(
                "merlon audit Backup --app com.example.bank --placement MerlonPlacement.json",
                "Looks through what an unencrypted device backup has of the app: what is in it and should not be."),
            Example(
                "merlon audit App.ipa --baseline accepted.json --write-baseline --reason 'before the 2.0 rewrite'",
                "Accepts what is found now; later runs with the same --baseline report only what is new."),
        ],
        exitStatuses: [
            ExitStatusMeaning(.success, "audited, nothing at or above --fail-on"),
            ExitStatusMeaning(.findings, "audited, findings at or above --fail-on"),
            ExitStatusMeaning(.usage, "wrong use, or a target that could not be read; the report has the others"),
            ExitStatusMeaning(.internalFault, "a defect of merlon"),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let console = invocation.console
        let metadata = RuleRegistry.all.map(\.metadata)
        let selection = try Selection(
            only: invocation.value(of: only), skip: invocation.value(of: skip), rules: metadata)
        let profile = Profile(Set(try invocation.value(of: profile))) ?? .all
        let rules = zip(RuleRegistry.all, metadata).filter { selection.includes($1) && profile.includes($1) }.map(\.0)
        let now = try invocation.value(of: at) ?? SystemTimeSource().wallTime
        let assembler = VerdictAssembler(
            rules: rules, profile: profile, attestations: try attestations(invocation, at: now))
        let acceptance = try Acceptance(invocation)
        let reporter = try reporter(invocation)

        let engine = AuditEngine(
            rules: rules, reader: FileTargetReader(placement: try declaredPlacement(invocation), apps: try invocation.value(of: app)),
            verdicts: assembler.assemble)
        let targets = try invocation.values(of: paths)
        let progress = ProgressBar(on: console.errors, items: targets, isHidden: try invocation.value(of: quiet))
        var report = await engine.audit(targets, at: now, toolVersion: version) { progress.show($0.fraction, of: $0.target) }
        progress.clear()

        report = profile.applied(to: selection.applied(to: report))
        report = try acceptance.applied(to: report, rules: metadata)
        try deliver(reporter.render(report, rules: metadata), invocation)
        for failure in report.targets.compactMap(\.failure) { console.report(CommandLineError(.unreadable, failure)) }
        return ExitStatus(rawValue: AuditConclusion(report, threshold: try invocation.value(of: failOn)).rawValue)
    }

    private static func attestations(_ invocation: Invocation, at now: WallTime) throws -> [Attestation] {
        guard let path = try invocation.value(of: attest) else { return [] }
        return try AttestationFile(parsing: InputFile.read(path, limit: 4 << 20), path: path, now: now).answers
    }

    private static func declaredPlacement(_ invocation: Invocation) throws -> DeclaredPlacement? {
        guard let path = try invocation.value(of: placement) else { return nil }
        let declared = DeclaredPlacement(path: path, parsing: try InputFile.read(path, limit: PlacementPolicy.maximumByteCount))
        if let problem = declared.problem { throw CommandLineError(.unreadable, "\(path): \(problem)") }
        return declared
    }

    private static func reporter(_ invocation: Invocation) throws -> any Reporter {
        let isColored =
            switch try invocation.value(of: color) {
            case .always: true
            case .never: false
            case .auto: try invocation.value(of: output) == nil && invocation.console.prefersColor
            }
        let columns = try invocation.value(of: width) ?? invocation.console.width
        return try invocation.value(of: format).reporter(colour: isColored, width: columns)
    }

    private static func deliver(_ text: String, _ invocation: Invocation) throws {
        if let path = try invocation.value(of: output) {
            try OutputFile.write(Array(text.utf8), to: path)
        } else {
            try invocation.console.output.write(text)
        }
    }

    /// When the text report is coloured.
    private enum ColorChoice: String, CaseIterable, Sendable { case auto, always, never }

    /// What `--baseline`, `--write-baseline`, `--reason` and `--expires` ask for.
    private struct Acceptance {
        private let path: String?
        private let baseline: Baseline?
        private let newReason: String?
        private let newExpiry: WallTime?

        init(_ invocation: Invocation) throws {
            path = try invocation.value(of: AuditCommand.baseline)
            newReason = try invocation.value(of: AuditCommand.reason)
            newExpiry = try invocation.value(of: AuditCommand.expires)
            let writes = try invocation.value(of: AuditCommand.writeBaseline)
            if writes, path == nil {
                throw CommandLineError(.conflict, "--write-baseline needs a file", hint: "name it with --baseline FILE")
            }
            if writes, newReason?.contains(where: { !$0.isWhitespace }) != true {
                throw CommandLineError(.conflict, "--write-baseline needs a reason", hint: "say why with --reason TEXT")
            }
            if !writes, newReason != nil || newExpiry != nil {
                throw CommandLineError(.conflict, "--reason and --expires are for --write-baseline", hint: "give --write-baseline too")
            }
            baseline = try path.flatMap { path in
                if writes, !InputFile.exists(path) { return nil }
                return try Baseline(parsing: InputFile.read(path, limit: 16 << 20), path: path)
            }
        }

        /// The report with what is accepted held back; a new baseline is written first, and holds back what it accepts at once.
        func applied(to report: AuditReport, rules: [RuleMetadata]) throws -> AuditReport {
            let known = Set(rules.map(\.id))
            let held = baseline?.applied(to: report, knownRules: known) ?? report
            guard let path, let newReason else { return held }
            let extended = Baseline(accepting: held, because: newReason, expires: newExpiry, keeping: baseline ?? Baseline())
            try OutputFile.write(Array(extended.serialized.utf8), to: path)
            return extended.applied(to: report, knownRules: known)
        }
    }
}

extension AuditProgress {
    /// How much of the whole work on the target is done: reading is most of it.
    fileprivate var fraction: Double {
        let share = total == 0 ? 0 : Double(done) / Double(total)
        return switch phase {
        case .reading: share * 0.85
        case .judging: 0.85 + share * 0.15
        }
    }
}
