#if os(Linux)
    import CMerlonProbes

    /// The parent's name.
    enum ParentProbe {
        static let probe = Probe.linux("linux-parent", tier: .cheap, put: { $0?.parentName = $1 }) {
            var parent: Int32 = 0
            let status = unsafe merlon_linux_parent(&parent)
            guard status == 0 else { return LinuxSystem.failure(status) }
            // 0: the parent is outside of the process's namespace.
            return parent == 0 ? .value("") : LinuxSystem.text("/proc/\(parent)/comm", limit: 64)
        }
    }
#endif
