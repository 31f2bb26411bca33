/// How the device is set up: context, no threat by itself. One detector a fact, so that each that could not be read is named.
enum DevicePostureDetector {
    static let apple: [Detector] = [
        simple(
            "apple-passcode", "whether there is a passcode", \.hasPasscode, "apple-no-passcode", when: false, "no passcode is set",
            "LAContext.canEvaluatePolicy(.deviceOwnerAuthentication)",
            "Who holds the device can open it; no data is protected by a passcode."),
        simple(
            "apple-secure-enclave", "whether there is a Secure Enclave", \.hasSecureEnclave, "apple-no-secure-enclave", when: false,
            "there is no Secure Enclave", "SecureEnclave.isAvailable", "Keys are kept by software alone."),
        simple(
            "apple-lockdown", "whether Lockdown Mode is on", \.isInLockdownMode, "apple-lockdown-mode", when: true, "Lockdown Mode is on",
            "WKWebpagePreferences.isLockdownModeEnabled", "A good sign: the owner asks for more protection."),
        .apple(
            "apple-proxies", "proxies in the system's settings", tier: .costly, indicators: ["apple-proxy"], categories: [.posture],
            \.proxies
        ) { proxies, _ in
            guard !proxies.names.isEmpty else { return .judged([]) }
            return .judged([
                posture(
                    "apple-proxy", "\(proxies.names.joined(separator: ", ")) proxy", "CFNetworkCopySystemProxySettings",
                    "Schools and companies have them, and so has who reads the traffic: pin connections that matter.")
            ])
        },
        .apple(
            "apple-tunnels", "tunnels that traffic goes through", tier: .costly, indicators: ["apple-vpn"], categories: [.posture],
            \.tunnels
        ) { tunnels, _ in
            guard !tunnels.isEmpty else { return .judged([]) }
            return .judged([
                posture(
                    "apple-vpn", "traffic is routed through \(tunnels.joined(separator: ", "))",
                    "CFNetworkCopySystemProxySettings __SCOPED__",
                    "A virtual private network; most people who have one have it for their protection.")
            ])
        },
        .apple(
            "apple-screen", "whether the screen is recorded or mirrored", tier: .costly,
            indicators: ["apple-screen-captured", "apple-second-screen"], categories: [.posture], \.screen
        ) { screen, _ in
            var found: [Indicator] = []
            if screen.isCaptured {
                found.append(
                    posture(
                        "apple-screen-captured", "the screen is recorded, mirrored or sent", "UIScreen.isCaptured",
                        "Hide what nobody else should see (MerlonPrivacy)."))
            }
            if screen.screens > 1 {
                found.append(
                    posture(
                        "apple-second-screen", "\(screen.screens) screens show the app", "UIWindowScene",
                        "A second display, or AirPlay."))
            }
            return .judged(found)
        },
        .apple(
            "apple-clock", "whether the clock was moved", tier: .cheap, indicators: ["apple-clock-moved"], categories: [.posture], \.clock
        ) { clock, _ in
            guard abs(clock.drift) > maximumDrift || clock.sinceInstallation < -maximumPast else { return .judged([]) }
            let isPast = clock.sinceInstallation < -maximumPast
            return .judged([
                posture(
                    "apple-clock-moved",
                    isPast ? "now is before the app was installed" : "the clock moved by \(wholeSeconds(clock.drift)) s",
                    "clock_gettime, the program's file",
                    "Codes, tokens and certificates are judged by this clock: take the server's time for what matters.")
            ])
        },
        .apple(
            "apple-device-binding", "whether the data is on the device that it came to be on", tier: .costly,
            indicators: ["apple-data-moved", "apple-reinstalled"], categories: [.posture], \.deviceBinding
        ) { binding, _ in
            switch binding {
            case .first, .same: .judged([])
            case .reinstalled:
                .judged([
                    posture(
                        "apple-reinstalled", "the app was installed anew", "keychain, container", "What it kept may be a former owner's.")
                ])
            case .moved:
                .judged([
                    posture(
                        "apple-data-moved", "the data came from another device", "keychain, container",
                        "A backup was restored elsewhere, or the data was copied: register the device anew.")
                ])
            }
        },
    ]

    /// Corrections by the network stay below this, in seconds.
    private static let maximumDrift = 120.0
    /// Time zones and clocks of build machines stay below this, in seconds.
    private static let maximumPast = 86_400.0

    /// A recording may have any number.
    private static func wholeSeconds(_ drift: Double) -> Int64 { Int64(min(max(drift, -1e12), 1e12)) }

    private static func posture(_ id: String, _ what: String, _ source: String, _ advice: String) -> Indicator {
        Indicator(
            id, .posture, .firm, evidence: [.init(what, source: source)], test: id == "apple-no-passcode" ? "MASTG-TEST-0248" : nil,
            advice: advice)
    }

    private static func simple(
        _ id: String, _ summary: String, _ field: any KeyPath<AppleFacts, Fact<Bool>> & Sendable, _ indicator: String, when value: Bool,
        _ what: String, _ source: String, _ advice: String
    ) -> Detector {
        .apple(id, summary, tier: .costly, indicators: [indicator], categories: [.posture], field) { found, _ in
            .judged(found == value ? [posture(indicator, what, source, advice)] : [])
        }
    }
}
