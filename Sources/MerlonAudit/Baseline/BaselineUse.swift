import MerlonCore

/// What became of the entries of a baseline in one run.
public struct BaselineUse: Hashable, Codable, Sendable {
    /// How many entries held back something.
    public var used: Int
    /// Entries that would have held back something and have expired.
    public var expired: [BaselineEntry]
    /// Entries that match nothing any more: the weakness is gone, or it has changed.
    public var unused: [BaselineEntry]
    /// Entries whose rule this version of Merlon does not have.
    public var unknown: [BaselineEntry]

    /// Makes it.
    public init(used: Int, expired: [BaselineEntry] = [], unused: [BaselineEntry] = [], unknown: [BaselineEntry] = []) {
        self.used = used
        self.expired = expired
        self.unused = unused
        self.unknown = unknown
    }

    /// What a person should know, a sentence an entry; empty when all is well.
    public var notes: [String] {
        expired.map {
            "The baseline's entry for \(Self.name($0)) expired on \($0.expires?.iso8601.prefix(10) ?? "?") and no longer counts."
        }
            + unknown.map { "The baseline names the rule \($0.rule), which does not exist." }
            + unused.map { "The baseline's entry for \(Self.name($0)) matches nothing any more and can go." }
    }

    private static func name(_ entry: BaselineEntry) -> String {
        "\(entry.rule) at \(entry.place ?? (entry.artifact.isEmpty ? entry.fingerprint.text : entry.artifact))"
    }
}
