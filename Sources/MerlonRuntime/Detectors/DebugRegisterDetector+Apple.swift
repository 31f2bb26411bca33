extension DebugRegisterDetector {
    static let apple = Detector.apple(
        "apple-debug-registers", "hardware breakpoints and watchpoints", tier: .costly,
        indicators: ["apple-hardware-breakpoint", "apple-watchpoint"], categories: [.debugging], \.debugState
    ) { state, _ in
        var indicators: [Indicator] = []
        for (id, count, what) in [
            ("apple-hardware-breakpoint", state.breakpoints, "breakpoints"), ("apple-watchpoint", state.watchpoints, "watchpoints"),
        ] where count > 0 {
            indicators.append(
                Indicator(
                    id, .debugging, .firm,
                    evidence: [
                        .init("\(count) \(what) are set in \(state.threads) threads", source: "thread_get_state(ARM_DEBUG_STATE64)")
                    ],
                    test: "MASTG-TEST-0401", advice: "Only a debugger sets them.", family: "apple-debug-registers"))
        }
        if indicators.isEmpty, state.threads == 0 || state.unreadable > 0 {
            return .undecided(reason: "\(state.unreadable) of \(state.threads &+ state.unreadable) threads did not answer")
        }
        return indicators.outcome
    }
}
