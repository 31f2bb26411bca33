#if os(Linux)
    import MerlonCore

    extension ProbeRegistry {
        /// Every probe for this platform.
        static let all: [Probe] = [
            TracerProbe.probe, ParentProbe.probe, MappingProbe.probe, LoaderVariableProbe.probe, DebugRegisterProbe.probe, TextProbe.probe,
            SlotProbe.probe, SanitizerProbe.probe, SurroundingsProbe.containers, SurroundingsProbe.virtualMachine,
            SurroundingsProbe.accessControl, ToolPortProbe.probe,
        ]

        /// Probes that an app must ask for: none here.
        static let deviceBinding: [Probe] = []

        /// A snapshot of this system in which nothing was asked.
        static func emptySnapshot(at time: WallTime) -> FactsSnapshot {
            FactsSnapshot(
                recorded: time, platform: .linux, systemVersion: systemVersion, linux: LinuxFacts())
        }

        /// Asked once: the kernel does not change under a process.
        private static let systemVersion = LinuxSystem.text("/proc/sys/kernel/osrelease", limit: 128).value ?? ""
    }
#endif
