#if canImport(Darwin)
    import MerlonCore

    /// The pages of code that ``Shield/original(ofFunction:)`` made: executable memory of no image, which is not to be taken for an attacker's.
    enum OwnCode {
        private static let lock = Lock()
        nonisolated(unsafe) private static var pages: Set<UInt64> = []
        /// The smallest page of Apple's systems, in bytes.
        private static let pageSize: UInt64 = 4096

        static func add(_ start: UInt64, size: UInt64) {
            lock.withLock { for page in stride(from: start, to: start + size, by: Int(pageSize)) { unsafe _ = pages.insert(page) } }
        }

        /// Whether all of the memory is such code.
        static func contains(_ start: UInt64, size: UInt64) -> Bool {
            let (end, overflow) = start.addingReportingOverflow(size)
            guard size > 0, !overflow else { return false }
            return lock.withLock {
                stride(from: start & ~(pageSize - 1), to: end, by: Int(pageSize)).allSatisfy { unsafe pages.contains($0) }
            }
        }
    }
#endif
