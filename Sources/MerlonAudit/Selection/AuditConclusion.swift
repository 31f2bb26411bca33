/// How an audit ended, with the exit status that says so.
public enum AuditConclusion: Int32, Sendable {
    /// Every target was audited, and nothing reaches the threshold.
    case clean = 0
    /// Every target was audited, and something reaches the threshold.
    case failed = 1
    /// A target could not be read; what the others say stands in the report.
    case unreadable = 2

    /// Judges a finished report. An unreadable target outweighs findings: what was not looked at cannot be weighed.
    public init(_ report: AuditReport, threshold: FailureThreshold) {
        if report.targets.contains(where: { $0.failure != nil }) {
            self = .unreadable
        } else {
            self = threshold.isReached(by: report) ? .failed : .clean
        }
    }
}
