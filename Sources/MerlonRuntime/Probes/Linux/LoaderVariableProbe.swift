#if os(Linux)
    /// `LD_PRELOAD` and kin that the process was started with.
    enum LoaderVariableProbe {
        static let probe = Probe.linux("linux-loader-variables", tier: .cheap, \.loaderVariables) {
            LinuxSystem.read("/proc/self/environ", limit: 1 << 20).map { ProcText.loaderVariables(in: $0) }
        }
    }
#endif
