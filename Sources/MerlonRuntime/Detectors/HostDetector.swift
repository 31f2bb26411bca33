/// Where the code runs: device, simulator, Mac; a system in testing; and what contradicts itself about that.
enum HostDetector {
    static let apple = Detector.apple(
        "apple-host", "simulator, Mac, systems in testing, and contradictions about them", tier: .cheap,
        indicators: ["apple-simulator", "apple-on-mac", "apple-catalyst", "apple-beta-system", "apple-host-contradiction"],
        categories: [.environment, .hooking], \.host
    ) { host, _ in
        var indicators: [Indicator] = []
        func add(_ id: String, _ what: String, _ source: String, _ advice: String) {
            indicators.append(Indicator(id, .environment, .certain, evidence: [.init(what, source: source)], advice: advice))
        }
        switch host.kind {
        case .device, .mac: break
        case .simulator:
            add("apple-simulator", "built for the simulator", "the build", "People do not run this build: only developers can.")
        case .catalyst:
            add("apple-catalyst", "built for Mac Catalyst", "the build", "A Mac: checks of a device's protections do not apply.")
        case .appOnMac:
            add(
                "apple-on-mac", "an app for iPhone or iPad on a Mac, model \(host.machine)", "ProcessInfo.isiOSAppOnMac, hw.machine",
                "Checks of a device's protections do not apply; who has the Mac can attach a debugger after changing its security.")
        }
        if host.isBetaBuild {
            add(
                "apple-beta-system", "system build \(host.systemBuild)", "kern.osversion",
                "A system in testing: what its interfaces answer is less known.")
        }
        if !host.contradictions.isEmpty {
            indicators.append(
                Indicator(
                    "apple-host-contradiction", .hooking, .firm,
                    evidence: host.contradictions.map { .init($0, source: "ProcessInfo, hw.machine, environ") },
                    test: "MASTG-TEST-0354",
                    advice: "Something answers that this is no device: checks that apply to devices alone would be left out."))
        }
        return indicators.outcome
    }
}
