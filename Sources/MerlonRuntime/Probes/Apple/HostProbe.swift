#if canImport(Darwin)
    import CMerlonProbes
    import Darwin
    import Foundation
    import MerlonCore

    /// Where the code runs, and the variables that it was started with.
    enum HostProbe {
        static let all: [Probe] = [host, variables]

        private static let host = Probe.apple("apple-host", tier: .cheap, \.host) {
            let names = ProcessInfo.processInfo.environment.keys.filter { $0.hasPrefix("SIMULATOR_") }.sorted().prefix(16)
            return .value(
                AppleHost(
                    build: build, saysAppOnMac: merlon_darwin_is_app_on_mac(), machine: AppleSystem.text("hw.machine"),
                    systemBuild: AppleSystem.text("kern.osversion"), simulatorVariables: Array(names),
                    isShared: NSHomeDirectory().hasPrefix("/private/var/Users/") || NSHomeDirectory().hasPrefix("/var/Users/")))
        }

        private static let variables = Probe.apple("apple-loader-variables", tier: .cheap, \.loaderVariables) {
            .value(LoaderVariable.apple(in: ProcessInfo.processInfo.environment))
        }

        private static var build: AppleHost.Build {
            #if targetEnvironment(simulator)
                .simulator
            #elseif targetEnvironment(macCatalyst)
                .catalyst
            #elseif os(macOS)
                .mac
            #else
                .device
            #endif
        }
    }
#endif
