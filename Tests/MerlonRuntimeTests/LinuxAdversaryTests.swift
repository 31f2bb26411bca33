#if os(Linux)
    import Foundation
    import MerlonRuntime
    import TestSupport
    import Testing

    extension LinuxProcessTests {
        /// Real attackers against a running process: what is found within one sweep while they are at work, and after they have gone.
        @Suite(.serialized, .enabled(if: Attackers.compiler != nil, "needs clang, which Swift brings")) struct LinuxAdversaryTests {
            private static let isRoot = getuid() == 0

            @Test func cleanBeforeAnybodyComes() throws {
                let victim = try Victim()
                let verdict = try victim.sweep()
                #expect(verdict.indicators.filter(\.category.isThreat).isEmpty)
                #expect(verdict.level == .clear)
                // Nothing is clear because it was not looked at.
                #expect(Set(verdict.undecided.keys).isSubset(of: ["linux-debug-registers", "linux-manifest"]))
                #expect(try victim.ask("call") == "7")
            }

            @Test func tracer() throws {
                let victim = try Victim()
                let held = try Attackers.Held(Attackers.build("attack"), ["seize", "\(victim.pid)", "0", "hold"])
                #expect(held.firstLine == "done")
                #expect(try victim.threats() == ["linux-tracer"])
                #expect(try victim.sweep("cheap").level == .compromised)
                held.release()
                #expect(try victim.threats() == [])
            }

            @Test(.enabled(if: Executable("strace").isInstalled, "needs strace: Scripts/setup --tests"))
            func strace() throws {
                let strace = Executable("strace")
                print(try strace.run(["-V"]).output.split(separator: "\n").first ?? "")
                let victim = try Victim(["threads", "2"])
                let held = try Attackers.Held(
                    try #require(strace.path), ["-f", "-o", "/dev/null", "-p", "\(victim.pid)"], readsLine: false)
                try victim.wait { !$0.contains("TracerPid:\t0\n") }
                let verdict = try victim.sweep()
                let tracer = try #require(verdict.indicators.first { $0.id == "linux-tracer" })
                #expect(tracer.evidence.first?.what.hasSuffix(", strace") == true)
                held.release(signal: SIGINT)
                #expect(try victim.threats() == [])
            }

            @Test(.enabled(if: Executable("gdb").isInstalled, "needs gdb: Scripts/setup --tests"))
            func gdb() throws {
                let gdb = Executable("gdb")
                print(try gdb.run(["--version"]).output.split(separator: "\n").first ?? "")
                let victim = try Victim()
                let address = try victim.ask("address")
                let held = try Attackers.Held(
                    try #require(gdb.path),
                    [
                        "-q", "-nx", "-batch", "--readnever", "-iex", "set auto-solib-add off", "-iex", "set debuginfod enabled off", "-p",
                        "\(victim.pid)",
                        "-ex", "break *\(address)", "-ex", "continue",
                    ], readsLine: false)
                try victim.wait { !$0.contains("TracerPid:\t0\n") && $0.contains("State:\tS") && Self.hasBreakpoint(victim, address) }
                let attached = try victim.threats()
                #expect(attached.isSuperset(of: ["linux-tracer", "linux-software-breakpoint"]))
                held.release(signal: SIGKILL)
                try victim.wait { $0.contains("TracerPid:\t0\n") && !$0.contains("State:\tT") }
                // Gdb that is ended so leaves its breakpoint behind, which is seen without a tracer.
                let left = try victim.threats()
                #expect(left.contains("linux-software-breakpoint") && !left.contains("linux-tracer"))
            }

            /// Started by gdb, with a breakpoint before its first instruction.
            @Test(.enabled(if: Executable("gdb").isInstalled, "needs gdb: Scripts/setup --tests"))
            func gdbBeforeStart() throws {
                let arguments = [
                    "-q", "-nx", "-batch", "--readnever", "-iex", "set auto-solib-add off", "-iex", "set debuginfod enabled off", "-ex",
                    "set print thread-events off",
                ]
                let run = ["-ex", "break probe_target", "-ex", "run", "--args"]
                let victim = try Victim(startedBy: [try #require(Executable("gdb").path)] + arguments + run)
                let threats = try victim.threats()
                #expect(threats.isSuperset(of: ["linux-tracer", "linux-debugger-parent", "linux-software-breakpoint"]), "\(threats)")
                #expect(try victim.sweep("cheap").level == .compromised)
            }

            private static func hasBreakpoint(_ victim: Victim, _ address: String) -> Bool {
                guard let memory = FileHandle(forReadingAtPath: "/proc/\(victim.pid)/mem"), let offset = UInt64(address) else {
                    return false
                }
                try? memory.seek(toOffset: offset)
                return (try? memory.read(upToCount: 1)) == Data([0xCC])
            }

            private static let writers: [(String, String, Set<String>)] = [
                ("mem", "cc", ["linux-software-breakpoint"]), ("mem", "90", ["linux-patched-text"]),
                ("ptrace", "cc", ["linux-software-breakpoint"]), ("restore", "cc", ["linux-text-written"]),
            ]

            @Test(arguments: writers)
            func writersOfCode(_ how: String, _ byte: String, _ expected: Set<String>) throws {
                let victim = try Victim()
                #expect(try Attackers.attack(how, victim, at: victim.ask("address"), byte) == "done")
                #expect(try victim.threats() == expected)
            }

            /// process_vm_writev(2) obeys the protection of pages: text cannot be written with it, and nothing is found.
            @Test func anotherProcessWritesText() throws {
                let victim = try Victim()
                #expect(try Attackers.attack("vm", victim, at: victim.ask("address")) == "Bad address")
                #expect(try victim.threats() == [])
            }

            #if arch(x86_64)
                @Test func hardwareBreakpointStaysAfterDetach() throws {
                    let victim = try Victim(["threads", "3"])
                    try #require(victim.sweep().undecided["linux-debug-registers"] == nil, "perf_event_open is refused here")
                    #expect(try Attackers.attack("register", victim, at: victim.ask("address")) == "done")
                    #expect(try victim.threats() == ["linux-hardware-breakpoint"])
                    // Cleared and detached: the kernel keeps the register for the thread all the same.
                    #expect(try Attackers.attack("release", victim, at: "0") == "done")
                    #expect(try victim.threats() == ["linux-hardware-breakpoint"])
                }
            #endif

            private static let preloads: [(String, Set<String>)] = [
                ("", ["linux-preload"]), ("unset", ["linux-preload"]), ("got", ["linux-preload", "linux-got-patch"]),
                ("inline", ["linux-preload", "linux-inline-hook"]),
            ]

            @Test(arguments: preloads)
            func preloadedLibrary(_ attack: String, _ expected: Set<String>) throws {
                let victim = try Victim(environment: ["LD_PRELOAD": Attackers.build("preload.so"), "ATTACK": attack])
                #expect(try victim.threats() == expected)
            }

            @Test func auditingLibrary() throws {
                let victim = try Victim(environment: ["LD_AUDIT": Attackers.build("audit.so")])
                #expect(try victim.threats().isSuperset(of: ["linux-audit-library", "linux-unlisted-library", "linux-got-patch"]))
            }

            @Test(
                .enabled(
                    if: isRoot && FileManager.default.fileExists(atPath: "/sys/bus/event_source/devices/uprobe/type"),
                    "needs root, and a kernel with uprobes"))
            func probeOfTheKernel() throws {
                let victim = try Victim()
                let address = try #require(UInt64(victim.ask("address")))
                let maps = try String(contentsOfFile: "/proc/\(victim.pid)/maps", encoding: .utf8).split(separator: "\n").map {
                    $0.split(separator: " ")
                }
                let line = try #require(
                    maps.first { fields in
                        let range = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
                        return range[0] <= address && address < range[1]
                    })
                let start = try #require(UInt64(line[0].split(separator: "-")[0], radix: 16))
                let offset = try #require(UInt64(line[2], radix: 16)) + address - start
                let held = try Attackers.Held(
                    Attackers.build("attack"), ["uprobe", "\(victim.pid)", "\(offset)", String(try #require(line.last))])
                #expect(held.firstLine == "done")
                #expect(try victim.threats() == ["linux-software-breakpoint"])
                // Only when the probe is hit does the kernel map its page for probed instructions.
                #expect(try victim.ask("call") == "7")
                held.release()
                #expect(try victim.ask("call") == "7")
            }

            @Test func anotherUserCannotBeSeenButIsStopped() throws {
                try #require(Self.isRoot, "needs root, to become two other users")
                let victim = try Victim(user: 65534)
                #expect(try victim.threats() == [])
                #expect(try Attackers.attack("read", victim, at: victim.ask("address"), user: 65533) != "done")
                #expect(try Attackers.attack("restore", victim, at: victim.ask("address")) == "done")
                #expect(try victim.threats() == ["linux-text-written"])
            }
        }
    }
#endif
