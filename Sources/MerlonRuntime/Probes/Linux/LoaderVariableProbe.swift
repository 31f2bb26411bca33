#if os(Linux)
    import CMerlonProbes
    import MerlonCore

    /// `LD_PRELOAD` and kin that the process was started with.
    enum LoaderVariableProbe {
        static let probe = Probe.linux("linux-loader-variables", tier: .cheap, put: { $0?.loaderVariables = $1 }) { kept.read() }

        /// The kernel takes no more than six megabytes of arguments and environment.
        private static let limit = 8 << 20

        /// What a process was started with is settled then. Whoever changes that memory later does so to hide it: the first reading is the better one.
        private final class Kept: @unchecked Sendable {
            private let lock = Lock()
            private var first: [LoaderVariable]?

            func read() -> Fact<[LoaderVariable]> {
                if let first = lock.withLock({ first }) { return .value(first) }
                let fact = LinuxSystem.read("/proc/self/environ", limit: limit).flatMap { text in
                    let variables = ProcText.loaderVariables(in: text)
                    // One that was cut and says nothing is not one that has nothing to say.
                    return text.count < limit || !variables.isEmpty ? .value(variables) : .unsupported
                }
                if case .value(let variables) = fact { lock.withLock { first = first ?? variables } }
                return fact
            }
        }

        private static let kept = Kept()
    }
#endif
