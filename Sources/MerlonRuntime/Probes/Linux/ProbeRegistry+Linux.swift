#if os(Linux)
    import Dispatch
    import MerlonCore

    extension ProbeRegistry {
        /// Every probe for this platform.
        static let all: [Probe] = [
            TracerProbe.probe, ParentProbe.probe, MappingProbe.probe, LoaderVariableProbe.probe, TracerProbe.threads,
            DebugRegisterProbe.probe, TextProbe.probe, SlotProbe.probe, SanitizerProbe.probe, SurroundingsProbe.containers,
            SurroundingsProbe.virtualMachine,
            SurroundingsProbe.accessControl, ToolPortProbe.probe,
        ]

        /// Probes that an app must ask for: none here.
        static let deviceBinding: [Probe] = []

        /// Where a sweep that a task of this priority asks for is worked on: the queue whose threads tasks of that priority have here. So the thread
        /// that asks mostly goes on with the sweep itself, and then with the task. With another queue each sweep waited two times for the system to
        /// wake a thread: most of a cheap sweep's time, and on a busy machine many times that.
        ///
        /// Never less than ordinary priority: who keeps the machine busy could let the probes of a watch run into their deadlines. A probe that hangs
        /// keeps a thread; the queue gets another one within a second.
        static func queue(for priority: TaskPriority) -> DispatchQueue {
            .global(qos: priority.rawValue >= TaskPriority.high.rawValue ? .userInitiated : .default)
        }

        /// A snapshot of this system in which nothing was asked.
        static func emptySnapshot(at time: WallTime) -> FactsSnapshot {
            FactsSnapshot(
                recorded: time, platform: .linux, systemVersion: systemVersion, linux: LinuxFacts())
        }

        /// Asked once: the kernel does not change under a process.
        /// Its numbers alone: who builds a kernel may put the machine's name after them.
        private static let systemVersion = String(
            (LinuxSystem.text("/proc/sys/kernel/osrelease", limit: 128).value ?? "").prefix { $0.isNumber || $0 == "." })
    }
#endif
