/// Where the app came from.
enum OriginDetector {
    static let apple = Detector(
        "apple-origin", "the App Store, TestFlight, development, an enterprise, or none of them", platforms: [.iOS, .macOS], tier: .costly,
        indicators: ["apple-origin", "apple-sideloaded", "apple-unexpected-origin", "apple-debuggable", "apple-expired-profile"],
        categories: [.tampering, .environment, .posture]
    ) { snapshot in
        guard let facts = snapshot.apple else { return .undecided(reason: "nothing was recorded") }
        switch facts.kind {
        case .simulator: return .notApplicable(reason: "Xcode puts apps into the simulator")
        case .mac, .catalyst: return .notApplicable(reason: "programs for Macs come from anywhere")
        case nil where snapshot.platform == .macOS: return .notApplicable(reason: "programs for Macs come from anywhere")
        case .device, .appOnMac, nil: break
        }
        guard case .value(let profile) = facts.profile else { return .undecided(reason: "the profile: \(facts.profile.whyNot)") }
        guard case .value(let receipt) = facts.receipt else { return .undecided(reason: "the receipt: \(facts.receipt.whyNot)") }
        let origin = AppOrigin(profile: profile, receipt: receipt, identity: facts.identity.value)
        let evidence = [
            Indicator.Evidence(
                "\(origin.rawValue): \(profile.isPresent ? "a profile" : "no profile"), receipt \(receipt.rawValue)",
                source: "embedded.mobileprovision, the receipt, entitlements")
        ]
        return indicators(origin, profile, evidence, expected: snapshot.expected?.origins ?? []).outcome
    }

    private static func indicators(
        _ origin: AppOrigin, _ profile: EmbeddedProfile, _ evidence: [Indicator.Evidence], expected: Set<AppOrigin>
    ) -> [Indicator] {
        var indicators: [Indicator] = []
        if !expected.isEmpty, !expected.contains(origin) {
            indicators.append(
                Indicator(
                    "apple-unexpected-origin", .tampering, .firm, evidence: evidence,
                    advice: "The app came another way than those that it names."))
        } else if origin == .sideloaded {
            indicators.append(
                Indicator(
                    "apple-sideloaded", .tampering, .weak, evidence: evidence,
                    advice: "Installed past the store, or the receipt is missing, as it may be for a while.",
                    family: "apple-unexpected-origin"))
        } else if origin != .appStore {
            indicators.append(
                Indicator(
                    "apple-origin", .environment, .certain, evidence: evidence, advice: "Not from the App Store: say whether that is meant."
                ))
        }
        if origin == .development {
            indicators.append(
                Indicator(
                    "apple-debuggable", .environment, .certain, evidence: evidence, test: "MASTG-TEST-0261",
                    advice: "Debuggers may attach to this build (get-task-allow)."))
        }
        if profile.isPresent, profile.isExpired {
            indicators.append(
                Indicator(
                    "apple-expired-profile", .posture, .firm, evidence: evidence,
                    advice: "The profile's time is over and the app runs all the same: the clock is set back, or the check is."))
        }
        return indicators
    }
}
