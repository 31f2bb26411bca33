#if os(Linux)
    import CMerlonProbes
    import MerlonCore

    /// `LD_PRELOAD` and kin that the process was started with.
    enum LoaderVariableProbe {
        static let probe = Probe.linux("linux-loader-variables", tier: .cheap, put: { $0?.loaderVariables = $1 }) { kept.read() }

        /// What a process was started with is settled then. Whoever changes that memory later does so to hide it: the first reading is the better one.
        private final class Kept: @unchecked Sendable {
            private let lock = Lock()
            private var first: [LoaderVariable]?

            func read() -> Fact<[LoaderVariable]> {
                if let first = lock.withLock({ first }) { return .value(first) }
                let fact = LinuxSystem.read("/proc/self/environ", limit: 1 << 20).map { ProcText.loaderVariables(in: $0) }
                if case .value(let variables) = fact { lock.withLock { first = first ?? variables } }
                return fact
            }
        }

        private static let kept = Kept()
    }
#endif
