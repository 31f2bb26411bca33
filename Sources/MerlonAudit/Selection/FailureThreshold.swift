/// From which findings on a run counts as failed (`--fail-on`).
public enum FailureThreshold: String, CaseIterable, Codable, Sendable {
    /// Firm or certain findings of that severity or above.
    case high, medium, low
    /// Every finding, notes and tentative ones too.
    case any
    /// Nothing.
    case none

    /// Whether the report has something that this threshold does not let pass. What a baseline holds back never counts.
    ///
    /// A tentative finding asks a person and does not fail its test, so only `any` counts it. A test that a person attested as failed has no
    /// severity; it counts for every threshold but `none`.
    public func isReached(by report: AuditReport) -> Bool {
        self != .none
            && report.targets.contains { target in
                target.findings.contains(where: counts) || target.verdicts.contains { $0.attestation?.answer == .fail && $0.state == .fail }
            }
    }

    /// Whether the threshold counts this finding.
    public func counts(_ finding: Finding) -> Bool {
        switch self {
        case .none: false
        case .any: true
        case .low, .medium, .high: finding.confidence != .tentative && finding.severity >= (severity ?? .note)
        }
    }

    private var severity: Severity? { Severity(rawValue: rawValue) }
}
