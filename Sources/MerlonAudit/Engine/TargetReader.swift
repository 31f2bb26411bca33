/// Turns what a path names into artifacts.
public protocol TargetReader: Sendable {
    /// Reads the target.
    ///
    /// - Parameters:
    ///   - path: As the person gave it.
    ///   - interests: What to locate in code.
    ///   - progress: Told of bytes done and to do, from any thread.
    /// - Throws: When nothing of the target can be audited. A part that cannot be read is a note instead.
    func read(
        _ path: String, locating interests: CodeInterests, progress: @escaping @Sendable (_ done: UInt64, _ total: UInt64) -> Void
    ) async throws(AuditError) -> TargetContent
}

/// What was read from one target.
public struct TargetContent: Sendable {
    /// The outermost artifacts, in the order of their paths.
    public var artifacts: [Artifact]
    /// Embedded libraries with versions.
    public var inventory: [Component]
    /// Parts that were left out, each with its place and the reason.
    public var notes: [String]

    /// Makes it.
    public init(artifacts: [Artifact], inventory: [Component] = [], notes: [String] = []) {
        self.artifacts = artifacts
        self.inventory = inventory
        self.notes = notes
    }
}
