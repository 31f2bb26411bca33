/// What the probes for iOS and macOS record. Fields are added, never given another meaning.
public struct AppleFacts: Hashable, Codable, Sendable {
    /// Whether the kernel says that the process is traced (`P_TRACED`).
    @Recorded public var isTraced: Fact<Bool>

    /// Makes facts of which none was asked.
    public init() {}
}
