/// The flag `P_SELECT`, which older libraries take for a sign of tools.
enum SelectingDetector {
    static let apple = Detector.apple(
        "apple-selecting", "the flag P_SELECT", tier: .cheap, indicators: ["apple-selecting"], categories: [.tooling],
        on: AppleHost.Kind.devices, \.isSelecting
    ) { isSelecting, _ in
        guard isSelecting else { return .judged([]) }
        return [
            Indicator(
                "apple-selecting", .tooling, .weak, evidence: [.init("P_SELECT is set", source: "sysctl(KERN_PROC_PID)")],
                test: "MASTG-TEST-0354", advice: "Tools that wait in select() set it, and so does any code that does.")
        ].outcome
    }
}
