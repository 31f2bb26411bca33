/// Whether the running program is the one that was made: by what the app says of itself, and by what must agree in any case.
enum IdentityDetector {
    static let apple = Detector(
        "apple-identity", "identifiers, team, entitlements and profile against each other and against what the app expects",
        platforms: [.iOS, .macOS], tier: .costly,
        indicators: ["apple-identity-mismatch", "apple-identity-contradiction", "apple-adhoc-signature", "apple-decrypted"],
        categories: [.tampering]
    ) { snapshot in
        guard let facts = snapshot.apple else { return .undecided(reason: "nothing was recorded") }
        if facts.kind == .simulator { return .notApplicable(reason: "builds for the simulator are signed by nobody") }
        guard case .value(let identity) = facts.identity else { return .undecided(reason: facts.identity.whyNot) }
        let profile = facts.profile.value
        var mismatches = snapshot.expected.map { Self.mismatches(identity, profile, $0) } ?? []
        if snapshot.expected?.profileDigests.isEmpty == false, profile == nil, mismatches.isEmpty {
            return .undecided(reason: "the provisioning profile: \(facts.profile.whyNot)")
        }
        let contradictions = Self.contradictions(identity, profile)
        var indicators: [Indicator] = []
        func add(_ id: String, _ confidence: Indicator.Confidence, _ evidence: inout [Indicator.Evidence], _ advice: String) {
            if !evidence.isEmpty { indicators.append(Indicator(id, .tampering, confidence, evidence: evidence, advice: advice)) }
        }
        add("apple-identity-mismatch", .certain, &mismatches, "The app was signed by somebody else, or is another one.")
        var all = contradictions
        add("apple-identity-contradiction", .firm, &all, "Signing an app anew leaves such traces.")
        let isDevice = facts.kind ?? .device == .device
        var adHoc = identity.isAdHoc && isDevice ? [Indicator.Evidence("signed by nobody", source: "the code signature")] : []
        add("apple-adhoc-signature", .firm, &adHoc, "Devices run such code only with their protections taken away.")
        var decrypted =
            !identity.isEncrypted && isDevice && facts.receipt.value == .store && profile?.isPresent != true
            ? [Indicator.Evidence("the store's receipt, and a program that is not encrypted", source: "LC_ENCRYPTION_INFO_64")] : []
        add("apple-decrypted", .firm, &decrypted, "The store encrypts programs: this one was decrypted, and may have been changed.")
        return indicators.outcome
    }

    private static func mismatches(_ identity: CodeIdentity, _ profile: EmbeddedProfile?, _ expected: AppIdentity) -> [Indicator.Evidence] {
        var found: [Indicator.Evidence] = []
        if !expected.bundleIdentifiers.isEmpty, !expected.bundleIdentifiers.contains(identity.bundleIdentifier) {
            found.append(.init("the bundle is \(identity.bundleIdentifier)", source: "CFBundleIdentifier"))
        }
        if !expected.teams.isEmpty, !expected.teams.contains(identity.team) {
            found.append(.init("the team is \(identity.team.isEmpty ? "none" : identity.team)", source: "the code signature"))
        }
        let more = expected.entitlements.isEmpty ? [] : Set(identity.entitlements).subtracting(expected.entitlements)
        if !more.isEmpty {
            found.append(.init("more entitlements: \(more.sorted().joined(separator: ", "))", source: "the code signature"))
        }
        // The store's copy has no profile, so that its absence says nothing.
        if let profile, profile.isPresent, !expected.profileDigests.isEmpty, !expected.profileDigests.contains(profile.digest) {
            found.append(.init("another provisioning profile, SHA-256 \(profile.digest)", source: "embedded.mobileprovision"))
        }
        return found
    }

    private static func contradictions(_ identity: CodeIdentity, _ profile: EmbeddedProfile?) -> [Indicator.Evidence] {
        var found: [Indicator.Evidence] = []
        let (bundle, application) = (identity.bundleIdentifier, identity.applicationIdentifier)
        if !application.isEmpty, application.drop(while: { $0 != "." }).dropFirst() != bundle {
            found.append(.init("application-identifier \(application), bundle \(bundle)", source: "entitlements, Info.plist"))
        }
        if !identity.signatureIdentifier.isEmpty, identity.signatureIdentifier != bundle {
            found.append(.init("signed as \(identity.signatureIdentifier), bundle \(bundle)", source: "the code signature, Info.plist"))
        }
        guard let profile, profile.isPresent else { return found }
        if !identity.team.isEmpty, !profile.teams.contains(identity.team) {
            found.append(.init("team \(identity.team), which the profile does not name", source: "the code signature, the profile"))
        }
        if !profile.coversBundle { found.append(.init("the profile is for another app than \(bundle)", source: "the profile, Info.plist")) }
        return found
    }
}
