extension ProxySettings {
    /// Reads what `CFNetworkCopySystemProxySettings` returns. A proxy counts when its switch is on and it has a host or a script.
    init(system settings: [String: Any]) {
        func isOn(_ name: String) -> Bool { (settings[name] as? Int ?? (settings[name] as? Bool).map { $0 ? 1 : 0 } ?? 0) != 0 }
        func has(_ name: String) -> Bool { (settings[name] as? String).map { !$0.isEmpty } ?? false }
        self.init(
            http: isOn("HTTPEnable") && has("HTTPProxy"), https: isOn("HTTPSEnable") && has("HTTPSProxy"),
            socks: isOn("SOCKSEnable") && has("SOCKSProxy"),
            automatic: isOn("ProxyAutoConfigEnable") && (has("ProxyAutoConfigURLString") || has("ProxyAutoConfigJavaScript")),
            discovery: isOn("ProxyAutoDiscoveryEnable"))
    }

    /// Interfaces of tunnels that the settings route traffic through (`__SCOPED__`). An interface that only stands there is none: iOS has some
    /// always.
    static func tunnels(system settings: [String: Any]) -> [String] {
        guard let scoped = settings["__SCOPED__"] as? [String: Any] else { return [] }
        let kinds = ["utun", "tun", "tap", "ppp", "ipsec"]
        return Array(scoped.keys.filter { name in kinds.contains { name.hasPrefix($0) } }.sorted().prefix(16))
    }
}
