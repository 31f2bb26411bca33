#if os(Linux)
    import Foundation
    import MerlonRuntime
    import TestSupport
    import Testing

    extension Adversary {
        static let writers: [Adversary] = [
            writer("a breakpoint through /proc/PID/mem", "mem"),
            writer("other code through /proc/PID/mem", "mem", byte: "90"),
            writer("a breakpoint by PTRACE_POKEDATA", "ptrace"),
            Adversary(name: "a breakpoint that is put in and taken out") { scene in
                let victim = try scene.victim()
                guard try scene.attack("restore", victim, at: victim.ask("address")) else { return try scene.keptOut(.gone, victim) }
                try scene.look(.gone, victim)
            },
            // It obeys the protection of pages, whoever calls it.
            writer("code by process_vm_writev", "vm"),
            Adversary(name: "the kernel's own library (vDSO)") { scene in
                let victim = try scene.victim()
                let line = try #require(victim.maps().first { $0.last == "[vdso]" })
                let start = try #require(UInt64(line[0].split(separator: "-")[0], radix: 16))
                guard try scene.attack("mem", victim, at: "\(start + 0x800)") else { return try scene.keptOut(.atWork, victim) }
                try scene.look(.atWork, victim)
            },
            tableWriter("a global offset table through /proc/PID/mem, full RELRO", "mem", isBoundNow: true),
            tableWriter("a global offset table by process_vm_writev, full RELRO", "vm", isBoundNow: true),
            tableWriter("a global offset table by process_vm_writev, bound lazily", "vm", isBoundNow: false),
            Adversary(name: "memory that is writable and executable, by ptrace", lack: intelLack) { scene in
                let victim = try scene.victim()
                guard try scene.attack("inject", victim, at: "0") else { return try scene.keptOut(.gone, victim) }
                try scene.look(.gone, victim)
            },
            Adversary(name: "a hardware breakpoint", lack: intelLack ?? registerLack) { scene in
                let victim = try scene.victim(["threads", "2"])
                // For another user than root perf_event_open is often closed, and the victim cannot know.
                let canAsk = try victim.sweep().undecided["linux-debug-registers"] == nil
                guard try scene.attack("register", victim, at: victim.ask("address")) else { return try scene.keptOut(.gone, victim) }
                guard canAsk else { throw Scene.NotMeasured() }
                try scene.look(.gone, victim)
            },
            Adversary(name: "a probe of the kernel (uprobe)", lack: probeLack, isForRoot: true) { scene in
                let victim = try scene.victim()
                // At the second instruction: the kernel does the first, a push, itself.
                let address = try #require(UInt64(victim.ask("address"))) + secondInstruction
                let line = try #require(
                    victim.maps().first { fields in
                        let range = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
                        return range[0] <= address && address < range[1]
                    })
                let start = try #require(UInt64(line[0].split(separator: "-")[0], radix: 16))
                let offset = try #require(UInt64(line[2], radix: 16)) + address - start
                let held = try scene.hold(
                    Attackers.build("attack"), ["uprobe", "\(victim.pid)", "\(offset)", String(try #require(line.last))])
                guard held.firstLine == "done" else { return try scene.keptOut(.atWork, victim) }
                // Only when the probe is hit does the kernel map its page for probed instructions.
                #expect(try victim.ask("call") == "7")
                try scene.look(.atWork, victim)
                held.release()
                try scene.look(.gone, victim)
                #expect(try victim.ask("call") == "7")
            },
        ]

        private static func writer(_ name: String, _ how: String, byte: String = "cc") -> Adversary {
            Adversary(name: name) { scene in
                let victim = try scene.victim()
                guard try scene.attack(how, victim, at: victim.ask("address"), byte) else { return try scene.keptOut(.atWork, victim) }
                try scene.look(.atWork, victim)
            }
        }

        private static func tableWriter(_ name: String, _ how: String, isBoundNow: Bool) -> Adversary {
            Adversary(name: name, lack: RelinkedProbe.lack) { scene in
                let victim = try scene.victim(program: RelinkedProbe.build(isBoundNow ? .boundNow : .boundLazily))
                let address = try victim.ask("address")
                guard try Attackers.run("got", ["\(victim.pid)", "dlclose", address, how], user: scene.attacker) == "done" else {
                    return try scene.keptOut(.atWork, victim)
                }
                try scene.look(.atWork, victim)
            }
        }

        #if arch(x86_64)
            private static let intelLack: String? = nil
            private static let secondInstruction: UInt64 = 1
        #else
            private static let intelLack: String? = "is made for x86-64"
            private static let secondInstruction: UInt64 = 4
        #endif

        private static let registerLack: String? = {
            // Whether a process may ask: the same for all rows.
            guard let victim = try? Victim(), (try? victim.sweep().undecided["linux-debug-registers"]) ?? "" == "" else {
                return "needs perf_event_open, which is refused here"
            }
            return nil
        }()

        private static let probeLack =
            FileManager.default.fileExists(atPath: "/sys/bus/event_source/devices/uprobe/type") ? nil : "needs a kernel with uprobes"
    }
#endif
