/// Hardware breakpoints and watchpoints that are set in the threads of the process.
public struct DebugState: Hashable, Codable, Sendable {
    /// Threads that were asked.
    public var threads: Int
    /// Threads that did not answer.
    public var unreadable: Int
    /// Enabled breakpoints, over all slots of all threads.
    public var breakpoints: Int
    /// Enabled watchpoints, over all slots of all threads.
    public var watchpoints: Int

    /// Makes a state.
    public init(threads: Int, unreadable: Int = 0, breakpoints: Int = 0, watchpoints: Int = 0) {
        self.threads = threads
        self.unreadable = unreadable
        self.breakpoints = breakpoints
        self.watchpoints = watchpoints
    }
}
