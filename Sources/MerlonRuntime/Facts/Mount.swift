/// A mounted file system.
public struct Mount: Hashable, Codable, Sendable {
    /// Where: folders of the system as they are, otherwise scrubbed.
    public var place: String
    /// Of which kind, such as `apfs`, `tmpfs`, `bindfs`.
    public var kind: String
    /// Whether it can be written.
    public var isWritable: Bool
    /// Whether it is a sealed snapshot of the system, as the root is since iOS 15.
    public var isSnapshot: Bool

    /// Makes a mount.
    public init(place: String, kind: String, isWritable: Bool, isSnapshot: Bool = false) {
        self.place = place
        self.kind = kind
        self.isWritable = isWritable
        self.isSnapshot = isSnapshot
    }
}
