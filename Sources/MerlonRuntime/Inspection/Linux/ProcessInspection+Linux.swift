#if os(Linux)
    import CMerlonProbes

    extension ProcessInspection {
        /// Looks at a process through `/proc`, without attaching to it.
        public init(of pid: Int32) {
            let root = "/proc/\(pid)"
            let status = LinuxSystem.read(root + "/status", limit: 16384)
            func field(_ name: String) -> Fact<String> {
                status.flatMap { text in ProcText.field(name, in: text).map { .value($0) } ?? .unsupported }
            }
            let lines = LinuxSystem.read(root + "/maps", limit: 4 << 20).map { MemoryMap($0).lines.map { $0.mapping(owner: nil) } }
            let odd = lines.map { $0.filter { $0.isWritable || $0.backing == .anonymous || $0.backing == .memoryFile } }
            let tools = lines.map { mappings in
                Set(mappings.flatMap { ToolMappingDetector.found(in: $0.name).subtracting(ToolMappingDetector.ordinary) })
            }
            let variables = LinuxSystem.read(root + "/environ", limit: 1 << 20).map { ProcText.loaderVariables(in: $0) }
            self.init(
                pid: pid,
                items: [
                    Item("name", field("Name"), meaning: "what it calls itself; anybody can choose"),
                    Item("tracer", field("TracerPid"), meaning: "the process that controls it; 0 for none"),
                    Item("seccomp", field("Seccomp"), meaning: "0: it may make any system call; 2: they are filtered"),
                    Item("NoNewPrivs", field("NoNewPrivs"), meaning: "1: nothing that it starts gains privileges"),
                    Item("CapEff", field("CapEff"), meaning: "what it may do beyond its user, as bits"),
                    Item(
                        "executable mappings", lines.map { "\($0.count)" },
                        meaning: "refused: it is not dumpable, or of another user: Shield.harden() does that"),
                    Item(
                        "odd executable memory", odd.map(Self.words),
                        meaning: "memory that is anonymous, of no file on disk, or writable: injected code, or a just-in-time compiler"),
                    Item(
                        "tools", tools.map { $0.sorted().joined(separator: ", ") },
                        meaning: "names of hooking tools among what it has mapped"),
                    Item(
                        "variables for the loader",
                        variables.map { $0.map { "\($0.name)=\($0.files.joined(separator: ":"))" }.joined(separator: " ") },
                        meaning: "libraries that were put into it when it started"),
                    Item(
                        "memory can be opened", Self.canOpen(root + "/mem"),
                        meaning: "what can be opened can be read, keys included, unless they are in memfd_secret"),
                ])
        }

        private static func words(_ mappings: [ExecutableMapping]) -> String {
            let words = mappings.prefix(16).map { "\($0.name.isEmpty ? $0.backing.rawValue : $0.name) (\($0.pages) pages)" }
            return words.joined(separator: ", ") + (mappings.count > 16 ? " and \(mappings.count - 16) more" : "")
        }

        /// Opened and not read: the first page is not mapped anyhow.
        private static func canOpen(_ path: String) -> Fact<String> {
            var byte: UInt8 = 0
            var count = 0
            let status = unsafe merlon_linux_read(path, &byte, 0, &count)
            return status == 0 ? .value("yes") : .denied(status)
        }
    }
#endif
