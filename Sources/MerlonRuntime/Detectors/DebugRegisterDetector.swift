/// Hardware breakpoints and watchpoints: they leave no trace in memory, but take a debug register.
enum DebugRegisterDetector {
    static let linux = Detector(
        "linux-debug-registers", "debug registers in use", platforms: [.linux], tier: .costly, indicators: ["linux-hardware-breakpoint"],
        categories: [.debugging]
    ) { snapshot in
        let fact = snapshot.linux?.debugRegisters ?? .unsupported
        guard case .value(let registers) = fact else { return .undecided(reason: fact.whyNot) }
        guard registers.threads > 0 else { return .undecided(reason: "no thread could be asked") }
        guard registers.leastFree < registers.total else { return .judged([]) }
        // A recording may have any numbers.
        let used = registers.total &- registers.leastFree
        return .judged([
            Indicator(
                "linux-hardware-breakpoint", .debugging, .firm,
                evidence: [
                    .init("\(used) of \(registers.total) debug registers are taken", source: "perf_event_open(PERF_TYPE_BREAKPOINT)")
                ],
                test: "MASTG-TEST-0401",
                advice:
                    "A debugger set a hardware breakpoint or watchpoint, and may have detached since. A profiler of the whole machine takes them, too."
            )
        ])
    }
}
