/// A debugger as parent: the program was started by it.
enum ParentDetector {
    private static let debuggers: Set<String> = [
        "gdb", "gdbserver", "lldb", "lldb-server", "strace", "ltrace", "rr", "frida", "frida-server", "frida-trace", "radare2", "r2",
        "uftrace",
        "valgrind",
    ]

    static let linux = Detector(
        "linux-parent", "a debugger as the parent", platforms: [.linux], tier: .cheap, indicators: ["linux-debugger-parent"],
        categories: [.debugging]
    ) { snapshot in
        let fact = snapshot.linux?.parentName ?? .unsupported
        guard case .value(let name) = fact else { return .undecided(reason: fact.whyNot) }
        guard debuggers.contains(name) else { return .judged([]) }
        return .judged([
            Indicator(
                "linux-debugger-parent", .debugging, .weak, evidence: [.init("the parent is \(name)", source: "/proc/PPID/comm")],
                test: "MASTG-TEST-0401", advice: "The program was started from a debugger. By its name alone: anybody can choose one.",
                family: "linux-tracer")
        ])
    }
}
