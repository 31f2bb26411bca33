#if canImport(Darwin)
    import CMerlonProbes
    import Foundation
    import MerlonCore

    extension ProbeRegistry {
        /// Every probe for this platform.
        static let all: [Probe] =
            ProcessProbe.all + HostProbe.all + SystemProbe.all + [CodeProbe.probe, AppleToolPortProbe.probe, ClockProbe.probe]
            + IdentityProbe.all + HookProbe.all + posture + application

        /// Probes that an app must ask for, since they keep something.
        static let deviceBinding: [Probe] = [
            .apple("apple-device-binding", tier: .costly, \.deviceBinding) { binding.binding() }
        ]

        private static let binding = DeviceBindingProbe(
            file: FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
                .appendingPathComponent("merlon-device"),
            service: (Bundle.main.bundleIdentifier ?? "merlon") + ".merlon-device")

        private static let posture: [Probe] = [
            .apple("apple-passcode", tier: .costly, deadline: .seconds(1), \.hasPasscode) { PostureProbe.hasPasscode() },
            .apple("apple-secure-enclave", tier: .costly, \.hasSecureEnclave) { PostureProbe.hasSecureEnclave() },
            .apple("apple-lockdown", tier: .costly, \.isInLockdownMode) { isInLockdownMode() },
            .apple("apple-proxies", tier: .costly, \.proxies) { NetworkProbe.proxies() },
            .apple("apple-tunnels", tier: .costly, \.tunnels) { NetworkProbe.tunnels() },
        ]

        private static func isInLockdownMode() -> Fact<Bool> {
            MainActorQuestion.ask(within: 400) {
                var isOn = false
                let status = unsafe merlon_darwin_lockdown_mode(&isOn)
                return status == 0 ? Fact.value(isOn) : AppleSystem.failure(status)
            } ?? .timedOut
        }

        private static let application: [Probe] = {
            #if canImport(UIKit)
                [
                    .apple("apple-screen", tier: .costly, \.screen) { ApplicationProbe.screen() },
                    .apple("apple-schemes", tier: .costly, \.schemes) { ApplicationProbe.schemes() },
                ]
            #else
                []
            #endif
        }()

        /// Where sweeps are worked on, whatever the priority of who asks: threads in the background are held back here.
        static func queue(for priority: TaskPriority) -> DispatchQueue { queue }

        private static let queue = DispatchQueue(label: "merlon.shield", qos: .userInitiated, attributes: .concurrent)

        /// A snapshot of this system in which nothing was asked.
        static func emptySnapshot(at time: WallTime) -> FactsSnapshot {
            let version = ProcessInfo.processInfo.operatingSystemVersion
            return FactsSnapshot(
                recorded: time, platform: platform,
                systemVersion: "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)",
                apple: AppleFacts())
        }

        private static var platform: Detector.Platform {
            #if os(macOS)
                .macOS
            #else
                .iOS
            #endif
        }
    }
#endif
