extension ParentDetector {
    static let apple = Detector.apple(
        "apple-parent", "a parent other than launchd", tier: .cheap, indicators: ["apple-parent"], categories: [.debugging],
        on: AppleHost.Kind.devices, \.parent
    ) { parent, _ in
        guard parent != 1 else { return .judged([]) }
        return [
            Indicator(
                "apple-parent", .debugging, .firm, evidence: [.init("the parent is process \(parent)", source: "getppid()")],
                test: "MASTG-TEST-0401", advice: "Apps are started by launchd, process 1; debuggers start them themselves.",
                family: "apple-tracer")
        ].outcome
    }
}
