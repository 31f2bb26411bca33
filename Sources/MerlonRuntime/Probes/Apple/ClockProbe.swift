#if canImport(Darwin)
    import Darwin
    import Foundation
    import MerlonCore

    /// How the clock stands.
    enum ClockProbe {
        /// Both clocks when the process first looked.
        private static let anchor = ClockAnchor(SystemTimeSource())

        static let probe = Probe.apple("apple-clock", tier: .cheap, \.clock) {
            var status = stat()
            guard let path = Bundle.main.executablePath, unsafe stat(path, &status) == 0 else { return .denied(errno) }
            // When the file's record last changed, which installing it does: the date within it is the builder's.
            let installed = WallTime(seconds: Int64(status.st_ctimespec.tv_sec), nanoseconds: UInt32(status.st_ctimespec.tv_nsec))
            return .value(anchor.reading(now: ClockAnchor(SystemTimeSource()), installed: installed))
        }
    }
#endif
