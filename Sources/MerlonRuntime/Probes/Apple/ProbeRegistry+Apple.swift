#if canImport(Darwin)
    import CMerlonProbes
    import Foundation
    import MerlonCore

    extension ProbeRegistry {
        /// Every probe for this platform.
        static let all: [Probe] = [tracer]

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

        private static let tracer = Probe("apple-tracer", tier: .cheap, giveUp: { $0.apple?.isTraced = .timedOut }) {
            var isTraced = false
            let status = unsafe merlon_probe_traced(&isTraced)
            let fact: Fact<Bool> = status == 0 ? .value(isTraced) : .denied(status)
            return { $0.apple?.isTraced = fact }
        }
    }
#endif
