/// Classes of tools that hide a jailbreak from apps.
enum HidingClassDetector {
    /// What is asked for.
    static let classes = [
        "ShadowRuleset", "ShadowService", "ABPattern", "ABWindow", "FJPattern", "FJMemory", "FlyJBX",
    ]

    static let apple = Detector.apple(
        "apple-hiding-classes", "classes of tools that hide a jailbreak", tier: .costly, indicators: ["apple-hiding-class"],
        categories: [.systemIntegrity], on: AppleHost.Kind.devices, \.hidingClasses
    ) { classes, _ in
        guard !classes.isEmpty else { return .judged([]) }
        return [
            Indicator(
                "apple-hiding-class", .systemIntegrity, .firm,
                evidence: classes.map { .init("class \($0), of no image of the app", source: "objc_getClass, class_getImageName") },
                test: "MASTG-TEST-0240", advice: "A tool that hides a jailbreak from apps is in the process.")
        ].outcome
    }
}
