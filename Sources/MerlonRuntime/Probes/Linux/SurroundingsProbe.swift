#if os(Linux)
    /// Containers, virtual machines and mandatory access control.
    enum SurroundingsProbe {
        static let containers = Probe.linux("linux-containers", tier: .costly, put: { $0?.containers = $1 }) {
            var names: [String] = []
            var unread: Fact<[String]>?
            for (path, name) in [
                ("/.dockerenv", "docker"), ("/run/.containerenv", "podman"), ("/var/run/secrets/kubernetes.io", "kubernetes"),
                ("/.flatpak-info", "flatpak"), ("/proc/sys/fs/binfmt_misc/WSLInterop", "wsl"), ("/run/systemd/container", "systemd-nspawn"),
            ] {
                switch LinuxSystem.exists(path) {
                case .value(true): names.append(name)
                case .value(false): break
                case let other: unread = other.map { _ in [] }
                }
            }
            let groups = LinuxSystem.read("/proc/self/cgroup", limit: 8192)
            let group = groups.value ?? []
            // A kernel without control groups has no such file; without /proc there is nothing to say.
            if groups.value == nil, groups != .unsupported || LinuxSystem.exists("/proc/self") != .value(true) {
                unread = groups.map { _ in [] }
            }
            for (word, name) in [("docker", "docker"), ("kubepods", "kubernetes"), ("libpod", "podman"), ("lxc", "lxc"), ("snap.", "snap")]
            where !names.contains(name) && ProcText.contains("/" + word, in: group) { names.append(name) }
            if names.contains("systemd-nspawn"), case .value(let kind) = LinuxSystem.text("/run/systemd/container", limit: 64),
                !kind.isEmpty
            {
                names.removeAll { $0 == "systemd-nspawn" }
                names.append(String(kind.prefix(32)))
            }
            // Where not all could be read, none found is not none there.
            if names.isEmpty, let unread { return unread }
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
            let (selinux, apparmor) = (
                LinuxSystem.text("/sys/fs/selinux/enforce", limit: 8), LinuxSystem.text("/sys/module/apparmor/parameters/enabled", limit: 8)
            )
            switch selinux {
            case .value("1"): names.append("selinux-enforcing")
            case .value: names.append("selinux-permissive")
            default: break
            }
            if case .value("Y") = apparmor {
                let profile = LinuxSystem.text("/proc/self/attr/apparmor/current", limit: 256).value ?? "unknown"
                names.append("apparmor:" + ScrubbedPath.profile(profile))
            }
            // Nothing is said where one of both was refused, or where there is no /sys to ask.
            for case .denied(let status) in [selinux, apparmor] where names.isEmpty { return .denied(status) }
            guard !names.isEmpty || LinuxSystem.exists("/sys/kernel") == .value(true) else { return .unsupported }
            return .value(names)
        }
    }
#endif
