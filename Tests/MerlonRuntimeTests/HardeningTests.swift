#if os(Linux)
    import Foundation
    import MerlonRuntime
    import TestSupport
    import Testing

    extension LinuxProcessTests {
        /// What each protection stops, and what not, as `Documentation/Runtime.md` says.
        @Suite(
            .serialized,
            .enabled(if: Attackers.compiler != nil && getuid() == 0, "needs clang, which Swift brings, and root to become another user"))
        struct HardeningTests {
            private static let user = 65534
            private static let yama =
                Int((try? String(contentsOfFile: "/proc/sys/kernel/yama/ptrace_scope", encoding: .utf8))?.prefix(1) ?? "0") ?? 0

            @Test(
                arguments: [
                    (["harden", "undumpable"], 65534, "read", false), (["harden", "undumpable"], 65534, "ptrace", false),
                    (["harden", "undumpable"], nil, "read", true), ([], 65534, "read", true), ([], 65534, "ptrace", true),
                    (["harden", "guard-process"], nil, "ptrace", false), (["harden", "guard-process"], nil, "read", true),
                    (["harden", "no-core"], nil, "read", true),
                ] as [([String], Int?, String, Bool)])
            func outcomes(_ arguments: [String], _ attacker: Int?, _ attack: String, _ succeeds: Bool) throws {
                let victim = try Victim(arguments, user: Self.user)
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
                // Root still gets in, and the text is compared as a whole where there is no page map.
                #expect(try Attackers.attack("mem", victim, at: victim.ask("address")) == "done")
                #expect(try victim.threats() == ["linux-software-breakpoint"])
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
            }
        }
    }
#endif
