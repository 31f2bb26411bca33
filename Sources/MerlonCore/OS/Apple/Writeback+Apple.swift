#if canImport(Darwin)
    /// When what was written goes to the disk.
    package enum Writeback: Sendable {
        /// Does nothing: the system has no such hint, and begins by itself.
        package static func begin(_ descriptor: Int32, from offset: Int, count: Int) {}
    }
#endif
