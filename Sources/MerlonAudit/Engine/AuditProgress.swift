/// How far the audit of one target is.
public struct AuditProgress: Hashable, Sendable {
    /// What is being done.
    public enum Phase: String, Sendable { case reading, judging }

    /// The position of the target in the list given.
    public var target: Int
    /// What is being done.
    public var phase: Phase
    /// In bytes of the target while reading, in evaluations of rules while judging.
    public var done: UInt64
    /// The same at the end of the phase, as far as is known; never less than `done`.
    public var total: UInt64

    /// Makes it.
    public init(target: Int, phase: Phase, done: UInt64, total: UInt64) {
        self.target = target
        self.phase = phase
        self.done = done
        self.total = max(done, total)
    }
}
