/// Frida's server or portal on the machine.
enum ToolPortDetector {
    static let linux = Detector(
        "linux-tool-port", "a Frida server on this machine", platforms: [.linux], tier: .costly,
        indicators: ["linux-tool-server", "linux-tool-port-open"], categories: [.tooling]
    ) { snapshot in
        let source = "connect(127.0.0.1:27042)"
        switch snapshot.linux?.toolPort ?? .unsupported {
        case .value(.closed): return .judged([])
        case .value(.open):
            return .judged([
                Indicator(
                    "linux-tool-port-open", .tooling, .weak, evidence: [.init("somebody listens on port 27042", source: source)],
                    test: "MASTG-TEST-0354", advice: "A port says little of who listens there.", family: "linux-tool-port")
            ])
        case .value(.webSocket):
            return .judged([
                Indicator(
                    "linux-tool-server", .tooling, .firm, evidence: [.init("a web socket at /ws of port 27042", source: source)],
                    test: "MASTG-TEST-0354",
                    advice: "A server of Frida's kind runs on this machine. It need not be attached to this process.",
                    family: "linux-tool-port")
            ])
        case let other: return .undecided(reason: other.whyNot)
        }
    }
}
