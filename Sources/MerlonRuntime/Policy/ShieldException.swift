/// Circumstances in which an indicator is known to mean nothing: a check that misjudges one release of a system, a library that a company puts into
/// every process, a path that some devices have. What an exception covers is still found and told; it does not count.
public struct ShieldException: Hashable, Codable, Sendable {
    /// The id of the indicator that it speaks of.
    public var indicator: String
    /// Why it means nothing, for the verdict's reasons.
    public var reason: String
    /// Where it holds; `nil` for everywhere.
    public var platform: Detector.Platform?
    /// The first system version for which it holds, such as `27` or `27.1`; `nil` for any.
    public var from: String?
    /// The last one, compared by as many numbers as it has: `27` covers 27.4; `nil` for any.
    public var through: String?
    /// The evidence that it covers: each text is the whole of a piece's `what` or `place`. `nil` for any evidence. An indicator with one piece that is
    /// not covered counts in full.
    public var evidence: Set<String>?

    /// Makes an exception.
    public init(
        indicator: String, reason: String, platform: Detector.Platform? = nil, from: String? = nil, through: String? = nil,
        evidence: Set<String>? = nil
    ) {
        self.indicator = indicator
        self.reason = reason
        self.platform = platform
        self.from = from
        self.through = through
        self.evidence = evidence
    }

    /// Whether it covers all that the indicator rests on, in these facts.
    func covers(_ found: Indicator, in snapshot: FactsSnapshot) -> Bool {
        guard indicator == found.id, platform ?? snapshot.platform == snapshot.platform else { return false }
        let version = SystemVersion(snapshot.systemVersion)
        if let from, version.isBefore(SystemVersion(from)) { return false }
        if let through, version.isAfter(SystemVersion(through)) { return false }
        guard let evidence else { return true }
        // Evidence that was cut off may be of anything.
        guard !found.evidence.isEmpty, found.evidence.count < Indicator.maximumEvidence else { return false }
        return found.evidence.allSatisfy { evidence.contains($0.what) || (!$0.place.isEmpty && evidence.contains($0.place)) }
    }
}
