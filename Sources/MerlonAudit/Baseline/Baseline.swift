public import MerlonCore

/// Findings that somebody has decided to live with: they are shown as held back and fail nothing.
///
/// The file is JSON: `{"version": 1, "entries": [{"fingerprint", "rule", "artifact", "place", "reason", "expires"}]}`; `place` and `expires`
/// may be left out, `expires` is a day or a time in UTC. Unknown members are refused, so that a misspelt `expires` does not mean "never".
public struct Baseline: Hashable, Sendable {
    /// The version of the file that this code reads and writes.
    public static let version: Int64 = 1

    /// The entries, in the order of the file.
    public var entries: [BaselineEntry]

    /// Makes a baseline.
    public init(entries: [BaselineEntry] = []) { self.entries = entries }

    /// A baseline that holds back everything that the report finds, for the given reason. What the report already holds back keeps its
    /// reason and its expiry, which `previous` has.
    public init(accepting report: AuditReport, because reason: String, expires: WallTime? = nil, keeping previous: Baseline = Baseline()) {
        let kept = Dictionary(previous.entries.map { ($0.fingerprint, $0) }, uniquingKeysWith: { first, _ in first })
        var entries: [Fingerprint: BaselineEntry] = [:]
        for target in report.targets {
            for finding in target.findings + target.suppressed.map(\.finding) {
                for evidence in finding.evidence {
                    let fingerprint = Fingerprint(of: evidence, of: finding, in: target.path)
                    guard entries[fingerprint] == nil else { continue }
                    let whole = kept[Fingerprint(of: finding, in: target.path)]
                    let old = (kept[fingerprint] ?? whole).flatMap { $0.hasExpired(at: report.at) ? nil : $0 }
                    entries[fingerprint] = BaselineEntry(
                        fingerprint: fingerprint, rule: finding.rule, artifact: finding.artifact, place: evidence.place,
                        reason: old?.reason ?? reason, expires: old == nil ? expires : old?.expires)
                }
            }
        }
        self.entries = entries.values.sorted {
            ($0.rule, $0.place ?? "", $0.fingerprint.text) < ($1.rule, $1.place ?? "", $1.fingerprint.text)
        }
    }
}
