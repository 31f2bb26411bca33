#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    extension Adversary {
        private static func lack(_ tool: String) -> String? { Executable(tool).isInstalled ? nil : "needs \(tool): Scripts/setup --tests" }

        static let debuggers: [Adversary] = [
            Adversary(name: "strace", lack: lack("strace"), stable: ["linux-tracer", "linux-debugger-parent"]) { scene in
                try trace(scene, "strace", ["-f", "-o", "/dev/null"])
            },
            Adversary(name: "ltrace", lack: lack("ltrace"), stable: ["linux-tracer", "linux-debugger-parent", "linux-software-breakpoint"])
            {
                scene in
                // It sets its breakpoints while the victim starts, and calls through them slowly: only the start is tried.
                let victim = try scene.victim(startedBy: [path("ltrace"), "-e", "getauxval", "-o", "/dev/null"])
                try scene.look(.beforeStart, victim)
            },
            Adversary(name: "gdb, with a breakpoint", lack: lack("gdb"), stable: debugging) { scene in
                let launched = try scene.victim(startedBy: gdb + ["-ex", "break probe_target", "-ex", "run", "--args"])
                try scene.look(.beforeStart, launched)
                launched.end()

                let victim = try scene.victim()
                let address = try victim.ask("address")
                let held = try scene.hold(
                    path("gdb"), Array(gdb.dropFirst()) + ["-p", "\(victim.pid)", "-ex", "break *\(address)", "-ex", "continue"],
                    readsLine: false)
                try victim.wait { !held.isRunning || (isTraced($0) && $0.contains("State:\tS") && hasBreakpoint(victim, address)) }
                guard held.isRunning, hasBreakpoint(victim, address) else {
                    try scene.keptOut(.atWork, victim)
                    return try scene.keptOut(.gone, victim)
                }
                try scene.look(.atWork, victim)
                // Killed, gdb leaves its breakpoint behind.
                held.release(signal: SIGKILL)
                try victim.wait { !isTraced($0) && !$0.contains("State:\tT") }
                try scene.look(.gone, victim)
            },
            Adversary(name: "gdb, detached in order", lack: lack("gdb"), stable: debugging.union(["linux-text-written"])) { scene in
                let victim = try scene.victim()
                let address = try victim.ask("address")
                let held = try scene.hold(
                    path("gdb"),
                    Array(gdb.dropFirst()) + [
                        "-p", "\(victim.pid)", "-iex", "set breakpoint always-inserted on", "-ex", "break *\(address)", "-ex", "delete",
                        "-ex",
                        "detach", "-ex", "quit",
                    ], readsLine: false)
                try victim.wait { _ in !held.isRunning }
                held.release()
                if scene.protection != .guarded { try victim.wait { !isTraced($0) && !$0.contains("State:\tT") } }
                try scene.look(.gone, victim)
                if scene.seen[.gone] == "nothing" { try scene.keptOut(.gone, victim) }
            },
            Adversary(name: "a tracer of one thread that is not the first") { scene in
                let victim = try scene.victim(["threads", "2"])
                // Threads that serve no queue: they stay.
                let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(victim.pid)/task").compactMap { Int32($0) }
                let thread = try #require(threads.sorted().first { $0 != victim.pid })
                let held = try scene.hold(Attackers.build("attack"), ["seize", "\(thread)", "0", "hold"])
                guard held.firstLine == "done" else {
                    try scene.keptOut(.atWork, victim)
                    return try scene.keptOut(.gone, victim)
                }
                try scene.look(.atWork, victim)
                held.release()
                try scene.look(.gone, victim)
            },
            Adversary(name: "a tracer outside of the victim's process namespace", lack: namespaceLack, isForRoot: true) { scene in
                let victim = try scene.victim(startedBy: ["/usr/bin/unshare", "--pid", "--fork", "--mount-proc"])
                let inner = try #require(child(named: "RuntimeProbe", of: victim))
                let held = try scene.hold(Attackers.build("attack"), ["seize", "\(inner)", "0", "hold"])
                guard held.firstLine == "done" else { return try scene.keptOut(.atWork, victim) }
                try scene.look(.atWork, victim)
                held.release()
            },
        ]

        private static let debugging: Set<String> = ["linux-tracer", "linux-debugger-parent", "linux-software-breakpoint"]

        private static func path(_ tool: String) -> String { Executable(tool).path ?? tool }

        private static let gdb = [
            path("gdb"), "-q", "-nx", "-batch", "--readnever", "-iex", "set auto-solib-add off", "-iex", "set debuginfod enabled off",
            "-ex",
            "set print thread-events off",
        ]

        private static let namespaceLack: String? =
            (try? Executable("unshare").run(["--pid", "--fork", "--mount-proc", "true"]).status) == 0
            ? nil : "needs the right to make a process namespace"

        private static func isTraced(_ status: String) -> Bool { !status.contains("TracerPid:\t0\n") }

        private static func trace(_ scene: Scene, _ tool: String, _ options: [String]) throws {
            let launched = try scene.victim(startedBy: [path(tool)] + options)
            try scene.look(.beforeStart, launched)
            launched.end()

            let victim = try scene.victim(["threads", "2"])
            let held = try scene.hold(path(tool), options + ["-p", "\(victim.pid)"], readsLine: false)
            // The guard is a tracer itself.
            let isGuarded = scene.protection == .guarded
            try victim.wait { !held.isRunning || (isTraced($0) && !isGuarded) }
            guard held.isRunning, !isGuarded else {
                try scene.keptOut(.atWork, victim)
                return try scene.keptOut(.gone, victim)
            }
            try scene.look(.atWork, victim)
            held.release(signal: SIGINT)
            try scene.look(.gone, victim)
        }

        private static func hasBreakpoint(_ victim: Victim, _ address: String) -> Bool {
            guard let memory = FileHandle(forReadingAtPath: "/proc/\(victim.pid)/mem"), let offset = UInt64(address) else { return false }
            try? memory.seek(toOffset: offset)
            return (try? memory.read(upToCount: 1)) == Data([0xCC])
        }

        /// The process of that name below the one that the test started.
        private static func child(named name: String, of victim: Victim) -> Int32? {
            let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []
            return processes.sorted().last { process in
                let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
                return status.hasPrefix("Name:\t\(name)\n") && status.contains("NSpid:\t\(process)\t\(victim.pid)\n")
            }
        }
    }
#endif
