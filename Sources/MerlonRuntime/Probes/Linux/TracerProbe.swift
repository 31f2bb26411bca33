#if os(Linux)
    import CMerlonProbes
    import Glibc

    /// The tracer and its name, and what else `/proc/self/status` says.
    enum TracerProbe {
        static let probe = Probe(
            "linux-status", tier: .cheap,
            giveUp: {
                $0.linux?.tracerPID = .timedOut
                $0.linux?.tracerName = .timedOut
                $0.linux?.tracerIsOwnGuard = .timedOut
                $0.linux?.privileges = .timedOut
            },
            ask: {
                let text = LinuxSystem.read("/proc/self/status", limit: 16384)
                let tracer: Fact<Int32> = text.flatMap {
                    ProcText.field("TracerPid", in: $0).flatMap { Int32($0) }.map { .value($0) } ?? .unsupported
                }
                let name: Fact<String> = tracer.flatMap { $0 == 0 ? .value("") : LinuxSystem.text("/proc/\($0)/comm", limit: 64) }
                let isOwnGuard: Fact<Bool> = tracer.map { $0 != 0 && $0 == merlon_linux_own_guard() }
                let privileges: Fact<ProcessPrivileges> = text.flatMap(Self.privileges)
                return {
                    $0.linux?.tracerPID = tracer
                    $0.linux?.tracerName = name
                    $0.linux?.tracerIsOwnGuard = isOwnGuard
                    $0.linux?.privileges = privileges
                }
            })

        /// The tracers of all threads, at most 4,096 of them.
        static let threads = Probe.linux("linux-thread-tracers", tier: .costly, put: { $0?.threadTracerPID = $1 }) {
            var (tracer, count): (Int32, UInt32) = (0, 0)
            var isComplete = false
            let status = unsafe merlon_linux_thread_tracer(4096, merlon_linux_own_guard(), &tracer, &count, &isComplete)
            // Where the folder is not there, nothing was looked at.
            guard status == 0 else { return .denied(status) }
            return isComplete || tracer != 0 ? .value(tracer) : .denied(EOVERFLOW)
        }

        private static func privileges(_ text: [UInt8]) -> Fact<ProcessPrivileges> {
            var user: UInt32 = 0
            let status = unsafe merlon_linux_user(&user)
            guard status == 0 else { return LinuxSystem.failure(status) }
            return .value(
                ProcessPrivileges(
                    isRoot: user == 0, capabilities: ProcText.field("CapEff", in: text).flatMap { UInt64($0, radix: 16) } ?? 0,
                    seccomp: ProcText.field("Seccomp", in: text).flatMap { Int32($0) } ?? 0,
                    noNewPrivileges: ProcText.field("NoNewPrivs", in: text) == "1"))
        }
    }
#endif
