#if canImport(CFNetwork)
    import CFNetwork
    import Foundation

    /// Proxies and tunnels of the system's settings.
    enum NetworkProbe {
        static func settings() -> [String: Any]? {
            unsafe CFNetworkCopySystemProxySettings()?.takeRetainedValue() as? [String: Any]
        }

        static func proxies() -> Fact<ProxySettings> { settings().map { .value(ProxySettings(system: $0)) } ?? .unsupported }

        static func tunnels() -> Fact<[String]> { settings().map { .value(ProxySettings.tunnels(system: $0)) } ?? .unsupported }
    }
#endif
