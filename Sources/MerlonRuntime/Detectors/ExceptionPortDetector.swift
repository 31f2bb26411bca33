/// Ports that are told of breakpoints. Crash reporters take them as well.
enum ExceptionPortDetector {
    static let apple = Detector.apple(
        "apple-exception-ports", "ports that are told of breakpoints", tier: .cheap, indicators: ["apple-exception-port"],
        categories: [.debugging], \.exceptionPorts
    ) { ports, _ in
        let told = ports.filter { $0.mask & ExceptionPort.breakpoint != 0 }
        guard !told.isEmpty else { return .judged([]) }
        return [
            Indicator(
                "apple-exception-port", .debugging, .weak,
                evidence: told.map { .init("mask 0x\(String($0.mask, radix: 16))", source: "task_get_exception_ports") },
                test: "MASTG-TEST-0401", advice: "A debugger waits there, or a crash reporter: many apps have one.",
                family: "apple-tracer")
        ].outcome
    }
}
