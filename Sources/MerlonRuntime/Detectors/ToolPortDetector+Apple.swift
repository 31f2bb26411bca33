extension ToolPortDetector {
    /// Frida's server, Needle's agent, and the SSH servers of jailbreaks.
    static let applePorts: [UInt16] = [27042, 4444, 22, 44]

    static let apple = Detector.apple(
        "apple-tool-ports", "ports that tools listen on", tier: .costly, indicators: ["apple-tool-server", "apple-tool-port-open"],
        categories: [.tooling], \.ports
    ) { ports, _ in
        var indicators: [Indicator] = []
        for (id, answer, confidence, what, advice) in [
            (
                "apple-tool-server", PortAnswer.webSocket, Indicator.Confidence.firm, "a web socket at /ws of port",
                "A server of Frida's kind runs on this device. It need not be attached to this process."
            ),
            ("apple-tool-port-open", .open, .weak, "somebody listens on port", "A port says little of who listens there."),
        ] {
            let found = ports.filter { $0.answer == .value(answer) }
            guard !found.isEmpty else { continue }
            indicators.append(
                Indicator(
                    id, .tooling, confidence, evidence: found.map { .init("\(what) \($0.port)", source: "connect(127.0.0.1:\($0.port))") },
                    test: "MASTG-TEST-0354", advice: advice, family: "apple-tool-ports"))
        }
        if indicators.isEmpty, let silent = ports.first(where: { $0.answer.value == nil }) {
            return .undecided(reason: "port \(silent.port): \(silent.answer.whyNot)")
        }
        return ports.isEmpty ? .undecided(reason: "no port was asked for") : indicators.outcome
    }
}
