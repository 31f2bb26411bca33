#if os(Linux)
    import Foundation
    import MerlonRuntime
    import TestSupport
    import Testing

    extension LinuxProcessTests {
        /// What the table of attackers does not say: a clean process, other users, and what is left when an attacker has tidied up.
        @Suite(.serialized, .enabled(if: Attackers.compiler != nil, "\(Attackers.need)")) struct LinuxAdversaryTests {
            @Test func cleanBeforeAnybodyComes() throws {
                let victim = try Victim()
                let verdict = try victim.sweep()
                #expect(verdict.indicators.filter(\.category.isThreat).isEmpty)
                #expect(verdict.level == .clear)
                // Nothing is clear because it was not looked at.
                #expect(Set(verdict.undecided.keys).isSubset(of: ["linux-debug-registers", "linux-manifest"]))
                #expect(try victim.ask("call") == "7")
            }

            /// A tracer makes a cheap sweep compromised, and its name is in the evidence.
            @Test(.enabled(if: Executable("strace").isInstalled, "needs strace: Scripts/setup --tests"))
            func aTracerIsNamed() throws {
                let victim = try Victim()
                let held = try Attackers.Held(
                    try #require(Executable("strace").path), ["-f", "-o", "/dev/null", "-p", "\(victim.pid)"], readsLine: false)
                try victim.wait { !$0.contains("TracerPid:\t0\n") }
                let verdict = try victim.sweep("cheap")
                #expect(verdict.level == .compromised)
                let tracer = try #require(verdict.indicators.first { $0.id == "linux-tracer" })
                #expect(tracer.evidence.first?.what.hasSuffix(", strace") == true)
                held.release(signal: SIGINT)
            }

            #if arch(x86_64)
                @Test func aHardwareBreakpointStaysWhenItWasCleared() throws {
                    let victim = try Victim(["threads", "3"])
                    if try victim.sweep().undecided["linux-debug-registers"] != nil {
                        try Test.cancel("needs perf_event_open, which is refused here")
                    }
                    #expect(try Attackers.attack("register", victim, at: victim.ask("address")) == "done")
                    // Cleared and detached: the kernel keeps the register for the thread all the same.
                    #expect(try Attackers.attack("release", victim, at: "0") == "done")
                    #expect(try victim.threats() == ["linux-hardware-breakpoint"])
                }
            #endif

            @Test(.enabled(if: Attackers.isRoot, "needs root, to become two other users"))
            func anotherUserCannotBeSeenButIsStopped() throws {
                let victim = try Victim(user: 65534)
                #expect(try victim.threats() == [])
                #expect(try Attackers.attack("read", victim, at: victim.ask("address"), user: 65533) != "done")
                #expect(try Attackers.attack("restore", victim, at: victim.ask("address")) == "done")
                #expect(try victim.threats() == ["linux-text-written"])
            }
        }
    }
#endif
