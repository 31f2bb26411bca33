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

    /// A baseline that holds back everything that the report finds, for the given reason.
    ///
    /// What `previous` holds back keeps its reason and its expiry. Its entries that match nothing go, unless their rule was not run or a target
    /// was not read: a run of one area does not forget the others.
    public init(accepting report: AuditReport, because reason: String, expires: WallTime? = nil, keeping previous: Baseline = Baseline()) {
        let old = Dictionary(
            previous.entries.filter { !$0.hasExpired(at: report.at) }.map { ($0.fingerprint, $0) }, uniquingKeysWith: { first, _ in first })
        var entries: [Fingerprint: BaselineEntry] = [:]
        var replaced = Set<Fingerprint>()
        for target in report.targets {
            for finding in target.findings + target.suppressed.map(\.finding) {
                let whole = Fingerprint(of: finding, in: target.path)
                for evidence in finding.evidence {
                    let fingerprint = Fingerprint(of: evidence, of: finding, in: target.path)
                    let kept = old[fingerprint] ?? old[whole]
                    replaced.formUnion([fingerprint, whole])
                    guard entries[fingerprint] == nil else { continue }
                    entries[fingerprint] = BaselineEntry(
                        fingerprint: fingerprint, rule: finding.rule, artifact: finding.artifact, place: evidence.place,
                        reason: kept?.reason ?? reason, expires: kept == nil ? expires : kept?.expires)
                }
            }
        }
        for entry in previous.entries where !replaced.contains(entry.fingerprint) && !report.decides(entry) {
            entries[entry.fingerprint] = entry
        }
        self.entries = entries.values.sorted {
            ($0.rule, $0.place ?? "", $0.fingerprint.text) < ($1.rule, $1.place ?? "", $1.fingerprint.text)
        }
    }
}

extension AuditReport {
    /// Whether an entry that matches nothing in this report is proved stale by it: its rule was run, and every target was read.
    func decides(_ entry: BaselineEntry) -> Bool {
        targets.allSatisfy { target in
            target.failure == nil
                && (target.findings.contains { $0.rule == entry.rule } || target.suppressed.contains { $0.finding.rule == entry.rule }
                    || target.verdicts.contains { $0.rules.contains(entry.rule) })
        }
    }
}
