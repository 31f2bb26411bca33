public import MerlonCore

/// One place of one finding that somebody has decided to live with.
public struct BaselineEntry: Hashable, Codable, Sendable {
    /// The place's fingerprint, or the finding's, which stands for all its places.
    public var fingerprint: Fingerprint
    /// The rule's id; for the reader of the file, and checked against the finding.
    public var rule: String
    /// The path of the artifact; for the reader of the file.
    public var artifact: String
    /// The place in words; for the reader of the file.
    public var place: String?
    /// Why it is held back. Never empty.
    public var reason: String
    /// From this time on it no longer holds back anything.
    public var expires: WallTime?

    /// Makes an entry.
    public init(
        fingerprint: Fingerprint, rule: String, artifact: String, place: String? = nil, reason: String, expires: WallTime? = nil
    ) {
        self.fingerprint = fingerprint
        self.rule = rule
        self.artifact = artifact
        self.place = place
        self.reason = reason
        self.expires = expires
    }

    /// Whether it no longer counts at `time`.
    public func hasExpired(at time: WallTime) -> Bool { expires.map { $0 <= time } ?? false }
}
