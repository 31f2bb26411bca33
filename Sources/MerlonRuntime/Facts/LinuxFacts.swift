/// What the probes for Linux record. Fields are added, never given another meaning.
public struct LinuxFacts: Hashable, Codable, Sendable {
    /// The process that traces this one, as `/proc/self/status` has it; 0 for none.
    @Recorded public var tracerPID: Fact<Int32>

    /// Makes facts of which none was asked.
    public init() {}
}
