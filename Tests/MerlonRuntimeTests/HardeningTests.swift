#if os(Linux)
    import Foundation
    import MerlonRuntime
    import TestSupport
    import Testing

    extension LinuxProcessTests {
        /// What each protection stops by itself, and what not, as `Documentation/Runtime.md` says. What `memfd_secret` hides from root and ptrace is in
        /// `SecretMemoryTests`; all protections together against each attacker in `AdversaryTests`.
        @Suite(
            .serialized,
            .enabled(if: Attackers.compiler != nil && Attackers.isRoot, "needs clang, which Swift brings, and root to become another user"))
        struct HardeningTests {
            private static let user = 65534
            private static let yama =
                Int((try? String(contentsOfFile: "/proc/sys/kernel/yama/ptrace_scope", encoding: .utf8))?.prefix(1) ?? "0") ?? 0

            @Test(
                arguments: [
                    (["harden", "undumpable"], 65534, "read", false), (["harden", "undumpable"], 65534, "ptrace", false),
                    (["harden", "undumpable"], nil, "read", true), ([], 65534, "read", true), ([], 65534, "ptrace", true),
                    (["harden", "guard-process"], nil, "ptrace", false), (["harden", "guard-process"], nil, "read", true),
                    (["harden", "no-core"], nil, "read", true), (["harden", "deny-new-code"], 65534, "mem", true),
                ] as [([String], Int?, String, Bool)])
            func outcomes(_ arguments: [String], _ attacker: Int?, _ attack: String, _ succeeds: Bool) throws {
                let victim = try Victim(arguments, user: Self.user)
                if victim.greeting.contains(where: { $0.contains("unsupported") }) { try Test.cancel("needs Linux 6.3") }
                #expect(victim.greeting.allSatisfy { $0.hasSuffix(#": done"]"#) })
                let result = try Attackers.attack(attack, victim, at: victim.ask("address"), user: attacker)
                // Where Yama is at work, the same user is kept out already.
                let isAllowed = succeeds && (attacker == nil || Self.yama == 0)
                #expect((result == "done") == isAllowed, "\(result)")
            }

            @Test func nothingIsFoundAfterHardening() throws {
                let victim = try Victim(["harden", "undumpable,no-core,deny-new-code"], user: Self.user)
                let verdict = try victim.sweep()
                #expect(verdict.level == .clear)
                #expect(verdict.indicators.filter(\.category.isThreat).isEmpty)
                #expect(!verdict.undecided.keys.contains("linux-text"))
            }

            /// Root still gets in. What it wrote and put back, and what it wrote to any library, is seen without the page map, which is closed to the
            /// process.
            @Test func codeIsComparedWithoutAPageMap() throws {
                let victim = try Victim(["harden", "undumpable"], user: Self.user)
                let line = try #require(
                    victim.maps().first { $0.last?.hasSuffix("libswift_RegexParser.so") == true && $0[1].hasPrefix("r-x") })
                let start = try #require(UInt64(line[0].split(separator: "-")[0], radix: 16))
                #expect(try Attackers.attack("restore", victim, at: "\(start + 8192)") == "done")
                #expect(try victim.threats() == ["linux-text-written"])
                #expect(try Attackers.attack("mem", victim, at: "\(start + 8192)") == "done")
                let verdict = try victim.sweep()
                #expect(verdict.indicators.contains { $0.evidence.contains { $0.place.contains("libswift_RegexParser.so") } })
                #expect(!verdict.indicators.filter(\.category.isThreat).isEmpty)
            }

            /// A process that dies leaves no core, whatever its limit was.
            @Test func noCoreIsLeft() throws {
                let pattern = try String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)
                if !pattern.hasPrefix("core") {
                    try Test.cancel("needs a kernel.core_pattern that writes into the working folder, not \(pattern)")
                }
                func cores(_ measures: [String]) throws -> Int {
                    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-cores-\(UUID().uuidString)")
                    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                    defer { try? FileManager.default.removeItem(at: folder) }
                    let program = BuiltProducts.executable("RuntimeProbe").path
                    let run = try Executable("sh").run(
                        ["-c", "ulimit -c unlimited && exec \"$0\" \"$@\"", program] + measures + ["serve"], input: "abort\n",
                        environment: ["SWIFT_BACKTRACE": "enable=no"], in: folder)
                    #expect(run.status == 128 + SIGABRT)
                    return try FileManager.default.contentsOfDirectory(atPath: folder.path).count
                }
                #expect(try cores([]) == 1)
                #expect(try cores(["harden", "no-core"]) == 0)
                #expect(try cores(["harden", "undumpable"]) == 0)
            }

            @Test func newCodeIsDenied() throws {
                #expect(try Victim().ask("make-code") == "done done")
                let victim = try Victim(["harden", "deny-new-code"])
                if victim.greeting == [#"["deny-new-code: unsupported"]"#] { try Test.cancel("needs Linux 6.3") }
                #expect(try victim.ask("make-code") == "refused refused")
                #expect(try victim.threats() == [])
            }

            /// Signals come while the guard starts and while a port is asked, as those of a profiler do.
            @Test func signalsInBetween() throws {
                let program = try Attackers.buildWithProbes("signals", [], source: "signals.c")
                let run = try Executable(at: program).run([], atMost: 200)
                #expect(run.output == "guards 25 of 25, port 1\n", "\(run)")
            }

            /// Who is traced already, or has a /proc of another name space, gets no guard, is told why, and lives on.
            @Test(arguments: [
                (["strace", "-o", "/dev/null"], "refused(\(EPERM))"), (["unshare", "--pid", "--fork"], "unsupported"),
            ])
            func withoutAGuard(_ starter: [String], _ outcome: String) throws {
                guard let path = Executable(starter[0]).path else { try Test.cancel("needs \(starter[0]): Scripts/setup --tests") }
                let command = [path] + starter.dropFirst()
                let start = try Executable(at: Attackers.build("unblock"))
                guard try start.run(command + ["true"]).status == 0 else { try Test.cancel("needs the right to run \(starter[0])") }
                let probe = BuiltProducts.executable("RuntimeProbe").path
                let run = try start.run(
                    command + [probe, "threads", "3", "harden", "guard-process", "serve"], input: "call\n", atMost: 200)
                let lines = run.output.split(separator: "\n")
                #expect(lines.count == 3 && lines[0] == #"["guard-process: \#(outcome)"]"# && lines[2] == "7", "\(run)")
            }

            @Test func theOwnGuardIsNamed() throws {
                let victim = try Victim(["threads", "3", "harden", "guard-process"])
                let verdict = try victim.sweep()
                #expect(verdict.level == .clear)
                #expect(verdict.indicators.contains { $0.id == "linux-own-guard" })
                // The guard holds nothing of the process open: what the process closes is closed.
                let status = try String(contentsOfFile: "/proc/\(victim.pid)/status", encoding: .utf8)
                let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") })
                let guardPID = try #require(line.split(separator: "\t").last.flatMap { Int32($0) })
                #expect(guardPID != 0)
                #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/\(guardPID)/fd").isEmpty)
                // When it ends, so does the process.
                kill(guardPID, SIGKILL)
                #expect(throws: (any Error).self) {
                    for _ in 0..<2000 {
                        _ = try victim.ask("call", within: 20)
                        usleep(10_000)
                    }
                }
            }
        }
    }
#endif
