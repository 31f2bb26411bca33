/// Which proxies the system's settings switch on. No host is kept.
public struct ProxySettings: Hashable, Codable, Sendable {
    /// `HTTPEnable` and a host.
    public var http: Bool
    /// `HTTPSEnable` and a host.
    public var https: Bool
    /// `SOCKSEnable` and a host.
    public var socks: Bool
    /// A script (`ProxyAutoConfigEnable`).
    public var automatic: Bool
    /// A script that the network announces (`ProxyAutoDiscoveryEnable`).
    public var discovery: Bool

    /// Makes settings.
    public init(http: Bool = false, https: Bool = false, socks: Bool = false, automatic: Bool = false, discovery: Bool = false) {
        self.http = http
        self.https = https
        self.socks = socks
        self.automatic = automatic
        self.discovery = discovery
    }

    /// What is on, by name.
    public var names: [String] {
        [(http, "HTTP"), (https, "HTTPS"), (socks, "SOCKS"), (automatic, "PAC"), (discovery, "WPAD")].filter(\.0).map(\.1)
    }
}
