public import MerlonCore

/// Reads targets, runs rules over what is in them, and makes the report.
///
/// One target that cannot be read does not keep the others from being audited. Results are in the order of the targets, then of the
/// artifacts (outermost first), then of the rules, however the work was spread over processors.
public struct AuditEngine: Sendable {
    /// Makes one verdict for each MASTG test from what the rules said of a target's artifacts.
    public typealias VerdictAssembly = @Sendable (_ runs: [RuleRun], _ artifacts: [Artifact]) -> [TestVerdict]

    /// Targets that are read at the same time. Each may hold one large Mach-O in memory, so this is not the number of processors.
    static let width = 2

    let rules: [any Rule]
    let reader: any TargetReader
    let verdicts: VerdictAssembly

    /// Makes an engine that runs `rules`, in this order, over what `reader` reads.
    public init(rules: [any Rule], reader: any TargetReader, verdicts: @escaping VerdictAssembly) {
        self.rules = rules
        self.reader = reader
        self.verdicts = verdicts
    }

    /// Audits the targets.
    ///
    /// - Parameters:
    ///   - paths: Files and folders; one entry of the report each.
    ///   - now: The time that expiry is judged by.
    ///   - toolVersion: Goes into the report.
    ///   - progress: Told how far each target is, from any thread.
    public func audit(
        _ paths: [String], at now: WallTime, toolVersion: String, progress: @escaping @Sendable (AuditProgress) -> Void = { _ in }
    ) async -> AuditReport {
        let interests = CodeInterests(of: rules)
        let reports = await OrderedTasks.map(Array(paths.enumerated()), width: Self.width) { index, path in
            await audit(path, at: now, locating: interests) { phase, done, total in
                progress(AuditProgress(target: index, phase: phase, done: done, total: total))
            }
        }
        return AuditReport(toolVersion: toolVersion, at: now, targets: reports)
    }

    private func audit(
        _ path: String, at now: WallTime, locating interests: CodeInterests,
        progress: @escaping @Sendable (AuditProgress.Phase, UInt64, UInt64) -> Void
    ) async -> TargetReport {
        let content: TargetContent
        do {
            content = try await reader.read(path, locating: interests) { done, total in progress(.reading, done, total) }
        } catch {
            return TargetReport(path: path, failure: error.description)
        }
        let runs = await runRules(over: content.artifacts, at: now) { done, total in progress(.judging, done, total) }
        return TargetReport(
            path: path, artifacts: content.artifacts.map(ArtifactSummary.init), findings: runs.flatMap(\.findings),
            verdicts: verdicts(runs, content.artifacts), inventory: content.inventory, notes: content.notes)
    }

    /// Every rule on every artifact of its scope.
    func runRules(
        over artifacts: [Artifact], at now: WallTime, progress: @escaping @Sendable (UInt64, UInt64) -> Void = { _, _ in }
    ) async -> [RuleRun] {
        var work: [(rule: any Rule, artifact: Artifact, context: AuditContext)] = []
        for root in artifacts {
            let context = AuditContext(now: now, root: root)
            for (position, artifact) in root.flattened.enumerated() {
                for rule in rules where rule.metadata.scope.includes(artifact, isOutermost: position == 0) {
                    work.append((rule, artifact, context))
                }
            }
        }
        let total = UInt64(work.count)
        progress(0, total)
        let runs = await OrderedTasks.map(work, width: OrderedTasks.processorWidth) { item in
            RuleRun(
                rule: item.rule.metadata.id, artifact: item.artifact.path, outcome: item.rule.evaluate(item.artifact, in: item.context))
        }
        progress(total, total)
        return runs
    }
}

extension RuleMetadata.Scope {
    fileprivate func includes(_ artifact: Artifact, isOutermost: Bool) -> Bool {
        switch self {
        case .container: artifact.kind == .container
        case .root: artifact.kind != .container && isOutermost
        case .artifact: artifact.kind != .container
        }
    }
}
