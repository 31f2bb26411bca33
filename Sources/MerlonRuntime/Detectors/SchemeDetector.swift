/// Apps that open the URL schemes of package managers and file managers. Ordinary apps register these as well.
enum SchemeDetector {
    /// What is asked for: also the content of the property list that apps declare.
    static let schemes = [
        "undecimus", "sileo", "zbra", "filza", "activator", "cydia", "xina", "trollstore", "palera1n", "dopamine",
    ]

    static let apple = Detector.apple(
        "apple-schemes", "URL schemes of a jailbreak's apps", tier: .costly, indicators: ["apple-jailbreak-scheme"],
        categories: [.systemIntegrity], on: AppleHost.Kind.devices, \.schemes
    ) { answers, _ in
        let opened = answers.filter { $0.isOpened.value == true }
        if !opened.isEmpty {
            return [
                Indicator(
                    "apple-jailbreak-scheme", .systemIntegrity, .weak,
                    evidence: opened.map { .init("\($0.scheme):// is opened by an app", source: "UIApplication.canOpenURL") },
                    test: "MASTG-TEST-0240", advice: "A jailbreak's app is there, or another one that registers its scheme: many do.")
            ].outcome
        }
        let silent = answers.filter { $0.isOpened.value == nil }.map(\.scheme)
        guard silent.isEmpty, !answers.isEmpty else {
            let names = silent.isEmpty ? "no scheme was asked for" : "no answer for \(silent.joined(separator: ", "))"
            return .undecided(reason: "\(names): only schemes in LSApplicationQueriesSchemes are answered")
        }
        return .judged([])
    }
}
