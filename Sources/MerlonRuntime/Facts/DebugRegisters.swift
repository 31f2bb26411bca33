/// How many of the processor's debug registers, which hold hardware breakpoints and watchpoints, are free.
public struct DebugRegisters: Hashable, Codable, Sendable {
    /// How many the processor has.
    public var total: Int
    /// How many are free, in the thread that has the fewest.
    public var leastFree: Int
    /// How many threads were asked: at most 64.
    public var threads: Int

    /// Makes a count.
    public init(total: Int, leastFree: Int, threads: Int) {
        self.total = total
        self.leastFree = leastFree
        self.threads = threads
    }
}
