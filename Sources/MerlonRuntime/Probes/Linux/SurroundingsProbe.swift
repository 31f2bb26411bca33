#if os(Linux)
    /// Containers, virtual machines and mandatory access control.
    enum SurroundingsProbe {
        static let containers = Probe.linux("linux-containers", tier: .costly, put: { $0?.containers = $1 }) {
            var names: [String] = []
            for (path, name) in [
                ("/.dockerenv", "docker"), ("/run/.containerenv", "podman"), ("/var/run/secrets/kubernetes.io", "kubernetes"),
                ("/.flatpak-info", "flatpak"), ("/proc/sys/fs/binfmt_misc/WSLInterop", "wsl"), ("/run/systemd/container", "systemd-nspawn"),
            ] where LinuxSystem.exists(path) { names.append(name) }
            let group = LinuxSystem.read("/proc/self/cgroup", limit: 8192).value ?? []
            for (word, name) in [("docker", "docker"), ("kubepods", "kubernetes"), ("libpod", "podman"), ("lxc", "lxc"), ("snap.", "snap")]
            where !names.contains(name) && ProcText.contains("/" + word, in: group) { names.append(name) }
            if names.contains("systemd-nspawn"), case .value(let kind) = LinuxSystem.text("/run/systemd/container", limit: 64),
                !kind.isEmpty
            {
                names.removeAll { $0 == "systemd-nspawn" }
                names.append(String(kind.prefix(32)))
            }
            return .value(names.sorted())
        }

        static let virtualMachine = Probe.linux("linux-virtual-machine", tier: .costly, put: { $0?.virtualMachine = $1 }) {
            let firmware = LinuxSystem.text("/sys/class/dmi/id/sys_vendor", limit: 128)
            let kinds = [
                "QEMU", "VMware", "innotek", "Microsoft", "Xen", "Amazon EC2", "Google", "Parallels", "Bochs", "DigitalOcean", "OpenStack",
            ]
            // Microsoft and Google make machines of metal, too: their names count with the processor's flag alone.
            let hasFlag = LinuxSystem.read("/proc/cpuinfo", limit: 8192).map {
                let flags = $0.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: "flags".utf8) }
                return flags?.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual("hypervisor".utf8) } ?? false
            }
            let kind = firmware.value.flatMap { vendor in kinds.first { vendor.hasPrefix($0) } }
            if hasFlag.value == true { return .value(kind ?? LinuxSystem.text("/sys/hypervisor/type", limit: 32).value ?? "unnamed") }
            if let kind, kind != "Microsoft", kind != "Google" { return .value(kind) }
            return hasFlag.map { _ in "" }
        }

        static let accessControl = Probe.linux("linux-access-control", tier: .costly, put: { $0?.accessControl = $1 }) {
            var names: [String] = []
            switch LinuxSystem.text("/sys/fs/selinux/enforce", limit: 8) {
            case .value("1"): names.append("selinux-enforcing")
            case .value: names.append("selinux-permissive")
            default: break
            }
            if case .value("Y") = LinuxSystem.text("/sys/module/apparmor/parameters/enabled", limit: 8) {
                let profile = LinuxSystem.text("/proc/self/attr/apparmor/current", limit: 256).value ?? "unknown"
                names.append("apparmor:" + ScrubbedPath.profile(profile))
            }
            return .value(names)
        }
    }
#endif
