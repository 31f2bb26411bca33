#if os(Linux)
    import CMerlonProbes

    /// Debug registers that are in use: by hardware breakpoints and watchpoints of a debugger, which stay after it detached.
    enum DebugRegisterProbe {
        static let probe = Probe.linux("linux-debug-registers", tier: .costly, put: { $0?.debugRegisters = $1 }) {
            var (threads, free): (UInt32, UInt32) = (0, 0)
            let status = unsafe merlon_linux_debug_registers(64, &threads, &free)
            guard status == 0 else { return LinuxSystem.failure(status) }
            return .value(DebugRegisters(total: 4, leastFree: Int(free), threads: Int(threads)))
        }
    }
#endif
